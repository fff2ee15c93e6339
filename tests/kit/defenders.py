"""Proofs played on a board against defenders, without any code of the checkers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from kit.certificate_player import Proof
from kit.certificate_player import ReplayPosition as Node
from kit.certificate_reader import CertificatePart
from tengen.rules.board import Board
from tengen.rules.outcome import Outcome
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

Defender = Callable[[Board], Point]
Place = tuple[int, int]


def board_of(claim: CertificatePart) -> Board:
    """Return the board of a claim; the attacker is the first player."""
    rules = Rules(claim.width, claim.height, claim.k)
    stones = {point(claim, cell): Player.FIRST for cell in claim.attacker}
    stones |= {point(claim, cell): Player.SECOND for cell in claim.defender}
    return Board(rules, stones, Player.FIRST if claim.turn == 1 else Player.SECOND)


def point(claim: CertificatePart, cell: int) -> Point:
    """Return a cell as a point."""
    return Point(*divmod(cell, claim.width))


def play(proof: Proof, defender: Defender) -> Board:
    """Play a game to its end, or to the end of the proof."""
    board, place = board_of(proof.claim), proof.start()
    while not attack(board, proof, place).is_over:
        answer = defender(board)
        board.play(answer)
        place = place.after(answer.row * proof.claim.width + answer.col)
    return board


def attack(board: Board, proof: Proof, place: Node) -> Outcome:
    """Play the attacker's move of the proof."""
    if place.move is not None:
        board.play(point(proof.claim, place.move))
    return board.outcome


def losses(proof: Proof, board: Board, place: Node, plies: int) -> list[str]:
    """Return the games, among all possible ones, that the attacker does not win in time."""
    moves = place.move is not None
    outcome = attack(board, proof, place)
    plies -= moves
    found = []
    if outcome.is_over or plies < 1:
        found = [] if outcome.winner is Player.FIRST else [str(board)]
    else:
        for answer in board.legal_points():
            board.play(answer)
            after = place.after(answer.row * proof.claim.width + answer.col)
            found += losses(proof, board, after, plies - 1)
            board.undo()
    if moves:
        board.undo()
    return found


def at_random(random: Random) -> Defender:
    """Return a defender that plays anywhere."""
    return lambda board: random.choice(board.legal_points())


def greedy(random: Random) -> Defender:
    """Return a defender that wins, blocks a win, or plays where either side has most in line."""

    def choose(board: Board) -> Point:
        stones = {(point.row, point.col): player for point, player in board.stones.items()}
        worth: dict[Place, float] = {}
        for window in windows(board.rules):
            there = {stones.get(place) for place in window} - {None}
            if len(there) < 2:
                own = 0.5 * (there != {Player.FIRST})
                count = sum(place in stones for place in window) + own
                for place in window:
                    worth[place] = max(worth.get(place, 0), count)
        points = board.legal_points()
        random.shuffle(points)
        return max(points, key=lambda at: worth.get((at.row, at.col), 0))

    return choose


@cache
def windows(rules: Rules) -> list[list[Place]]:
    """Return all windows of the board."""
    lines = [
        [(row + n * down, col + n * right) for n in range(rules.k)]
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for row in range(rules.height)
        for col in range(rules.width)
    ]
    return [line for line in lines if line[-1][0] < rules.height and 0 <= line[-1][1] < rules.width]
