"""Shapes in words: what a move made, what it stopped."""

from __future__ import annotations

from tengen.review.judgement import JudgedMove
from tengen.review.shapes import Effect, Shape
from tengen.rules.wording import number_word


def describe_effect(move: JudgedMove) -> str:
    """What a move did, as in `makes an open three and blocks a four`; nothing if nothing."""
    return effect_words(move.effect, move.rules.k)


def effect_words(effect: Effect, k: int) -> str:
    """The same of a move in a game for k in a row."""
    parts = [f"makes {shape_name(effect.made, k)}"] if effect.made else []
    parts += [_describe_stop(shape, k) for shape in effect.stopped]
    if effect.prevented and not _is_told(effect):
        parts.append(f"prevents {shape_name(effect.prevented, k)}")
    *others, last = list(dict.fromkeys(parts)) or [""]
    return f"{', '.join(others)} and {last}" if others else last


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
        Shape.FOUR_AND_THREE: f"{article(four)} {four} and an open {three}",
        Shape.FOUR: f"{article(four)} {four}",
        Shape.TWO_THREES: f"two open {_plural(three)}",
        Shape.THREE: f"an open {three}",
    }[shape]


def bare_name(shape: Shape, k: int) -> str:
    """As in `open three`, without the article."""
    return shape_name(shape, k).partition(" ")[2]


def article(word: str) -> str:
    """What stands before a word: a or an."""
    return "an" if word.startswith(("i", "eight", "8", "11", "18")) else "a"


def _plural(word: str) -> str:
    return f"{word}es" if word == "six" else f"{word}s"
