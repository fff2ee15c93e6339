"""A review in a record: comments, variations, and what stays."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tengen.engine.analysis import Limits
from tengen.errors import Refusal, RuleError
from tengen.insight import (
    Reviewer,
    annotate,
    describe_game,
    describe_move,
    review_game,
    reviewed_line_of,
)
from tengen.records.game_tree import Node, Sign, visits
from tengen.records.record import Record, add_moves, board_at, record_of
from tengen.rules.notation import parse_game, parse_position
from tengen.rules.point import parse_algebraic
from tengen.rules.rules import Player

QUICK = Limits(nodes=1000)
UNBLOCKED_THREE = "15x15/5 freestyle h8 h9 i8 g9 j8 i9 k8 g8 l8"
MISSED_FIVE = "15x15/5 freestyle h8 h9 i8 g9 j8 i9 k8 g8 h7 l8"
SLOWER = "15x15/5 freestyle e1 d1 f1 a3 g1 o6 h8 a15 i8 o12 j8 c12 h1 i1 k8 g8 l8"
"""Black makes a four first, and only then the open four."""
RENJU = "15x15/5 renju h9 a1 h10 a3 i8 a5 j8 a7"
"""H8 would make two threes."""


def recorded(text: str) -> Record:
    return record_of(parse_game(text), "Anna", "Bert")


def annotated(record: Record) -> Record:
    return annotate(record, review_game(reviewed_line_of(record).board, QUICK, 1))


def named(node: Node, record: Record) -> list[str]:
    """Return the points of the moves that follow a node."""
    rules = record.rules
    points = [child.point for child in node.children]
    return [
        f"{'abcdefghijklmno'[point.col]}{rules.height - point.row}" for point in points if point
    ]


def add_move(node: Node, point: str, player: Player, record: Record) -> Node:
    return add_moves(node, [parse_algebraic(point, record.rules)], player)


def test_mistakes_get_a_comment_at_their_move() -> None:
    record = recorded(UNBLOCKED_THREE)
    review = review_game(reviewed_line_of(record).board, QUICK, 1)
    reviewed = annotate(record, review)
    assert reviewed.root.comment == f"Review: {describe_game(review)}"
    for node, move in zip(reviewed.line(), review.moves, strict=True):
        words = describe_move(move)
        assert node.comment == (f"Review: {words}" if words else "")
    assert reviewed.line()[5].comment.startswith("Review: White's I9 (move 6) makes")


def test_moves_that_would_have_held_are_variations_with_a_comment() -> None:
    reviewed = annotated(recorded(UNBLOCKED_THREE))
    before = reviewed.line()[4]
    assert named(before, reviewed) == ["i9", "g8", "k8"]
    comments = [child.comment for child in before.children[1:]]
    assert comments == ["Review: holds, as far as the engine can see."] * 2
    assert len(before.children[1].children) == 1


def test_the_turning_point_is_marked() -> None:
    reviewed = annotated(recorded(UNBLOCKED_THREE))
    assert [node.signs for node in reviewed.line()] == [()] * 5 + [(Sign.NOTED,)] + [()] * 3


def test_a_missed_win_is_a_variation_to_the_five() -> None:
    reviewed = annotated(recorded(MISSED_FIVE))
    before = reviewed.line()[7]
    assert named(before, reviewed) == ["h7", "l8"]
    assert before.children[1].comment == "Review: wins at once."
    line = [reviewed.root, *reviewed.line()[:8], before.children[1]]
    assert board_at(reviewed, line).outcome.winner is Player.FIRST


def test_the_shortest_win_is_a_variation_if_a_longer_one_was_played() -> None:
    reviewed = annotated(recorded(SLOWER))
    lost = reviewed.line()[SLOWER.split().index("c12") - 2]
    assert lost.comment.startswith("Review: White's C12 (move 12) does not stop Black's open three")
    assert named(lost, reviewed) == ["h1", "g8"]


def test_a_resigned_game_gets_a_variation_to_the_five() -> None:
    reviewed = annotated(recorded(UNBLOCKED_THREE.removesuffix(" k8 g8 l8")))
    assert board_at(reviewed, [reviewed.root, *reviewed.line()]).outcome.winner is Player.FIRST
    assert len(reviewed.line()) == 9


def test_every_added_move_is_legal() -> None:
    reviewed = annotated(recorded("15x15/5 freestyle h8 g8 i8 i9 j8 h9 k8 l8 j9 g9 h10"))
    path: list[Node] = []
    for depth, node, _ in visits(reviewed.root):
        path[depth:] = [node]
        board = board_at(reviewed, path[:depth])
        assert node.point is None or board.is_legal(node.point)


def test_a_second_review_repeats_nothing() -> None:
    once = annotated(recorded(UNBLOCKED_THREE))
    assert annotated(once) == once


def test_other_comments_stay_and_old_review_comments_are_replaced() -> None:
    record = recorded(UNBLOCKED_THREE)
    record.line()[5].comment = "Too hasty.\n\nReview: White's I9 is fine.\n\nAgreed."
    record.line()[0].comment = "Review: an opening."
    reviewed = annotated(record)
    texts = reviewed.line()[5].comment.split("\n\n")
    assert texts[:2] == ["Too hasty.", "Agreed."]
    assert texts[2].startswith("Review: White's I9 (move 6) makes")
    assert reviewed.line()[0].comment == ""


def test_annotating_does_not_change_the_given_record() -> None:
    record = recorded(UNBLOCKED_THREE)
    add_move(record.line()[4], "k8", Player.SECOND, record).comment = "better"
    reviewed = annotated(record)
    assert replace(record, root=Node()) == replace(reviewed, root=Node())
    assert named(record.line()[4], record) == ["i9", "k8"]
    assert record.line()[4].children[1].comment == "better"
    assert reviewed.line()[4].children[1].comment == (
        "better\n\nReview: holds, as far as the engine can see."
    )


def test_a_game_from_a_set_up_position_is_reviewed_from_there() -> None:
    board = parse_position("9x9/5 freestyle X 9/1O7/5X3/5X3/1OXXX4/9/4OOO2/9/9")
    board.play(parse_algebraic("a1", board.rules))
    reviewed = annotated(record_of(board))
    assert reviewed.root.comment.startswith("Review: After one move, White has a forced win in 3")
    assert named(reviewed.root, reviewed) == ["a1", "f5"]
    assert reviewed.root.children[1].comment == "Review: wins by force in 5."


def test_moves_before_a_pass_are_left_out() -> None:
    record = recorded("15x15/5 freestyle h8 h9")
    last = record.line()[-1]
    last.children = [Node(Player.FIRST, None)]
    add_move(last.children[0], "i9", Player.SECOND, record)
    reviewed = reviewed_line_of(record)
    assert (reviewed.before, len(reviewed.moves), reviewed.after) == (2, 1, 0)
    assert reviewed.places[0] is last.children[0]
    assert reviewed.board.first_turn is Player.SECOND


@pytest.mark.parametrize(
    "game, move, refusal",
    [(UNBLOCKED_THREE, "a1", Refusal.GAME_OVER), (RENJU, "h8", Refusal.DOUBLE_THREE)],
)
def test_moves_from_an_illegal_one_on_are_left_out(game: str, move: str, refusal: Refusal) -> None:
    record = recorded(game)
    count = len(record.line())
    add_move(record.line()[-1], move, Player.FIRST if count % 2 == 0 else Player.SECOND, record)
    reviewed = reviewed_line_of(record)
    assert (len(reviewed.moves), reviewed.after, reviewed.refusal) == (count, 1, refusal)
    assert len(reviewed.places) == count + 1
    assert reviewed.places[-1] is record.line()[-2]


def test_comment_nodes_between_moves_do_not_disturb_a_review() -> None:
    record = recorded("15x15/5 freestyle h8")
    note = Node(comment="a thought")
    record.line()[0].children = [note]
    add_move(note, "i9", Player.SECOND, record)
    reviewed = reviewed_line_of(record)
    assert reviewed.places[1] is note
    assert [node.point for node in reviewed.moves] == record.moves()


def test_the_review_of_another_game_is_refused() -> None:
    review = review_game(parse_game("15x15/5 freestyle h8 h9"), QUICK, 1)
    with pytest.raises(RuleError, match="of another game"):
        annotate(recorded(UNBLOCKED_THREE), review)


def test_an_empty_review_adds_nothing() -> None:
    record = recorded(UNBLOCKED_THREE)
    assert annotate(record, Reviewer(reviewed_line_of(record).board, QUICK, 1).review) == record
