import pytest

from tengen.engine.humanlike import all_rows
from tengen.rules.geometry import DIRECTIONS
from tengen.rules.rules import Rules


@pytest.mark.parametrize(
    "rules, count",
    [
        (Rules(3, 3, 3), 8),
        (Rules(15, 15, 5), 572),
        (Rules(4, 2, 3), 4),
        (Rules(1, 1, 1), 4),
        (Rules(2, 2, 3), 0),
    ],
)
def test_there_are_as_many_rows_as_can_be_drawn(rules: Rules, count: int) -> None:
    assert len({(row.axis, row.points) for row in all_rows(rules)}) == len(all_rows(rules)) == count


def test_the_points_of_a_row_and_its_ends_follow_each_other() -> None:
    rules = Rules(7, 6, 4)
    for row in all_rows(rules):
        down, right = DIRECTIONS[row.axis]
        first = divmod(row.points[0], 7)
        for at, number in enumerate((row.ends[0], *row.points, row.ends[1]), -1):
            place = (first[0] + at * down, first[1] + at * right)
            inside = 0 <= place[0] < 6 and 0 <= place[1] < 7
            assert number == (place[0] * 7 + place[1] if inside else rules.area)


def test_rows_are_of_one_line_if_one_continues_the_other() -> None:
    lines = {
        (row.axis, point): row.line for row in all_rows(Rules(7, 7, 4)) for point in row.points
    }
    for row in all_rows(Rules(7, 7, 4)):
        assert {lines[row.axis, point] for point in row.points} == {row.line}
    assert len({row.line for row in all_rows(Rules(7, 7, 4))}) == 7 + 7 + 7 + 7
