"""Write a review into a record as comments and variations, or turn it into chart data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from tengen.errors import Refusal, RuleError
from tengen.insight.review import JudgedMove, Review, Standing
from tengen.insight.review_text import NOT_PROVEN, describe_game, describe_move
from tengen.records import Node, Record, Sign, Visit, last_board, main_line, tree_of, visits
from tengen.render.charts import ChanceCurve, ChartMistake, MistakeKind
from tengen.rules import Board, Player, Point
from tengen.rules.wording import STONE_NAMES, PlayerNames


@dataclass(frozen=True, slots=True)
class ReviewedLine:
    """The part of a record's main line that can be reviewed.

    It begins where the players start to take turns, and ends before the first illegal move.
    `places` has the nodes of its positions, the first position included, and `moves` the nodes of
    its moves. `before` and `after` count the moves of the main line that are left out; `refusal`
    says why the first move after it is illegal.
    """

    board: Board
    places: tuple[Node, ...]
    moves: tuple[Node, ...]
    before: int
    after: int
    refusal: Refusal | None


def reviewed_line_of(record: Record) -> ReviewedLine:
    """Return the part of a record to review. Raises RuleError if both players have a line."""
    whole = last_board(record)
    board = Board(whole.rules, whole.setup, whole.first_turn)
    refusal = None
    for point in whole.moves:
        refusal = board.refusal(point)
        if refusal is not None:
            break
        board.play_unchecked(point)
    line = main_line(record.root)
    played = [at for at, node in enumerate(line) if node.point is not None]
    before = len(played) - len(whole.moves)
    until = before + len(board.moves)
    ends = [at - 1 for at in played[before : until + 1]]
    places = ends if refusal else [*ends, len(line) - 1]
    return ReviewedLine(
        board,
        tuple(line[at] for at in places),
        tuple(line[at] for at in played[before:until]),
        before,
        len(played) - until,
        refusal,
    )


COMMENT_PREFIX = "Review: "
"""The start of every paragraph of a review, by which the next review finds and replaces it."""
PARAGRAPH = "\n\n"
MAX_VARIATION = 10
"""The most moves to write of a line that is not proven."""


def annotate(record: Record, review: Review, names: PlayerNames = STONE_NAMES) -> Record:
    """Return a copy of the record with a review of its main line.

    Mistakes get a comment, and better moves a variation; a proven win is a variation to its end.
    The turning point is marked. Comments of an earlier review are replaced; other comments and
    variations stay. Raises RuleError if the review is of another game.
    """
    root = tree_of(
        Visit(depth, _without_review(node), more) for depth, node, more in visits(record.root)
    )
    annotated = replace(record, root=root)
    reviewed = reviewed_line_of(annotated)
    if review.start + len(review.standings) != len(reviewed.places):
        raise RuleError(f"the review is of another game, not of this one: {reviewed.board}")
    if not review.standings:
        return annotated
    _add_comment(root, describe_game(review, names))
    for move in review.moves:
        _annotate_move(reviewed, move, names)
    if review.turning_point is not None:
        _mark_as_noted(reviewed.moves[review.turning_point.number - 1])
    _add_win(reviewed.places[-1], review.standings[-1])
    return annotated


def _without_review(node: Node) -> Node:
    """Return a node without children and without comments of an earlier review."""
    paragraphs = node.comment.split(PARAGRAPH) if COMMENT_PREFIX in node.comment else [node.comment]
    kept = [text for text in paragraphs if not text.startswith(COMMENT_PREFIX)]
    return replace(node, children=[], comment=PARAGRAPH.join(kept))


def _annotate_move(reviewed: ReviewedLine, move: JudgedMove, names: PlayerNames) -> None:
    words = describe_move(move, names)
    if not words:
        return
    _add_comment(reviewed.moves[move.number - 1], words)
    for point in move.better:
        line = move.before.line if move.before.line[:1] == (point,) else (point,)
        shown = line if move.before.is_proven else line[:MAX_VARIATION]
        _add_comment(
            _add_line(reviewed.places[move.number - 1], shown, move.player), _describe_better(move)
        )
    if move.loses:
        _add_win(reviewed.places[move.number], move.after)


def _describe_better(move: JudgedMove) -> str:
    """Describe why a better move is better."""
    before = move.before
    if before.winner is move.player:
        if before.plies == 1:
            return "wins at once."
        return f"wins by force in {before.plies}." if before.plies else f"wins{NOT_PROVEN}."
    if move.loses:
        return f"holds{'' if before.is_proven else NOT_PROVEN}."
    chances = [round(100 * standing.chance_for(move.player)) for standing in (before, move.after)]
    return f"better: a winning chance of {chances[0]} % instead of {chances[1]} %."


def _add_win(place: Node, standing: Standing) -> None:
    """Add the winning line of a position, to its end, if the win is proven."""
    if standing.is_proven and standing.winner is not None and standing.line:
        _add_line(place, standing.line, standing.turn)


def _add_line(place: Node, line: Iterable[Point], player: Player) -> Node:
    """Add a line after a node, reusing the moves that are there; return its first node."""
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


def _add_comment(node: Node, words: str) -> None:
    node.comment = PARAGRAPH.join(filter(None, [node.comment, f"{COMMENT_PREFIX}{words}"]))


def _mark_as_noted(node: Node) -> None:
    if Sign.NOTED not in node.signs:
        node.signs = (*node.signs, Sign.NOTED)


ENGINE_SOURCE = "as the engine sees it"
"""The usual source of the chances, in the caption of a chart."""


def course_of(
    review: Review, names: PlayerNames = STONE_NAMES, *, title: str = "", how: str = ENGINE_SOURCE
) -> ChanceCurve:
    """Return the chances and the mistakes of a game; `how` says where the chances come from."""
    first, second = (names[player] for player in Player)
    mistakes = tuple(
        ChartMistake(move.number, MistakeKind(move.judgement.value), describe_move(move, names))
        for move in review.moves
        if move.judgement.is_mistake
    )
    turn = review.turning_point
    since = "" if review.is_complete else f" from move {review.start} on"
    return ChanceCurve(
        tuple(standing.chance for standing in review.standings),
        review.start,
        mistakes,
        None if turn is None else turn.number,
        title,
        f"{first}'s winning chance after every move{since}, {how}.",
        first,
        second,
    )
