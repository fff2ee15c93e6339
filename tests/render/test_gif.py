from __future__ import annotations

from collections.abc import Iterator

import pytest
from kit.pictures import game, opened
from PIL import Image, ImageChops

from tengen.errors import RuleError
from tengen.render.gif import CLEAR_INDEX, format_gif, gif_parts, make_palette
from tengen.render.png import format_png
from tengen.render.style import THEMES, Pace, Pieces, Style, Theme
from tengen.render.view import ALL_NUMBERS, View, view_of, views_of
from tengen.rules.rules import Rules

SMALL = Style(cell=16)
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def frames(data: bytes) -> Iterator[tuple[Image.Image, int]]:
    """Return every frame as it is shown, and its duration."""
    picture = opened(data)
    for number in range(getattr(picture, "n_frames", 1)):
        picture.seek(number)
        yield picture.convert("RGB"), picture.info["duration"]


def test_every_move_has_a_frame_and_the_last_is_shown_longer() -> None:
    data = format_gif(views_of(game()), SMALL, Pace(250, 1000))
    assert [delay for _, delay in frames(data)] == [250] * 21 + [1000]


@each_theme
@pytest.mark.parametrize("pieces", Pieces)
def test_a_frame_is_the_picture_of_its_view(theme: Theme, pieces: Pieces) -> None:
    style = Style(theme, pieces, 20)
    views = list(views_of(game(), numbers=ALL_NUMBERS))
    seen = frames(format_gif(views, style))
    for view, (frame, _) in list(zip(views, seen, strict=True))[::5]:
        alone = opened(format_png(view, style)).convert("RGB")
        difference = ImageChops.difference(frame, alone).convert("L")
        assert difference.getextrema()[1] <= 40  # type: ignore[operator]
        histogram = difference.histogram()
        assert sum(histogram[12:]) < 0.005 * frame.width * frame.height


@pytest.mark.parametrize("loops, said", [(0, 0), (1, None), (3, 2), (65535, 65534)])
def test_an_animation_loops_as_often_as_requested(loops: int, said: int | None) -> None:
    data = format_gif(views_of(game("h8")), SMALL, Pace(loops=loops))
    assert opened(data).info.get("loop") == said


def test_a_frame_without_a_change_is_written() -> None:
    view = view_of(game("h8"))
    seen = list(frames(format_gif([view, view, view], SMALL)))
    assert len(seen) == 3
    assert seen[0][0].tobytes() == seen[2][0].tobytes()


def test_a_frame_contains_only_what_has_changed() -> None:
    parts = list(gif_parts(views_of(game()), SMALL))
    assert len(parts) == 1 + 22
    header, first, *rest = parts
    assert header.startswith(b"GIF89a")
    assert max(map(len, rest)) < len(first) / 3
    assert parts == list(gif_parts(views_of(game()), SMALL))


def test_views_are_drawn_one_by_one() -> None:
    taken = []

    def watched() -> Iterator[View]:
        for view in views_of(game()):
            taken.append(view.moves)
            yield view

    parts = gif_parts(watched(), SMALL)
    next(parts)
    next(parts)
    assert taken == [0, 1]


def test_one_view_is_a_still_picture() -> None:
    ((frame, delay),) = frames(format_gif([view_of(game())], SMALL, Pace(last_delay=500)))
    assert (frame.size, delay) == (opened(format_png(view_of(game()), SMALL)).size, 500)


def test_views_that_cannot_be_animated_are_refused() -> None:
    with pytest.raises(RuleError, match="needs at least one view"):
        format_gif([])
    other = View(Rules(3, 3, 3))
    with pytest.raises(
        RuleError, match="frame 2 has 72x72 pixels, but the frames before it have 264x264"
    ):
        format_gif([view_of(game()), other], SMALL)


@pytest.mark.parametrize("delay", [19, 600_001, -1])
def test_a_pace_that_a_gif_cannot_hold_is_refused(delay: int) -> None:
    with pytest.raises(RuleError, match=f"a delay of {delay} ms"):
        Pace(delay)
    with pytest.raises(RuleError, match="loops must be from 1"):
        Pace(loops=-1)


@each_theme
def test_the_palette_leaves_one_index_transparent(theme: Theme) -> None:
    palette = make_palette(theme)
    assert len(palette) == 3 * 256
    assert palette[3 * CLEAR_INDEX :] == b"\0\0\0"
    assert bytes.fromhex(theme.board[1:]) in [palette[at : at + 3] for at in range(0, 765, 3)]
