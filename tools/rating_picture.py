"""Draw docs/pictures/ratings-*.svg: a chart of ratings from the games of a made-up tournament."""

from itertools import combinations
from pathlib import Path
from random import Random

from tengen.arena.elo import score_of
from tengen.arena.report_file import format_report_file
from tengen.arena.results import TournamentFacts, TournamentGame
from tengen.render.style import DARK, LIGHT
from tengen.rules import Player

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
ELOS = {"champion": 1500.0, "new": 480.0, "old": 390.0, "steady": 250.0, "first": 0.0}
PAIRS = 20


def main() -> None:
    """Write both pictures."""
    for name, picture in draw_all().items():
        (PICTURES / f"ratings-{name}.svg").write_bytes(picture)


def draw_all() -> dict[str, bytes]:
    """Return the picture in each theme, by name."""
    facts = TournamentFacts(
        tuple(ELOS),
        tuple(_games(Random(4))),
        title="A round robin of five made-up engines",
        rules="15x15/5 standard",
        conditions="1000 ms a move",
        clock="wall time",
        openings=f"{PAIRS * 10} openings",
        anchor="first",
        anchor_elo=1000,
    )
    return {theme.name: format_report_file(".svg", facts, theme) for theme in (LIGHT, DARK)}


def _games(random: Random) -> list[TournamentGame]:
    found: list[TournamentGame] = []
    for one, two in combinations(ELOS, 2):
        for _ in range(PAIRS):
            for first, second in ((one, two), (two, one)):
                wins = random.random() < score_of(ELOS[first] - ELOS[second])
                winner = Player.FIRST if wins else Player.SECOND
                found.append(TournamentGame(len(found) // 2, first, second, winner))
    return found


if __name__ == "__main__":
    main()
