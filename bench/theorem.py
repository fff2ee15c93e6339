"""Play the theorem against another engine, which moves second and may think long.

    .venv/bin/python bench/theorem.py ./pbrain-other --time 60000 --games 2 --keep games.txt

plays two games from the empty board; with `--every`, one after each of the 35 second moves instead.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing

from tengen.arena.engine_spec import OWN_ENGINE, parse_engine
from tengen.arena.game import FAILURES, GameConditions
from tengen.arena.game_file import game_record, open_games
from tengen.arena.game_run import play_game
from tengen.arena.match import MatchGame, Tally
from tengen.arena.schedule import NO_OPENING, OpeningMoves, ScheduledGame, Side
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
    players = {Player.FIRST: OWN_ENGINE, Player.SECOND: args.name}
    file = open_games(args.keep) if args.keep else None
    tally = Tally()
    for game in play(args, openings):
        tally.add(game)
        number = game.planned.number
        print(f"{number}. {describe(game)}", flush=True)
        if file:
            file.add(game_record(game.record, players), number)
    show(tally)


def play(args: argparse.Namespace, openings: Sequence[OpeningMoves]) -> Iterator[MatchGame]:
    """Play a game from each opening; an engine that failed is started anew."""
    conditions = GameConditions(args.time, slack_ms=SLACK_MS)
    specs = (parse_engine(OWN_ENGINE), parse_engine(args.engine, args.name, args.info))
    with ExitStack() as stack:
        own, other = (
            stack.enter_context(closing(spec.start(THEOREM_RULES, conditions))) for spec in specs
        )
        for number, opening in enumerate(openings, 1):
            game = play_game(own, other, THEOREM_RULES, opening, conditions)
            if game.fault is not None:
                (own if game.winner is Player.SECOND else other).close()
            yield MatchGame(ScheduledGame(number, number, opening, Side.ONE), game)


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


def every_second_move() -> list[OpeningMoves]:
    """Return the first move with every answer, up to symmetry."""
    first = next(entry.move for entry in the_book() if not entry.stones)
    return [(first, point_of(cell, THEOREM_RULES)) for cell in distinct_replies(stones_of([first]))]


def describe(game: MatchGame) -> str:
    """Return the winner, the slowest move of each side, and the moves."""
    record = game.record
    winner = "nobody" if record.winner is None else ("tengen", "other")[record.winner.number - 1]
    moves = map(record.moves_of, Player)
    times = (max((move.milliseconds for move in own), default=0) for own in moves)
    slowest = " and ".join(f"{milliseconds / 1000:.2f} s" for milliseconds in times)
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
    ours, theirs = (sorted(tally.milliseconds(side)) for side in Side)
    print(f"\nwon {won} of {len(tally.played)}, the longest in {longest} moves; {failed} failed")
    for name, times in (("tengen", ours), ("other", theirs)):
        mean, median = sum(times) / len(times), times[len(times) // 2]
        print(f"{name}: mean {mean:.0f} ms, median {median:.1f} ms, most {times[-1]:.0f} ms a move")


if __name__ == "__main__":
    main()
