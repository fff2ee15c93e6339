"""The computer as a player of the editions. Its moves look as if a person had typed them."""

import os
import re
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from kit.editions import EDITIONS
from kit.program import Ran, finish, interrupt, play, started
from kit.transcript import Transcript, five, gomoku, outline, tictactoe_boards

from tengen import Board, Point, RuleError, parse_game, parse_position
from tengen.cli.computer import ClassicComputer
from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.rules.rules import FIVE_IN_A_ROW

ASKED = {
    "five": rb"(Player [12], please input your coordinates: )(\d+,\d+)\n",
    "outline": rb"(Player [12], please input your coordinates: )(\d+,\d+)\n",
    "gomoku": rb"(Player [OX], make a move: )([A-M] \d+)\n",
    "tictactoe": rb"(Player [12] \([XO]\), choose a cell, 1 to 9: )([1-9])\n",
}
MODELS: dict[str, Callable[[bytes], Transcript]] = {
    "five": five,
    "outline": outline,
    "gomoku": gomoku,
}
SEEDED = ["--level", "2", "--seed", "4"]


def play_both_seats(edition: str, cwd: Path, *more: str) -> Ran:
    """Play a game of the computer against itself."""
    return play([edition, "--computer", "both", *SEEDED, *more], b"", cwd)


def moves_of(edition: str, out: bytes) -> bytes:
    """Return the computer's moves, as lines to type."""
    return b"".join(move + b"\n" for _, move in re.findall(ASKED[edition], out))


def without_moves(edition: str, out: bytes) -> bytes:
    """Return the output as it would be if people had typed all moves."""
    return re.sub(ASKED[edition], rb"\1", out)


@EDITIONS
def test_a_game_of_two_computers_looks_as_if_people_had_typed_it(
    edition: str, tmp_path: Path
) -> None:
    ran = play_both_seats(edition, tmp_path, "--result", "computer.txt")
    typed = moves_of(edition, ran.out)
    people = play([edition, "--result", "people.txt"], typed, tmp_path)
    assert without_moves(edition, ran.out) == people.out
    assert (ran.status, ran.err) == (people.status, people.err) == (0, b"")
    results = [(tmp_path / f"{who}.txt").read_bytes() for who in ("computer", "people")]
    assert results[0] == results[1]


@pytest.mark.parametrize("edition", MODELS)
def test_a_game_of_two_computers_follows_the_specification(edition: str, tmp_path: Path) -> None:
    ran = play_both_seats(edition, tmp_path)
    model = MODELS[edition](moves_of(edition, ran.out))
    assert without_moves(edition, ran.out).endswith(model.out)
    result = tmp_path / "result.txt"
    assert (result.read_bytes() if result.exists() else None) == model.result


@EDITIONS
@pytest.mark.parametrize("seat, person", [("1", 2), ("2", 1)])
def test_the_computer_plays_only_its_own_moves(
    edition: str, seat: str, person: int, tmp_path: Path
) -> None:
    typed = moves_of(edition, play_both_seats(edition, tmp_path, "--no-result").out).splitlines()
    mine = b"".join(line + b"\n" for line in typed[person - 1 :: 2][:2])
    ran = play([edition, "--computer", seat, *SEEDED, "--no-result"], mine, tmp_path)
    shown = moves_of(edition, ran.out).splitlines()
    assert shown == typed[2 - person :: 2][: len(shown)]
    assert len(shown) == 2 + (seat == "1")
    assert ran.status == 1
    assert ran.err == b"tengen: the input ended before the game did\n"


@EDITIONS
def test_the_same_seed_repeats_a_game_and_another_seed_does_not(
    edition: str, tmp_path: Path
) -> None:
    args = [edition, "--computer", "both", "--level", "3", "--no-result", "--seed"]
    first, again = (play([*args, "1"], b"", tmp_path).out for _ in range(2))
    assert first == again
    assert any(play([*args, str(seed)], b"", tmp_path).out != first for seed in (2, 3, 4))


