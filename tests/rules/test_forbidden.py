"""Renju's forbidden points: diagrams, and random boards compared with a slow reference."""

import random
from pathlib import Path
from typing import NamedTuple

import pytest
from kit.renju import Place, Position, Verdict, crowded_position, eight_ways
from kit.renju import second_verdict as reference_for_second
from kit.renju import verdict as reference

from tengen.errors import IllegalMove, Refusal
from tengen.rules.board import Board
from tengen.rules.outcome import NO_LEGAL_POINT, WINS
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

DRAWINGS = Path(__file__).parent.parent / "data" / "renju.txt"
STONES = {"X": Player.FIRST, "O": Player.SECOND}
MOVES = {"*": Player.FIRST, "?": Player.SECOND}
FOULS = {
    Refusal.OVERLINE: Verdict.OVERLINE,
    Refusal.DOUBLE_FOUR: Verdict.DOUBLE_FOUR,
    Refusal.DOUBLE_THREE: Verdict.DOUBLE_THREE,
}
DEPTHS = {
    "straight-four-only-with-an-overline": 1,
    "straight-four-only-with-a-double-four": 1,
    "straight-four-only-with-a-simple-four": 1,
    "straight-four-only-with-a-double-three": 1,
    "two-deep-ending-at-a-double-four": 2,
    "two-deep-ending-at-an-overline": 2,
    "two-deep-with-seven-stones": 2,
    "three-deep-with-eight-stones": 3,
    "four-deep-with-eight-stones": 4,
    "five-deep-with-eight-stones": 5,
}


class Diagram(NamedTuple):
    position: Position
    place: Place
    player: Player
    expected: Verdict


def read_diagrams() -> dict[str, Diagram]:
    diagrams: dict[str, Diagram] = {}
    for block in DRAWINGS.read_text(encoding="ascii").split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if lines:
            name, expected = lines[0].split(": ")
            assert name not in diagrams, name
            diagrams[name] = read_diagram(lines[1:], Verdict(expected))
    return diagrams


def read_diagram(lines: list[str], expected: Verdict) -> Diagram:
    rows = [line.split() for line in lines]
    marks = {(row, col): mark for row, line in enumerate(rows) for col, mark in enumerate(line)}
    stones = {place: STONES[mark] for place, mark in marks.items() if mark in STONES}
    [(place, player)] = [(place, MOVES[mark]) for place, mark in marks.items() if mark in MOVES]
    empty = [place for place, mark in marks.items() if mark == "."]
    height, width = len(rows), len(rows[0])
    assert len(stones) + len(empty) + 1 == height * width, lines
    return Diagram(Position(height, width, stones), place, player, expected)


def board_of(position: Position, turn: Player = Player.FIRST) -> Board:
    rules = Rules(position.width, position.height, 5, WinRule.RENJU)
    return Board(rules, {Point(*place): player for place, player in position.stones.items()}, turn)


def judged(board: Board, place: Place) -> Verdict:
    """Return the board's verdict on a move; a refusal for another reason is an error."""
    refusal = board.refusal(Point(*place))
    if refusal is not None:
        return FOULS[refusal]
    after = board.copy()
    after.play(Point(*place))
    return Verdict.FIVE if after.outcome == WINS[board.turn] else Verdict.FREE


DIAGRAMS = read_diagrams()
every_diagram = pytest.mark.parametrize("diagram", DIAGRAMS.values(), ids=DIAGRAMS)
every_deep_one = pytest.mark.parametrize("name, depth", DEPTHS.items(), ids=DEPTHS)


@every_diagram
def test_a_move_is_judged_as_its_diagram_says(diagram: Diagram) -> None:
    position, place, player, expected = diagram
    assert judged(board_of(position, player), place) is expected


@every_diagram
def test_turning_and_flipping_does_not_change_the_verdict(diagram: Diagram) -> None:
    position, place, player, expected = diagram
    verdicts = [
        judged(board_of(position, player), place) for position, place in eight_ways(position, place)
    ]
    assert verdicts == [expected] * 8


