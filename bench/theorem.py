"""Play the theorem against another engine, which moves second and may think long.

    .venv/bin/python bench/theorem.py ./pbrain-other --time 60000 --games 2 --keep games.txt

plays two games from the empty board; with `--every`, one after each of the 35 second moves instead.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from functools import partial

from tengen.arena.game import FAILURES, Clock, EnginePlayer
from tengen.arena.match import MatchGame, Tally, play_match
from tengen.arena.report import MatchGameFile, match_record
from tengen.arena.schedule import NO_OPENING, OpeningMoves, ScheduledGame, Side
from tengen.cli.match import OWN_ENGINE, Entrant, make_seat
from tengen.prove.proof_parts import distinct_replies, stones_of
from tengen.prove.theorem_book import THEOREM_RULES, the_book
from tengen.rules.notation import format_moves
from tengen.rules.point import point_of
from tengen.rules.rules import Player

SLACK_MS = 2000


def main() -> None:
    """Play the games, print each when it ends, and then a summary."""
    args = parse()
    openings = every_second_move() if args.every else [NO_OPENING] * args.games
    plan = [
        ScheduledGame(number, number, each, Side.ONE) for number, each in enumerate(openings, 1)
    ]
    names = {Side.ONE: OWN_ENGINE, Side.TWO: args.name}
    file = MatchGameFile(args.keep) if args.keep else None
    tally = Tally()
    games = play_match(makers(args), THEOREM_RULES, Clock(args.time / 1000, SLACK_MS / 1000), plan)
    with closing(games):
        for game in games:
            tally.add(game)
            print(f"{game.planned.number}. {describe(game)}", flush=True)
            if file:
                file.add(match_record(game, names), game.planned.number)
    show(tally)


def parse() -> argparse.Namespace:
    """Parse the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("engine", help="its command line in quotes")
    parser.add_argument("--name", default="other", help="name of the engine")
    parser.add_argument("--time", type=int, default=1000, help="milliseconds per move")
    parser.add_argument("--info", nargs="*", default=[], metavar="KEY=VALUE", help="its settings")
    parser.add_argument("--games", type=int, default=1, help="games from the empty board")
    parser.add_argument("--every", action="store_true", help="one game after each second move")
    parser.add_argument("--keep", help="a file to add the games to")
    return parser.parse_args()


def makers(args: argparse.Namespace) -> dict[Side, partial[EnginePlayer]]:
    """Return the functions that start the engines."""
    info = dict(setting.split("=", 1) for setting in args.info)
    own = Entrant(OWN_ENGINE, OWN_ENGINE, args.time, SLACK_MS, {})
    other = Entrant(args.engine, args.name, args.time, SLACK_MS, info)
    return {
        Side.ONE: partial(make_seat, own, THEOREM_RULES),
        Side.TWO: partial(make_seat, other, THEOREM_RULES),
    }


def every_second_move() -> list[OpeningMoves]:
    """Return the first move with every answer, up to symmetry."""
    first = next(entry.move for entry in the_book() if not entry.stones)
    return [(first, point_of(cell, THEOREM_RULES)) for cell in distinct_replies(stones_of([first]))]


def describe(game: MatchGame) -> str:
    """Return the winner, the slowest move of each side, and the moves."""
    record = game.record
    winner = "nobody" if record.winner is None else ("tengen", "other")[record.winner.number - 1]
    times = (max(record.seconds[player], default=0) for player in Player)
    slowest = " and ".join(f"{seconds:.2f} s" for seconds in times)
    cause = ", ".join(filter(None, (record.cause.value, record.detail)))
    return f"{winner} ({cause}), {slowest}: {format_moves(record.board.moves, THEOREM_RULES)}"


def is_won(game: MatchGame) -> bool:
    """Return whether the theorem has won on the board; a failure of the opponent does not count."""
    return game.winner is Side.ONE and game.record.cause not in FAILURES


def show(tally: Tally) -> None:
    """Print how many games were won, in how many moves, and the times of the replies."""
    won = sum(is_won(game) for game in tally.played)
    failed = sum(game.record.cause in FAILURES for game in tally.played)
    longest = max(len(game.record.board.moves[::2]) for game in tally.played)
    ours, theirs = (sorted(tally.seconds(side)) for side in Side)
    print(f"\nwon {won} of {len(tally.played)}, the longest in {longest} moves; {failed} failed")
    for name, times in (("tengen", ours), ("other", theirs)):
        mean, median = sum(times) / len(times), times[len(times) // 2]
        print(f"{name}: mean {mean:.3f} s, median {median:.4f} s, most {times[-1]:.2f} s a move")


if __name__ == "__main__":
    main()
