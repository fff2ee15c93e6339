from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from kit.reference import all_points
from kit.strategies import modest, move_orders, some_rules

from tengen.rules.geometry import EmptyPoints, geometry
from tengen.rules.point import Point
from tengen.rules.rules import Rules


@modest
@given(some_rules(), st.data())
def test_set_up_points_are_left_out(rules: Rules, data: st.DataObject) -> None:
    order = data.draw(move_orders(rules))
    setup = order[: data.draw(st.integers(0, len(order)))]
    free = EmptyPoints(geometry(rules), setup)
    assert free.after([]) == sorted(set(all_points(rules)) - set(setup))


@modest
@given(some_rules(), st.data())
def test_free_points_follow_any_mixture_of_moves_and_takebacks(
    rules: Rules, data: st.DataObject
) -> None:
    free, moves, rest = EmptyPoints(geometry(rules)), [], data.draw(move_orders(rules))
    for wish in data.draw(st.lists(st.sampled_from(["play", "play", "undo", "ask"]), max_size=30)):
        if wish == "play" and rest:
            moves.append(rest.pop())
        elif wish == "undo" and moves:
            rest.insert(0, moves.pop())
            if free.seen > len(moves):
                free.put_back(rest[0])
        else:
            assert free.after(moves) == sorted(set(all_points(rules)) - set(moves))
    assert free.after(moves) == sorted(rest)


def test_the_list_belongs_to_the_caller() -> None:
    free = EmptyPoints(geometry(Rules(2, 2, 2)))
    free.after([]).clear()
    assert free.after([]) == [Point(0, 0), Point(0, 1), Point(1, 0), Point(1, 1)]
