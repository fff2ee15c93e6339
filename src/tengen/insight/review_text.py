"""Describe a review in English: what a move did, what was wrong with it, how the game went."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.insight.review import JudgedMove, Judgement, Review, Standing, leader_of
from tengen.insight.shapes import LEAST_FOR_FOURS, Effect, Shape
from tengen.rules import Player, Point, Rules, wording


def describe_effect(move: JudgedMove) -> str:
    """Describe what a move did, as in `makes an open three and blocks a four`; may be empty."""
    return describe_move_effect(move.effect, move.rules.k)


def describe_move_effect(effect: Effect, k: int) -> str:
    """Describe an effect in a game for k in a row; empty if there is none."""
    parts = [f"makes {shape_name(effect.made, k)}"] if effect.made else []
    parts += [_describe_stop(shape, k) for shape in effect.stopped]
    if effect.prevented and not _is_covered(effect):
        parts.append(f"prevents {shape_name(effect.prevented, k)}")
    *others, last = list(dict.fromkeys(parts)) or [""]
    return f"{', '.join(others)} and {last}" if others else last


def _is_covered(effect: Effect) -> bool:
    """Whether the stopped shapes already include the prevented one."""
    return Shape.OPEN_FOUR in effect.stopped or Shape.FOUR in effect.stopped


def _describe_stop(shape: Shape, k: int) -> str:
    if shape is Shape.OPEN_FOUR:
        return f"blocks one end of {shape_name(shape, k)}"
    return f"{'blocks' if shape is Shape.FOUR else 'stops'} {shape_name(shape, k)}"


def shape_name(shape: Shape, k: int) -> str:
    """Return the name of a shape in a game for k in a row, with its article.

    `Shape.FOUR` is a four if k is five, and a three if k is four.
    """
    five, four, three = (wording.number_word(max(0, k - less)) for less in range(3))
    return {
        Shape.NOTHING: "nothing",
        Shape.FIVE: f"{five} in a row" if k != 5 else five,
        Shape.OPEN_FOUR: f"an open {four}",
        Shape.TWO_FOURS: f"two {_plural(four)}",
        Shape.FOUR_AND_THREE: f"{article(four)} {four} and an open {three}",
        Shape.FOUR: f"{article(four)} {four}",
        Shape.TWO_THREES: f"two open {_plural(three)}",
        Shape.THREE: f"an open {three}",
    }[shape]


def shape_noun(shape: Shape, k: int) -> str:
    """Return the name of a shape without its article, as in `open three`."""
    return shape_name(shape, k).partition(" ")[2]


def article(word: str) -> str:
    """Return the article of a word: a or an."""
    return "an" if word.startswith(("i", "eight", "8", "11", "18")) else "a"


def _plural(word: str) -> str:
    return f"{word}es" if word == "six" else f"{word}s"


SHOWN_MOVES = 5
"""The number of moves of a line that are shown."""
NOT_PROVEN = ", as far as the engine can see"
DECISIVE_PLIES = {
    Shape.OPEN_FOUR: 3,
    Shape.TWO_FOURS: 3,
    Shape.FOUR_AND_THREE: 5,
    Shape.TWO_THREES: 5,
}
"""The shapes that win by themselves, and the most plies that they take."""


def describe_move(move: JudgedMove, names: wording.PlayerNames = wording.STONE_NAMES) -> str:
    """Describe what was wrong with a move in a sentence or two; empty if nothing was."""
    fault = describe_fault(move, names)
    point = wording.point_name(move.point, move.rules)
    return f"{names[move.player]}'s {point} (move {move.number}) {fault}" if fault else ""


def describe_judged(move: JudgedMove, names: wording.PlayerNames = wording.STONE_NAMES) -> str:
    """Describe a mistake, or else what the move did and how good it was."""
    wrong = describe_move(move, names)
    if wrong:
        return wrong
    effect = describe_effect(move)
    did = f" {effect}" if effect else ""
    return f"Move {move.number}{did}: {move.judgement.value}"


def describe_fault(move: JudgedMove, names: wording.PlayerNames = wording.STONE_NAMES) -> str:
    """Describe what was wrong with a move without its player and point: `makes a four, but ...`."""
    missed = move.before.is_proven and move.before.winner is move.player
    if missed and move.after.winner is not move.player:
        if not move.loses and move.judgement is not Judgement.MISSED_WIN:
            return ""
        end = f" and {_describe_defeat(move, names)}" if move.loses else ""
        return f"{_effect_before_but(move)}misses {_describe_missed(move)}{end}."
    if missed and move.before.plies == 1 != move.after.plies + 1:
        first = wording.point_name(move.before.line[0], move.rules)
        return f"still wins, but {first} would have won at once."
    if move.judgement in {Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER}:
        return f"{_effect_before_but(move)}{_describe_loss(move, names)}"
    return ""


def _effect_before_but(move: JudgedMove) -> str:
    """Return what the move did, followed by `, but `; empty if it did nothing."""
    effect = describe_effect(move)
    return f"{effect}, but " if effect else ""


def _describe_missed(move: JudgedMove) -> str:
    before, rules = move.before, move.rules
    if before.plies == 1:
        return f"{shape_name(Shape.FIVE, rules.k)} on {wording.point_name(before.line[0], rules)}"
    means = _means(before, move.instead.made, rules)
    return f"a forced win in {before.plies}{means} {_format_line(before.line, rules)}"


def _describe_loss(move: JudgedMove, names: wording.PlayerNames) -> str:
    if move.loses:
        return f"{_describe_defeat(move, names)}.{_describe_better(move)}"
    before, after = (
        round(100 * standing.chance_for(move.player)) for standing in (move.before, move.after)
    )
    kind = move.judgement.value
    fall = f"the winning chance falls from {before} % to {after} %"
    best = wording.point_name(move.better[0], move.rules)
    does = describe_move_effect(move.instead, move.rules.k)
    better = f"was better: it {does}" if does else "was better"
    line = _format_line(move.before.line, move.rules)
    return f"is {article(kind)} {kind}: {fall}. {best} {better} {line}."


def _describe_defeat(move: JudgedMove, names: wording.PlayerNames) -> str:
    """Describe what the move failed to stop, and how the opponent wins."""
    opponent, k, after = names[move.player.other], move.rules.k, move.after
    why = describe_win(after, move.rules, names, move.answer)
    if not after.is_proven:
        return f"seems to lose: {why}"
    if after.plies == 1 and k >= LEAST_FOR_FOURS:
        return f"does not block {opponent}'s {shape_noun(Shape.FOUR, k)}: {why}"
    if after.plies == 3 and move.answer is Shape.OPEN_FOUR:
        return f"does not stop {opponent}'s {shape_noun(Shape.THREE, k)}: {why}"
    return f"loses: {why}"


def _describe_better(move: JudgedMove) -> str:
    if not move.better:
        return ""
    would = "would have won" if move.before.winner is move.player else "would have held"
    doubt = "" if move.before.is_proven else NOT_PROVEN
    return f" {list_points(move.better, move.rules)} {would}{doubt}."


def describe_win(
    standing: Standing,
    rules: Rules,
    names: wording.PlayerNames = wording.STONE_NAMES,
    first: Shape = Shape.NOTHING,
) -> str:
    """Describe how a position is won: `Black has a forced win in 7 with fours (K8 K7 L6 ..)`.

    `first` is the shape that the first move of the win makes, if it is known. A player who
    *should* win does so in everything that was searched, but without a proof.
    """
    assert standing.winner is not None
    winner = names[standing.winner]
    if not standing.is_proven:
        return f"{winner} should win {_format_line(standing.line, rules)}"
    if standing.plies == 0:
        return f"{winner} has won"
    if standing.plies == 1:
        return f"{winner} wins at once on {wording.point_name(standing.line[0], rules)}"
    line = _format_line(standing.line, rules)
    if standing.turn is not standing.winner:
        return f"{winner} wins in {standing.plies} whatever {names[standing.turn]} plays {line}"
    return f"{winner} has a forced win in {standing.plies}{_means(standing, first, rules)} {line}"


def _means(standing: Standing, first: Shape, rules: Rules) -> str:
    """Describe the means of a win, as in ` with fours`, if its first move or its tree shows it."""
    if standing.plies <= DECISIVE_PLIES.get(first, 0):
        return f" with {shape_name(first, rules.k)}"
    if standing.win is None:
        return ""
    nodes = standing.win.nodes()
    if all(node.makes_five or node.makes_four for node in nodes):
        return " with fours"
    return " with threats"


def list_points(points: Iterable[Point], rules: Rules) -> str:
    """Format points as alternatives: `H8, G7 or F6`."""
    return wording.join_with_or([wording.point_name(point, rules) for point in points])


def _format_line(line: tuple[Point, ...], rules: Rules) -> str:
    """Format the first moves of a line in brackets."""
    moves = " ".join(wording.point_name(point, rules) for point in line[:SHOWN_MOVES])
    return f"({moves} ..)" if len(line) > SHOWN_MOVES else f"({moves})"


def describe_game(review: Review, names: wording.PlayerNames = wording.STONE_NAMES) -> str:
    """Describe how the game ended, where it was lost, and who made mistakes."""
    if not review.standings:
        return "No position has been reviewed."
    parts = [_describe_end(review, names), _describe_turning_point(review, names)]
    if review.moves:
        parts.append(_describe_mistakes(review, names))
    return " ".join(part for part in parts if part)


def _describe_end(review: Review, names: wording.PlayerNames) -> str:
    count = review.start + len(review.moves)
    after = f"after {_count_noun(count, 'move')}" if count else "before the first move"
    last = review.standings[-1]
    if review.outcome.is_over:
        winner = review.outcome.winner
        return f"{names[winner]} won {after}." if winner else f"A tie {after}."
    if last.winner is not None:
        return f"{wording.capitalised(after)}, {describe_win(last, review.rules, names)}."
    if last.is_proven:
        return f"{wording.capitalised(after)}, the game is a tie with best play."
    leader = leader_of(last)
    stands = f"{names[leader]} is ahead" if leader else "the game is even"
    return f"{wording.capitalised(after)}, {stands}."


def _describe_turning_point(review: Review, names: wording.PlayerNames) -> str:
    """Describe where the game was lost; empty if there is no loser."""
    loser = review.loser
    if loser is None:
        return ""
    move = review.turning_point
    if move is not None:
        played = wording.point_name(move.point, review.rules)
        instead = f"{list_points(move.better, review.rules)} instead of {played}"
        doubt = "" if move.before.is_proven and move.after.is_proven else NOT_PROVEN
        done = "won" if move.before.winner is loser else "held"
        return f"{names[loser]} could still have {done} at move {move.number}: {instead}{doubt}."
    first = review.standings[0]
    if not review.is_complete:
        return f"{names[loser]} was lost at move {review.start + 1}, if not before."
    return f"{names[loser]} was lost from the start{'' if first.is_proven else NOT_PROVEN}."


def _describe_mistakes(review: Review, names: wording.PlayerNames) -> str:
    counts = {player: len(review.mistakes(player)) for player in Player}
    if not any(counts.values()):
        return "Neither side made a mistake."
    first, second = counts.values()
    if first == second:
        return f"Both sides made {_count_noun(first, 'mistake')}."
    one, other = (names[player] for player in Player)
    rest = wording.number_word(second) if second else "none"
    return f"{one} made {_count_noun(first, 'mistake')}, {other} {rest}."


def _count_noun(number: int, noun: str) -> str:
    return f"{wording.number_word(number)} {wording.plural(number, noun)}"
