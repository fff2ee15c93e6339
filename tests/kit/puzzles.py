"""Positions for puzzles."""

from __future__ import annotations

from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point, parse_algebraic
from tengen.rules.rules import GAMES, Player, Rules

FIVE = GAMES["five"]


def put(black: str, white: str, turn: Player = Player.FIRST, rules: Rules = FIVE) -> Board:
    """Return a board with stones on these points."""
    stones = dict.fromkeys(parse_moves(black, rules), Player.FIRST)
    return Board(rules, {**stones, **dict.fromkeys(parse_moves(white, rules), Player.SECOND)}, turn)


def at(name: str) -> Point:
    """Return a point of a 15x15 board."""
    return parse_algebraic(name, FIVE)


def four_and_three() -> Board:
    """Black wins with h8, a four and a three, but not with i8, a four only; White has a three."""
    return put("e8 f8 g8 h9 h10", "d8 l3 l4 l5 a1")


def two_threes() -> Board:
    """Black wins only with h8: two threes at once."""
    return put("f8 g8 h9 h10 c3", "e5 l12 a1 o1 k4")


def two_ways() -> Board:
    """Black wins with two fours by h8, or with three by h5."""
    black = "e8 f8 g8 h9 h10 e5 f5 g5 e3 f3 g3 h4"
    return put(black, "d8 d5 d3 l11 l12 l13 j6 j2")