@every_diagram
def test_the_reference_agrees_with_the_diagrams(diagram: Diagram) -> None:
    position, place, player, expected = diagram
    judge = reference if player is Player.FIRST else reference_for_second
    verdicts = [judge(position, place) for position, place in eight_ways(position, place)]
    assert verdicts == [expected] * 8


@every_deep_one
def test_a_deep_diagram_needs_its_depth(name: str, depth: int) -> None:
    position, place, _, expected = DIAGRAMS[name]
    assert reference(position, place, depth - 1) is not expected
    assert reference(position, place, depth) is expected


def test_no_other_diagram_needs_depth() -> None:
    shallow = {name: diagram for name, diagram in DIAGRAMS.items() if name not in DEPTHS}
    for name, (position, place, player, expected) in shallow.items():
        if player is Player.FIRST:
            assert reference(position, place, 0) is expected, name


@pytest.mark.parametrize("seed", range(20))
def test_crowded_boards_agree_with_the_reference(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(8):
        position = crowded_position(rng)
        board = board_of(position)
        for point in board.empty_points():
            place = (point.row, point.col)
            assert judged(board, place) is reference(position, place), (str(board), point)


@pytest.mark.parametrize("seed", range(5))
def test_legal_points_are_those_that_the_reference_allows(seed: int) -> None:
    rng = random.Random(f"legal {seed}")
    for _ in range(5):
        position = crowded_position(rng)
        allowed = [
            Point(*place)
            for place in position.places()
            if position.is_empty(place)
            and reference(position, place) in {Verdict.FREE, Verdict.FIVE}
        ]
        assert board_of(position).legal_points() == allowed


def test_crowded_boards_have_moves_of_every_kind() -> None:
    rng = random.Random("kinds")
    positions = [crowded_position(rng) for _ in range(40)]
    boards = [board_of(position) for position in positions]
    kinds = {
        judged(board, (point.row, point.col)) for board in boards for point in board.empty_points()
    }
    assert kinds == {*Verdict}


@every_diagram
def test_judging_a_move_does_not_change_the_board(diagram: Diagram) -> None:
    board = board_of(diagram.position, diagram.player)
    before = str(board)
    board.refusal(Point(*diagram.place))
    board.legal_points()
    assert str(board) == before
    assert board == board_of(diagram.position, diagram.player)


@every_diagram
def test_only_a_foul_is_refused_and_with_its_reason(diagram: Diagram) -> None:
    position, place, player, expected = diagram
    board = board_of(position, player)
    if expected in FOULS.values():
        with pytest.raises(IllegalMove) as caught:
            board.play(Point(*place))
        assert FOULS[caught.value.reason] is expected
        assert board.moves == ()
    else:
        board.play(Point(*place))
        assert board.moves == (Point(*place),)


@every_diagram
def test_the_second_player_may_play_anywhere(diagram: Diagram) -> None:
    board = board_of(diagram.position, Player.SECOND)
    assert board.legal_points() == board.empty_points()


@pytest.mark.parametrize("win", [win for win in WinRule if win is not WinRule.RENJU])
def test_other_rules_forbid_no_point(win: WinRule) -> None:
    for name, (position, _, player, _) in DIAGRAMS.items():
        stones = {Point(*place): stone for place, stone in position.stones.items()}
        board = Board(Rules(position.width, position.height, 5, win), stones, player)
        if not board.outcome.is_over:
            assert board.legal_points() == board.empty_points(), name


def test_the_game_ends_when_only_forbidden_points_are_left() -> None:
    line = Position(1, 6, dict.fromkeys([(0, 0), (0, 1), (0, 2), (0, 4), (0, 5)], Player.FIRST))
    assert board_of(line).outcome == NO_LEGAL_POINT
    assert not board_of(line, Player.SECOND).outcome.is_over
