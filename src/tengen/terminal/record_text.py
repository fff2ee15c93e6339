"""A record in words: the players, the result, the moves."""

from __future__ import annotations

from tengen.errors import Refusal, RuleError
from tengen.game.descriptions import FOUL_NAMES
from tengen.printable import in_line
from tengen.records import Node, Record, Result, Score, board_at, judged, last_board
from tengen.records.record import TAGS, result_of
from tengen.rules import Board, Player, Termination, format_algebraic, wording

LOSS_REASONS = {
    Termination.RESIGNED: "{loser} resigned",
    Termination.TIME: "{loser}'s time is up",
    Termination.LEFT: "{loser} has left",
    Termination.FOUL: "{loser} played a forbidden point",
    Termination.ILLEGAL_MOVE: "{loser} made an illegal move",
    Termination.ENGINE_ERROR: "{loser}'s engine failed",
    Termination.ADJUDICATED: "adjudicated",
}
DRAW_REASONS = {
    Termination.AGREED: "both agreed",
    Termination.ADJUDICATED: "adjudicated",
    Termination.FULL_BOARD: "the board is full",
    Termination.NO_LEGAL_POINT: "all points left are forbidden to {first}",
}


def players_of(
    record: Record, names: wording.PlayerNames = wording.STONE_NAMES
) -> dict[Player, str]:
    """Return the players as in `Anna (Black)`, or the side alone."""
    players = {}
    for player in Player:
        name = in_line(record.name(player))
        players[player] = f"{name} ({names[player]})" if name else names[player]
    return players


def facts_of(record: Record) -> dict[str, str]:
    """Return the facts of a record by name, in the order in which to show them."""
    facts = {
        "Rules": wording.describe_rules(record.rules),
        "Opening": in_line(record.opening),
        "Clock": in_line(record.clock),
    }
    order = [*TAGS, *(name for name in record.tags if name not in TAGS)]
    for name in order:
        facts[wording.capitalised(in_line(name))] = in_line(record.tags.get(name, ""))
    return {name: text for name, text in facts.items() if name and text}


def describe_record_result(record: Record, names: wording.PlayerNames = wording.STONE_NAMES) -> str:
    """Return the result, as in `Black wins: five from H8 to L8`, or an empty text."""
    try:
        board = last_board(record)
    except RuleError:
        board = Board(record.rules)
    result = record.result
    if result.score is Score.UNKNOWN and result.reason is not Termination.ABORTED:
        result = result_of(board.outcome)
    if result.winner is not None:
        why = _why_won(record, result, board, names)
        return f"{names[result.winner]} wins" + (f": {why}" if why else "")
    if result.reason is Termination.ABORTED:
        return "The game was aborted"
    if result.score is not Score.DRAW:
        return ""
    why = DRAW_REASONS.get(result.reason, "").format(first=names[Player.FIRST])
    return "A draw" + (f": {why}" if why else "")


def _why_won(record: Record, result: Result, board: Board, names: wording.PlayerNames) -> str:
    assert result.winner is not None
    if (
        result.reason in {Termination.LINE, Termination.UNKNOWN}
        and board.outcome.winner is result.winner
    ):
        return " and ".join(wording.line_name(line, record.rules) for line in board.winning_lines())
    loser = result.winner.other
    foul = _foul(record, loser, names) if result.reason is Termination.FOUL else ""
    return foul or LOSS_REASONS.get(result.reason, "").format(loser=names[loser])


def _foul(record: Record, loser: Player, names: wording.PlayerNames) -> str:
    """Return the foul of the last move, as in `Black's J9 is a double-three`, if it is one."""
    *before, last = record.root, *record.line()
    if last.player is not loser or last.point is None:
        return ""
    refusal = board_at(record, before).refusal(last.point)
    if not isinstance(refusal, Refusal) or refusal not in FOUL_NAMES:
        return ""
    return (
        f"{names[loser]}'s {wording.point_name(last.point, record.rules)} is {FOUL_NAMES[refusal]}"
    )


def node_name(node: Node, record: Record) -> str:
    """Return a node as in a list of moves: `h8`, `pass`, `set-up`, or an empty text."""
    if node.point is not None:
        return format_algebraic(node.point, record.rules)
    if node.player is not None:
        return "pass"
    return "set-up" if node.stones else ""


def describe_record_move(
    node: Node, record: Record, names: wording.PlayerNames = wording.STONE_NAMES
) -> str:
    """Return a move in words, as in `Black H8, 1.5 s, evaluation -35`."""
    if node.player is None:
        return "set-up stones" if node.stones else ""
    where = "passes" if node.point is None else wording.point_name(node.point, record.rules)
    spent = "" if node.time is None else f", {node.time / 1000:.1f} s"
    seen = f", evaluation {node.evaluation}" if node.evaluation else ""
    return f"{names[node.player]} {where}{spent}{seen}"


def describe_record(record: Record) -> str:
    """Return a game in one line, as in `Anna v Ben, 1-0, 21 moves, Open 2024, 2024-05-06`."""
    names = [in_line(record.name(player)) or "?" for player in Player]
    count = sum(node.player is not None for node in record.line())
    parts = [f"{names[0]} v {names[1]}" if names != ["?", "?"] else ""]
    parts += [_score(record), wording.counted(count, "move")]
    parts += [in_line(record.tags.get(name, "")) for name in ("event", "round", "date")]
    return ", ".join(filter(None, parts))


def _score(record: Record) -> str:
    """Return the score, as in `1-0`, or an empty text."""
    try:
        score = judged(record).score
    except RuleError:
        return ""
    return "" if score is Score.UNKNOWN else score.value