@EDITIONS
def test_a_game_without_a_seed_is_played_to_its_end(edition: str, tmp_path: Path) -> None:
    ran = play([edition, "--computer", "both", "--no-result"], b"", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert len(moves_of(edition, ran.out).splitlines()) >= 5


@EDITIONS
def test_a_record_contains_the_moves_of_both_players(edition: str, tmp_path: Path) -> None:
    ran = play_both_seats(edition, tmp_path, "--record", "games.txt", "--no-result")
    board = parse_game((tmp_path / "games.txt").read_text().rstrip())
    assert board.outcome.is_over
    assert len(board.moves) == len(moves_of(edition, ran.out).splitlines())


def test_the_seats_stay_in_a_rematch(tmp_path: Path) -> None:
    typed = moves_of("tictactoe", play_both_seats("tictactoe", tmp_path).out).splitlines(
        keepends=True
    )
    mine, answers = b"".join(typed[::2]), b"".join(typed[1::2])
    args = ["tictactoe", "--computer", "2", *SEEDED]
    ran = play(args, mine + b"0\n" + mine, tmp_path)
    assert moves_of("tictactoe", ran.out) == answers * 2
    assert tictactoe_boards(ran.out).count(" " * 9) == 2
    assert ran.status == 0


def test_a_rematch_between_two_computers_starts_with_an_empty_board(tmp_path: Path) -> None:
    ran = play(["tictactoe", "--computer", "both", "--level", "1"], b"0\n0\nno\n", tmp_path)
    assert tictactoe_boards(ran.out).count(" " * 9) == 3
    assert ran.out.count(b"Type 0 for a rematch") == 3
    assert ran.status == 0


@pytest.mark.parametrize("edition", ["five", "outline", "gomoku"])
def test_an_interrupt_while_the_computer_thinks_ends_the_game(edition: str, tmp_path: Path) -> None:
    typed = b"G6 H7" if edition == "gomoku" else b"7,7\n7,8\n"
    shown = len(play([edition], typed, tmp_path).out) - 1 + 2 * len(b"7,7\n")
    args = [edition, "--computer", "both", "--level", "9"]
    ran = interrupt(args, b"", tmp_path, after=shown, signal=signal.SIGINT)
    assert len(ran.out) == shown + 1
    assert re.search(rb"Player [1O][^\n]*: \n\Z", ran.out)
    assert (ran.status, ran.err) == (130, b"")
    assert list(tmp_path.iterdir()) == []


def test_a_closed_output_ends_a_game_of_two_computers_without_a_message(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    with started(["five", "--computer", "both"], tmp_path, stdout=theirs) as child:
        os.close(theirs)
        os.read(ours, 10)
        os.close(ours)
        ran = finish(child)
    assert (ran.status, ran.err) == (141, b"")
    assert list(tmp_path.iterdir()) == []


class Sleeper:
    """An opponent that gets Ctrl-C while it thinks, and thinks until it is cancelled."""

    def __init__(self) -> None:
        self.woken = threading.Event()

    def choose(self, _board: Board, _limits: Limits, cancel: CancelToken) -> Point:
        with cancel.on_cancel(self.woken.set):
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            self.woken.wait(60)
        return Point(0, 0)


def test_an_interrupt_cancels_the_search_of_the_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sleeper = Sleeper()
    monkeypatch.setattr("tengen.cli.computer.Opponent", lambda *_arguments: sleeper)
    with pytest.raises(KeyboardInterrupt):
        ClassicComputer(9, None).choose(Board(FIVE_IN_A_ROW))
    assert sleeper.woken.is_set()


def test_an_exception_in_the_search_thread_is_raised_in_the_caller() -> None:
    with pytest.raises(RuleError, match="the game is over"):
        ClassicComputer(1, None).choose(parse_position("3x3/3 freestyle O XXX/OO1/3"))


FAR = [f"{row},{col}" for row in (0, 14) for col in range(0, 15, 2)]
"""Points at the edge that do not disturb the attack."""


@pytest.mark.parametrize("edition", ["five", "outline"])
def test_the_strongest_level_wins_as_player_1_with_ordinary_output(
    edition: str, tmp_path: Path
) -> None:
    typed = "".join(f"{point}\n" for point in FAR).encode()
    ran = play([edition, "--computer", "1", "--level", "10"], typed, tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert b"Player 1 wins" in ran.out
    own = moves_of(edition, ran.out).decode().splitlines()
    people = "".join(f"{mine}\n{other}\n" for mine, other in zip(own, FAR, strict=False))
    again = play([edition], people.encode(), tmp_path)
    assert without_moves(edition, ran.out) == again.out


def test_a_certain_win_is_announced_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    notices: list[bytes] = []
    monkeypatch.setattr("tengen.cli.computer._notify", notices.append)
    board = parse_game("15x15/5 freestyle h8 h9 g9 a1 i7 a2")
    ClassicComputer(10, None).choose(board)
    assert notices[-1] == b"(won with the next move) "
    notices.clear()
    ClassicComputer(1, None).choose(board)
    assert notices == []
