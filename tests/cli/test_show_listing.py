"""The moves of a record as text."""

from __future__ import annotations

from hypothesis import given
from kit.records import records
from kit.strategies import modest
from kit.viewers import grow, point, sample

from tengen.cli.show import describe_game, listed_nodes, move_lines
from tengen.records.game_tree import Node, Stone, visits
from tengen.records.record import Record
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Player
from tengen.terminal.record_browser import TreeCursor

LISTED = """\
  1. h8     2. h9     3. i9
     A comment.
  4. g7
 or   4. j8     5. j10    6. g7
     or   6. a1     7. b1
 or   4. g9     5. k11    6. k10
  5. j10    6. k11    7. i7     8. h10    9. i8    10. i10   11. i6
 12. i5    13. j8    14. k8    15. h6    16. k9    17. j6    18. j7
 19. g9    20. f10   21. k5
"""


def test_variations_and_comments_follow_their_moves() -> None:
    assert "\n".join(move_lines(sample())) + "\n" == LISTED


def test_a_long_comment_is_wrapped_and_has_no_control_characters() -> None:
    record = sample()
    record.root.comment = "word " * 40 + "\n\n\x1b[31mred"
    lines = list(move_lines(record))
    assert all(len(line) < 80 for line in lines)
    assert lines[lines.index("") + 1] == "      [31mred"


def test_passes_and_set_up_stones_are_listed() -> None:
    record = Record(root=Node(children=[Node(Player.FIRST)]))
    stones = (Stone(point("h8"), Player.FIRST),)
    record.root.children[0].children.append(Node(stones=stones))
    assert list(move_lines(record)) == ["  1. pass   1. set-up"]


@modest
@given(records())
def test_every_node_is_listed_once(record: Record) -> None:
    found = [id(record.root), *(id(step.node) for step in listed_nodes(record.root))]
    assert sorted(found) == sorted(id(visit.node) for visit in visits(record.root))


def test_a_deep_and_wide_tree_is_listed_without_recursion() -> None:
    root = node = Node()
    for _ in range(50_000):
        node.children = [Node(Player.FIRST), Node(Player.SECOND)]
        node = node.children[1]
    assert sum(1 for _ in listed_nodes(root)) == 100_000


def test_the_whole_text_of_a_small_game() -> None:
    record = Record(GAMES["tictactoe"], first="Anna", opening="free", tags={"date": "2024"})
    grow(record.root, "a1 b2", record.rules)
    trail = TreeCursor(record)
    trail.go_to(2)
    assert "\n".join(describe_game(trail, ascii_only=True)) == (
        "X: Anna\nRules: 3x3, three or more in a row win\nOpening: free\nDate: 2024\n\n"
        "3 . . .\n2 .(O).\n1 X . .\n  a b c\nAfter move 2 of 2: O B2\n\n  1. a1     2. b2"
    )


def test_colour_changes_nothing_but_the_colours() -> None:
    trail = TreeCursor(sample())
    trail.go_to(3)
    painted = "\n".join(describe_game(trail, colour=True))
    plain = "\n".join(describe_game(trail))
    assert "\x1b[36;7m\u25cf\x1b[0m" in painted
    parts = painted.replace("\x1b[0m", "").split("\x1b[")
    bare = parts[0] + "".join(part.partition("m")[2] for part in parts[1:])
    assert [line.rstrip() for line in bare.split("\n")] == plain.split("\n")


def test_an_impossible_position_is_reported() -> None:
    fives = [
        Stone(Point(row, col), player) for row, player in enumerate(Player) for col in range(5)
    ]
    trail = TreeCursor(Record(root=Node(stones=tuple(fives))))
    lines = list(describe_game(trail, ascii_only=True))
    assert any(line.startswith("This position is impossible: both") for line in lines)
