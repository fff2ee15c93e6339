"""A review written into a record: comments, better lines, where the game was lost."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tengen.errors import RuleError
from tengen.records.game_tree import Node, Sign, Visit, tree_of, visits
from tengen.records.record import Record
from tengen.review.judgement import JudgedMove
from tengen.review.review import Review
from tengen.review.standing import Standing
from tengen.review.stretch import Stretch, stretch_of
from tengen.review.summary import describe_game
from tengen.review.words import SO_FAR, describe_move
from tengen.rules.point import Point
from tengen.rules.rules import Player
from tengen.rules.wording import STONE_NAMES, PlayerNames

HEAD = "Review: "
"""What a paragraph of ours begins with, so that the next review can replace it."""
PARAGRAPH = "\n\n"
LONGEST = 10
"""How many moves of a line that is not proven are written."""


def annotate(record: Record, review: Review, names: PlayerNames = STONE_NAMES) -> Record:
    """The record with a review of its main line; the one that is given stays as it is.

    Mistakes get a comment, and what was better a variation; a proven win is a variation to its
    end. The last move with which the loser could have held is noted. Other comments and variations
    are kept, comments of an earlier review replaced. Raises RuleError if it is another game's.
    """
    root = tree_of(
        Visit(depth, _unreviewed(node), more) for depth, node, more in visits(record.root)
    )
    annotated = replace(record, root=root)
    stretch = stretch_of(annotated)
    if review.start + len(review.standings) != len(stretch.places):
        raise RuleError(f"the review is of another game than this one: {stretch.board}")
    if not review.standings:
        return annotated
    _say(root, describe_game(review, names))
    for move in review.moves:
        _annotate_move(stretch, move, names)
    if review.turning_point is not None:
        _note(stretch.moves[review.turning_point.number - 1])
    _add_win(stretch.places[-1], review.standings[-1])
    return annotated


def _unreviewed(node: Node) -> Node:
    """A node without children, and without what an earlier review said."""
    paragraphs = node.comment.split(PARAGRAPH) if HEAD in node.comment else [node.comment]
    kept = [text for text in paragraphs if not text.startswith(HEAD)]
    return replace(node, children=[], comment=PARAGRAPH.join(kept))


def _annotate_move(stretch: Stretch, move: JudgedMove, names: PlayerNames) -> None:
    words = describe_move(move, names)
    if not words:
        return
    _say(stretch.moves[move.number - 1], words)
    for point in move.better:
        line = move.before.line if move.before.line[:1] == (point,) else (point,)
        shown = line if move.before.is_proven else line[:LONGEST]
        _say(_grow(stretch.places[move.number - 1], shown, move.player), _praise(move))
    if move.loses:
        _add_win(stretch.places[move.number], move.after)


def _praise(move: JudgedMove) -> str:
    """What is better about a better move."""
    before = move.before
    if before.winner is move.player:
        if before.plies == 1:
            return "wins at once."
        return f"wins by force in {before.plies}." if before.plies else f"wins{SO_FAR}."
    if move.loses:
        return f"holds{'' if before.is_proven else SO_FAR}."
    chances = [round(100 * standing.chance_for(move.player)) for standing in (before, move.after)]
    return f"better: a winning chance of {chances[0]} % instead of {chances[1]} %."


def _add_win(place: Node, standing: Standing) -> None:
    """The way in which a position is won, to the end, if that is proven."""
    if standing.is_proven and standing.winner is not None and standing.line:
        _grow(place, standing.line, standing.turn)


def _grow(place: Node, line: Iterable[Point], player: Player) -> Node:
    """Have moves follow a node, along those that do already; the first one is returned."""
    nodes = [place]
    for point in line:
        found = [
            node for node in nodes[-1].children if (node.player, node.point) == (player, point)
        ]
        if not found:
            found = [Node(player, point)]
            nodes[-1].children += found
        nodes.append(found[0])
        player = player.other
    return nodes[1]


def _say(node: Node, words: str) -> None:
    node.comment = PARAGRAPH.join(filter(None, [node.comment, f"{HEAD}{words}"]))


def _note(node: Node) -> None:
    if Sign.NOTED not in node.signs:
        node.signs = (*node.signs, Sign.NOTED)
