"""The parts of the solver for small boards."""

from __future__ import annotations

import pytest

from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.errors import ParseError
from tengen.prove.oracle import Oracle
from tengen.prove.solver_state import Meter, SolverMemory, SolverStopped
from tengen.prove.win_strategy import ThreatFinder
from tengen.prove.windows import Windows, bits, find_pairs
from tengen.rules.board import Board
from tengen.rules.rules import Rules

BOARD = Board(Rules(4, 4, 3))


@pytest.mark.parametrize("size", [(5, 5), (6, 4)])
def test_the_symmetry_between_two_images_maps_one_to_the_other(size: tuple[int, int]) -> None:
    windows = Windows(*size, 3)
    cells = 0b1011
    for before in range(len(windows.images)):
        for after in range(len(windows.images)):
            image = windows.transformed(
                windows.transformed(cells, windows.symmetry_between(before, after)), after
            )
            assert image == windows.transformed(cells, before)


def test_windows_are_all_rows_of_k_cells() -> None:
    windows = Windows(4, 3, 3)
    assert len(windows.windows) == 3 * 2 + 4 + 2 + 2
    assert len(set(windows.windows)) == len(windows.windows)
    assert list(bits(windows.completions(0b0011, 0))) == [2]
    assert windows.completions(0b0011, 0b0100) == 0


def test_pairs_are_disjoint_and_in_every_window() -> None:
    windows = Windows(6, 6, 5)
    pairs = find_pairs(windows, 1 << 14, 1 << 21) or []
    cells = [cell for pair in pairs for cell in pair]
    assert len(set(cells)) == len(cells) > 0
    assert not {14, 21} & set(cells)
    sets = [1 << one | 1 << other for one, other in pairs]
    assert all(
        any(window & pair == pair for pair in sets)
        for window in windows.windows
        if not window >> 14 & 1
    )
    assert find_pairs(Windows(3, 3, 3), 0, 0) is None


def test_the_support_of_a_win_by_threats_is_the_cells_of_its_rows() -> None:
    windows = Windows(7, 1, 3)
    attack = ThreatFinder(windows, Meter()).look(1 << 3, 0, 0, 0, 100)
    assert attack is not None
    assert attack.plies == 3
    assert list(bits(attack.supports[0])) == [1, 2, 4]


def test_the_oracle_answers_for_either_player_to_move() -> None:
    oracle = Oracle(Board(Rules(5, 1, 3)), Meter())
    oracle.put(0, 2)
    assert oracle.winning_move(0) in {1, 3}
    assert oracle.winning_move(1) is None
    assert oracle.holding_move(1) in {1, 3}
    oracle.take()
    assert oracle.winning_move(0) is None


def test_a_meter_stops_at_its_limit_and_when_it_is_cancelled() -> None:
    meter = Meter(Limits(nodes=2))
    meter.count()
    with pytest.raises(SolverStopped):
        meter.count()
    cancel = CancelToken()
    other = Meter(cancel=cancel)
    other.add_count(lambda: 5)
    other.check()
    cancel.cancel()
    assert other.nodes == 5
    with pytest.raises(SolverStopped):
        other.check()


def test_a_memory_survives_packing() -> None:
    memory, other = SolverMemory(1), SolverMemory(1)
    memory.tables[1].entries[7] = 12345
    memory.moves[frozenset({1, 2}), frozenset({3})] = 4
    other.unpack(memory.pack(BOARD), BOARD)
    assert other.moves == memory.moves
    assert [table.entries for table in other.tables] == [table.entries for table in memory.tables]


def test_a_damaged_memory_or_one_of_another_position_is_refused() -> None:
    data = SolverMemory(1).pack(BOARD)
    with pytest.raises(ParseError, match="not to 3x3/3"):
        SolverMemory(1).unpack(data, Board(Rules(3, 3, 3)))
    memory = SolverMemory(1)
    assert memory.tables
    with pytest.raises(ParseError, match="damaged"):
        SolverMemory(1).unpack(memory.pack(BOARD)[:-1], BOARD)
