"""A review in words: what a move did, what was wrong with it, how the game went."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.notation.words import STONES, Names, either, number_word, point_name
from tengen.review.judgement import JudgedMove, Judgement
from tengen.review.shapes import Effect, Shape
from tengen.review.standing import Standing

SHOWN = 5
"""How many moves of a line are shown."""
SO_FAR = ", as far as the engine can see"


def describe_effect(move: JudgedMove) -> str:
    """What a move made and stopped, as in `makes a three, blocks a four`; nothing if nothing."""
    k, effect = move.rules.k, move.effect
    parts = [f"makes {shape_name(effect.made, k)}"] if effect.made else []
    parts += [_describe_stop(shape, k) for shape in effect.stopped]
    if effect.prevented and not _is_told(effect):
        parts.append(f"prevents {shape_name(effect.prevented, k)}")
    return ", ".join(dict.fromkeys(parts))


def _is_told(effect: Effect) -> bool:
    """Whether what was prevented is no more than what was stopped."""
    return Shape.OPEN_FOUR in effect.stopped or Shape.FOUR in effect.stopped


def _describe_stop(shape: Shape, k: int) -> str:
    if shape is Shape.OPEN_FOUR:
        return f"blocks one end of {shape_name(shape, k)}"
    return f"{'blocks' if shape is Shape.FOUR else 'stops'} {shape_name(shape, k)}"


def shape_name(shape: Shape, k: int) -> str:
    """A shape by its name in a game for k in a row: a four for five is a three for four."""
    five, four, three = (number_word(max(0, k - less)) for less in range(3))
    return {
        Shape.NOTHING: "nothing",
        Shape.FIVE: f"{five} in a row" if k != 5 else five,
        Shape.OPEN_FOUR: f"an open {four}",
        Shape.TWO_FOURS: f"two {_plural(four)}",
        Shape.FOUR_AND_THREE: f"{_article(four)} {four} and {_article(three)} {three}",
        Shape.FOUR: f"{_article(four)} {four}",
        Shape.TWO_THREES: f"two {_plural(three)}",
        Shape.THREE: f"{_article(three)} {three}",
    }[shape]


def describe_move(move: JudgedMove, names: Names = STONES) -> str:
    """What was wrong with a move, in a sentence or two; nothing if nothing was."""
    what = f"{names[move.player]}'s {point_name(move.point, move.rules)} (move {move.number})"
    missed = move.before.is_proven and move.before.winner is move.player
    if missed and move.after.winner is not move.player:
        if not move.loses and move.judgement is not Judgement.MISSED_WIN:
            return ""
        end = f" and loses: {describe_win(move.after, move.rules, names)}" if move.loses else ""
        return f"{what} misses {_describe_missed(move)}{end}."
    if missed and move.before.plies == 1 != move.after.plies + 1:
        first = point_name(move.before.line[0], move.rules)
        return f"{what} still wins, but {first} would have won at once."
    if move.judgement in {Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER}:
        return _describe_loss(move, what, names)
    return ""


def _describe_missed(move: JudgedMove) -> str:
    before = move.before
    if before.plies == 1:
        return f"a win at once on {point_name(before.line[0], move.rules)}"
    return f"a win in {before.plies}{_means(before)} {_shown(before.line, move.rules)}"


def _describe_loss(move: JudgedMove, what: str, names: Names) -> str:
    if move.loses:
        verb = "loses" if move.after.is_proven else "looks lost"
        why = describe_win(move.after, move.rules, names)
        return f"{what} {verb}: {why}.{_describe_holds(move)}"
    before, after = (
        round(100 * standing.chance_for(move.player)) for standing in (move.before, move.after)
    )
    kind = move.judgement.value
    fall = f"the winning chance falls from {before} % to {after} %"
    best = point_name(move.better[0], move.rules)
    line = _shown(move.before.line, move.rules)
    return f"{what} is {_article(kind)} {kind}: {fall}. {best} was better {line}."


def _describe_holds(move: JudgedMove) -> str:
    if not move.better:
        return ""
    would = "would have won" if move.before.winner is move.player else "would have held"
    doubt = "" if move.before.is_proven else SO_FAR
    return f" {list_points(move.better, move.rules)} {would}{doubt}."


def describe_win(standing: Standing, rules: Rules, names: Names = STONES) -> str:
    """How a position is won, as in `Black wins in 7 with fours (K8 K7 L6 ..)`.

    Who *should* win does so in all that was searched, without a proof.
    """
    assert standing.winner is not None
    winner = names[standing.winner]
    if not standing.is_proven:
        return f"{winner} should win {_shown(standing.line, rules)}"
    if standing.plies == 0:
        return f"{winner} has won"
    if standing.plies == 1:
        return f"{winner} wins at once on {point_name(standing.line[0], rules)}"
    return f"{winner} wins in {standing.plies}{_means(standing)} {_shown(standing.line, rules)}"


def _means(standing: Standing) -> str:
    """By what a win is won, where its tree shows that."""
    if standing.win is None:
        return ""
    nodes = standing.win.nodes()
    if all(node.makes_five or node.makes_four for node in nodes):
        return " with fours"
    return " with threats"


def list_points(points: Iterable[Point], rules: Rules) -> str:
    """As in `H8, G7 or F6`."""
    return either([point_name(point, rules) for point in points])


def _shown(line: tuple[Point, ...], rules: Rules) -> str:
    """The first moves of a line in brackets."""
    moves = " ".join(point_name(point, rules) for point in line[:SHOWN])
    return f"({moves} ..)" if len(line) > SHOWN else f"({moves})"


def _article(word: str) -> str:
    return "an" if word.startswith(("i", "eight", "8", "11", "18")) else "a"


def _plural(word: str) -> str:
    return f"{word}es" if word == "six" else f"{word}s"
