from __future__ import annotations

from hypothesis import given
from kit.records import records
from kit.strategies import modest

from tengen.records.format import Feature, survey, tell_losses
from tengen.records.game_tree import Mark, MarkKind, Node, Stone, main_line, tree_of, visits
from tengen.records.line_formats import MOVES_FORMAT
from tengen.records.reading import Problems
from tengen.records.record import (
    UNKNOWN_RESULT,
    Record,
    Result,
    Score,
    add_moves,
    board_at,
    judged,
    last_board,
    record_of,
)
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, TIC_TAC_TOE, Player

FIRST, SECOND = Player.FIRST, Player.SECOND


def game(text: str) -> Record:
    record = Record()
    add_moves(record.root, parse_moves(text, FIVE_IN_A_ROW))
    return record


@given(records())
@modest
def test_a_walk_visits_every_node_once(record: Record) -> None:
    nodes = [node for _, node, _ in visits(record.root)]
    assert len(nodes) == 1 + sum(len(node.children) for node in nodes)
    assert len({id(node) for node in nodes}) == len(nodes)


def test_a_walk_has_depths_and_says_whether_a_sibling_follows() -> None:
    root = Node(children=[Node(FIRST, Point(0, 0)), Node(FIRST, Point(1, 1))])
    root.children[0].children.append(Node(SECOND, Point(2, 2)))
    walk = list(visits(root))
    assert [(depth, more) for depth, _, more in walk] == [
        (0, False),
        (1, True),
        (2, False),
        (1, False),
    ]


def test_a_tree_is_built_from_a_walk() -> None:
    root = Node(children=[Node(FIRST, Point(0, 0)), Node(FIRST, Point(1, 1))])
    root.children[0].children.append(Node(SECOND, Point(2, 2)))
    bare = [
        visit._replace(node=Node(visit.node.player, visit.node.point)) for visit in visits(root)
    ]
    assert tree_of(bare) == root


def test_a_very_deep_tree_is_walked_and_freed() -> None:
    root = node = Node()
    for _ in range(200_000):
        node.children.append(Node(FIRST))
        node = node.children[0]
    assert len(main_line(root)) == 200_001
    assert sum(1 for _ in visits(root)) == 200_001


def test_plain_moves_end_at_a_pass_a_set_up_and_a_move_out_of_turn() -> None:
    for last in (Node(SECOND), Node(stones=(Stone(Point(0, 0), FIRST),)), Node(FIRST, Point(0, 0))):
        record = game("h8")
        record.root.children[0].children.append(last)
        add_moves(last, [Point(1, 1)])
        assert record.moves() == [Point(7, 7)]


def test_a_remark_between_moves_does_not_end_them() -> None:
    record = game("h8")
    record.root.children[0].children.append(Node(comment="so far, so good"))
    add_moves(record.root.children[0].children[0], [Point(0, 0)], SECOND)
    assert record.moves() == [Point(7, 7), Point(0, 0)]


def test_the_record_of_a_board_leads_to_the_same_board() -> None:
    board = Board(TIC_TAC_TOE, {Point(0, 0): SECOND}, FIRST)
    board.play(Point(1, 1))
    record = record_of(board, "one", "two")
    assert last_board(record) == board
    assert last_board(record).moves == board.moves


def test_a_board_follows_passes_set_ups_and_moves_out_of_turn() -> None:
    record = game("h8")
    line = [Node(FIRST, Point(0, 0)), Node(SECOND), Node(stones=(Stone(Point(7, 7), None),))]
    board = board_at(record, [record.root, record.root.children[0], *line])
    assert board.stones == {Point(0, 0): FIRST}
    assert board.turn is FIRST


def test_a_missing_result_is_taken_from_the_board() -> None:
    won = game("h8 a1 h9 a2 h10 a3 h11 a4 h12")
    assert judged(won) == Result(Score.FIRST, Termination.LINE)
    assert judged(game("h8")) == UNKNOWN_RESULT
    won.result = Result(Score.DRAW, Termination.AGREED)
    assert judged(won) == won.result


def test_a_survey_counts_what_a_record_has() -> None:
    record = game("h8 i9")
    record.first = "one"
    node = record.root.children[0]
    node.comment, node.time = "well", 3
    node.marks = (Mark(MarkKind.LABEL, Point(0, 0), "a"), Mark(MarkKind.CROSS, Point(0, 1)))
    node.children.append(Node(SECOND, Point(1, 1)))
    assert survey(record) == {
        Feature.MOVES: 1,
        Feature.PLAYERS: 1,
        Feature.COMMENTS: 1,
        Feature.TIMES: 1,
        Feature.LABELS: 1,
        Feature.MARKS: 1,
        Feature.VARIATIONS: 1,
    }


def test_losses_are_described_in_words() -> None:
    record = game("h8 i9")
    record.root.comment = "well"
    record.root.children[0].comment = "well"
    record.result = Result(Score.FIRST, Termination.RESIGNED)
    record.rules = TIC_TAC_TOE
    lost = tell_losses(MOVES_FORMAT.losses(record))
    assert lost == "2 comments, the size of the board, the rules, the result"


def test_a_full_list_of_problems_still_counts() -> None:
    problems = Problems()
    for number in range(5000):
        problems.add(f"line {number}", "wrong")
    assert (len(problems.kept), problems.count) == (1000, 5000)


def test_an_aborted_game_is_judged_as_aborted() -> None:
    aborted = Result(Score.UNKNOWN, Termination.ABORTED)
    assert judged(Record(result=aborted)) == aborted


def test_players_have_names() -> None:
    record = Record(first="Ann", second="Ben")
    assert [record.name(player) for player in Player] == ["Ann", "Ben"]


def test_a_thousand_problems_are_kept_and_all_are_counted() -> None:
    problems = Problems()
    for number in range(1002):
        problems.add("", str(number))
    assert (len(problems.kept), problems.count) == (1000, 1002)
    assert str(problems.kept[-1]) == "999"
