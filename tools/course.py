"""Draw the winning chances in the README's game as docs/pictures/course-*.svg."""

from picture import GAME, PICTURES, played

from tengen.engine.analysis import Limits
from tengen.insight import course_of, review_game
from tengen.render.charts import format_chart
from tengen.render.style import DARK, LIGHT

NODES = 2000
"""A small number, so that drawing is fast; the result is the same every time."""


def main() -> None:
    """Write both pictures."""
    for name, picture in draw_all().items():
        (PICTURES / f"course-{name}.svg").write_text(picture, encoding="utf-8")


def draw_all() -> dict[str, str]:
    """Return both pictures, by name."""
    review = review_game(played(GAME), Limits(nodes=NODES))
    how = f"as the engine sees it with {NODES:,} nodes a search"
    course = course_of(review, title="Black - White, 1-0", how=how)
    return {theme.name: format_chart(course, theme) for theme in (LIGHT, DARK)}


if __name__ == "__main__":
    main()
