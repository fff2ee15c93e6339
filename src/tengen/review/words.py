"""A review in words: what was wrong with a move, how a position is won."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.review.judgement import JudgedMove, Judgement
from tengen.review.shape_words import article, bare_name, describe_effect, effect_words, shape_name
from tengen.review.shapes import LEAST_FOR_FOURS, Shape
from tengen.review.standing import Standing
from tengen.rules.point import Point
from tengen.rules.rules import Rules
from tengen.rules.wording import STONE_NAMES, PlayerNames, join_with_or, point_name

SHOWN = 5
"""How many moves of a line are shown."""
SO_FAR = ", as far as the engine can see"
DECISIVE = {Shape.OPEN_FOUR: 3, Shape.TWO_FOURS: 3, Shape.FOUR_AND_THREE: 5, Shape.TWO_THREES: 5}
"""What wins by itself, and in how many moves at most."""


def describe_move(move: JudgedMove, names: PlayerNames = STONE_NAMES) -> str:
    """What was wrong with a move, in a sentence or two; nothing if nothing was."""
    fault = describe_fault(move, names)
    point = point_name(move.point, move.rules)
    return f"{names[move.player]}'s {point} (move {move.number}) {fault}" if fault else ""


def describe_judged(move: JudgedMove, names: PlayerNames = STONE_NAMES) -> str:
    """A mistake explained, or else what the move did and how good it was."""
    wrong = describe_move(move, names)
    if wrong:
        return wrong
    effect = describe_effect(move)
    did = f" {effect}" if effect else ""
    return f"Move {move.number}{did}: {move.judgement.value}"


def describe_fault(move: JudgedMove, names: PlayerNames = STONE_NAMES) -> str:
    """The same without who moved where: `makes a four, but ...`."""
    missed = move.before.is_proven and move.before.winner is move.player
    if missed and move.after.winner is not move.player:
        if not move.loses and move.judgement is not Judgement.MISSED_WIN:
            return ""
        end = f" and {_describe_fall(move, names)}" if move.loses else ""
        return f"{_describe_doing(move)}misses {_describe_missed(move)}{end}."
    if missed and move.before.plies == 1 != move.after.plies + 1:
        first = point_name(move.before.line[0], move.rules)
        return f"still wins, but {first} would have won at once."
    if move.judgement in {Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER}:
        return f"{_describe_doing(move)}{_describe_loss(move, names)}"
    return ""


def _describe_doing(move: JudgedMove) -> str:
    """What the move did all the same."""
    effect = describe_effect(move)
    return f"{effect}, but " if effect else ""


def _describe_missed(move: JudgedMove) -> str:
    before, rules = move.before, move.rules
    if before.plies == 1:
        return f"{shape_name(Shape.FIVE, rules.k)} on {point_name(before.line[0], rules)}"
    means = _means(before, move.instead.made, rules)
    return f"a forced win in {before.plies}{means} {_shown(before.line, rules)}"


def _describe_loss(move: JudgedMove, names: PlayerNames) -> str:
    if move.loses:
        return f"{_describe_fall(move, names)}.{_describe_holds(move)}"
    before, after = (
        round(100 * standing.chance_for(move.player)) for standing in (move.before, move.after)
    )
    kind = move.judgement.value
    fall = f"the winning chance falls from {before} % to {after} %"
    best = point_name(move.better[0], move.rules)
    does = effect_words(move.instead, move.rules.k)
    better = f"was better: it {does}" if does else "was better"
    line = _shown(move.before.line, move.rules)
    return f"is {article(kind)} {kind}: {fall}. {best} {better} {line}."


def _describe_fall(move: JudgedMove, names: PlayerNames) -> str:
    """What the move failed to do, and what comes of it."""
    opponent, k, after = names[move.player.other], move.rules.k, move.after
    why = describe_win(after, move.rules, names, move.answer)
    if not after.is_proven:
        return f"seems to lose: {why}"
    if after.plies == 1 and k >= LEAST_FOR_FOURS:
        return f"does not block {opponent}'s {bare_name(Shape.FOUR, k)}: {why}"
    if after.plies == 3 and move.answer is Shape.OPEN_FOUR:
        return f"does not stop {opponent}'s {bare_name(Shape.THREE, k)}: {why}"
    return f"loses: {why}"


def _describe_holds(move: JudgedMove) -> str:
    if not move.better:
        return ""
    would = "would have won" if move.before.winner is move.player else "would have held"
    doubt = "" if move.before.is_proven else SO_FAR
    return f" {list_points(move.better, move.rules)} {would}{doubt}."


def describe_win(
    standing: Standing, rules: Rules, names: PlayerNames = STONE_NAMES, first: Shape = Shape.NOTHING
) -> str:
    """How a position is won, as in `Black has a forced win in 7 with fours (K8 K7 L6 ..)`.

    `first` is what the first move of the win makes, where that is known. Who *should* win does so
    in all that was searched, without a proof.
    """
    assert standing.winner is not None
    winner = names[standing.winner]
    if not standing.is_proven:
        return f"{winner} should win {_shown(standing.line, rules)}"
    if standing.plies == 0:
        return f"{winner} has won"
    if standing.plies == 1:
        return f"{winner} wins at once on {point_name(standing.line[0], rules)}"
    line = _shown(standing.line, rules)
    if standing.turn is not standing.winner:
        return f"{winner} wins in {standing.plies} whatever {names[standing.turn]} plays {line}"
    return f"{winner} has a forced win in {standing.plies}{_means(standing, first, rules)} {line}"


def _means(standing: Standing, first: Shape, rules: Rules) -> str:
    """By what a win is won, where its first move or its tree shows that."""
    if standing.plies <= DECISIVE.get(first, 0):
        return f" with {shape_name(first, rules.k)}"
    if standing.win is None:
        return ""
    nodes = standing.win.nodes()
    if all(node.makes_five or node.makes_four for node in nodes):
        return " with fours"
    return " with threats"


def list_points(points: Iterable[Point], rules: Rules) -> str:
    """As in `H8, G7 or F6`."""
    return join_with_or([point_name(point, rules) for point in points])


def _shown(line: tuple[Point, ...], rules: Rules) -> str:
    """The first moves of a line in brackets."""
    moves = " ".join(point_name(point, rules) for point in line[:SHOWN])
    return f"({moves} ..)" if len(line) > SHOWN else f"({moves})"
