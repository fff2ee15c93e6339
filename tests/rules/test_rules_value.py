from __future__ import annotations

import copy
import pickle

import pytest

from tengen.rules.outcome import Outcome, Termination
from tengen.rules.perft import PerftCounts
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, Value, WinRule

VALUES = [
    Point(3, 4),
    Rules(15, 14, 5, WinRule.CARO),
    Outcome(Player.SECOND, Termination.LINE),
    PerftCounts(1, 2, 3, 4),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_cannot_be_changed(value: Value) -> None:
    before = repr(value)
    for name in (*value.__slots__, "colour"):
        with pytest.raises(AttributeError, match=rf"cannot set {name}: a \w+ is frozen"):
            setattr(value, name, 0)
        with pytest.raises(AttributeError, match="is frozen"):
            delattr(value, name)
    assert repr(value) == before


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_copies_of_a_value_are_equal_and_have_equal_hashes(value: Value) -> None:
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert twin == value
        assert hash(twin) == hash(value)
        assert repr(twin) == repr(value)


def test_values_differ_if_any_field_differs() -> None:
    rules = Rules(7, 6, 4, WinRule.STANDARD)
    others = [
        Rules(8, 6, 4, WinRule.STANDARD),
        Rules(7, 7, 4, WinRule.STANDARD),
        Rules(7, 6, 5, WinRule.STANDARD),
        Rules(7, 6, 4, WinRule.CARO),
    ]
    assert rules == Rules(7, 6, 4, WinRule.STANDARD)
    assert rules not in others
    assert len({rules, *others}) == 5


def test_values_of_different_classes_are_never_equal() -> None:
    assert Point(1, 2) != (1, 2)
    assert Point(1, 2) != "1,2"
    assert Point(3, 3) != Rules(3, 3, 3)


def test_a_value_does_not_equal_other_types() -> None:
    assert (Point(0, 0) == (0, 0)) is False
    assert (Point(0, 0) != (0, 0)) is True


def test_the_repr_of_a_value_names_its_fields() -> None:
    assert repr(PerftCounts(1, 2, 3, 4)) == "PerftCounts(unfinished=1, first=2, second=3, ties=4)"
    expected = "Rules(width=3, height=4, k=5, win=<WinRule.CARO: 'caro'>)"
    assert repr(Rules(3, 4, 5, WinRule.CARO)) == expected
