"""Long texts beside the board."""

from __future__ import annotations

import pytest
from kit.screens import Hand, play

from tengen.game.setup import Setup
from tengen.terminal.panel import Panel
from tengen.terminal.widgets import Chart, Notice

WORDS = " ".join(f"word{number}" for number in range(60))


async def tell(hand: Hand, words: str) -> Notice:
    """Show a text beside the chart of a review."""
    hand.game.query_one(Panel).show_chart()
    hand.game.show_notice(words)
    await hand.pilot.pause()
    return hand.game.query_one(Notice)


def is_inside_the_panel(hand: Hand, notice: Notice) -> bool:
    return hand.game.query_one(Panel).region.contains_region(notice.region)


@pytest.mark.parametrize("size", [(60, 20), (60, 24), (80, 24), (120, 40)])
def test_a_long_review_is_not_cut_at_the_bottom(size: tuple[int, int]) -> None:
    async def script(hand: Hand) -> None:
        notice = await tell(hand, WORDS)
        assert is_inside_the_panel(hand, notice)
        assert notice.size.height >= 4
        assert notice.show_vertical_scrollbar
        assert hand.game.query_one(Chart).region.height == 6

    play(script, Setup(), size=size)


def test_keys_scroll_a_long_text_down_and_up() -> None:
    async def script(hand: Hand) -> None:
        notice = await tell(hand, WORDS)
        assert "> More" in hand.text("#footer")
        while notice.has_more:
            await hand.press(">")
        assert "> More" not in hand.text("#footer")
        assert notice.scroll_offset.y == notice.virtual_size.height - notice.size.height
        for _ in range(9):
            await hand.press("<")
        assert notice.scroll_offset.y == 0

    play(script, Setup(), size=(60, 20))


def test_scrolling_skips_no_line() -> None:
    async def script(hand: Hand) -> None:
        notice = await tell(hand, WORDS)
        await hand.press(">")
        assert notice.scroll_offset.y == notice.size.height - 1

    play(script, Setup(), size=(60, 20))


def test_a_new_text_is_shown_from_its_start() -> None:
    async def script(hand: Hand) -> None:
        await tell(hand, WORDS)
        await hand.press(">")
        notice = await tell(hand, f"{WORDS} and more")
        assert notice.scroll_offset.y == 0

    play(script, Setup(), size=(60, 20))


def test_a_short_text_has_no_scrollbar() -> None:
    async def script(hand: Hand) -> None:
        notice = await tell(hand, "H8 is best.")
        assert not notice.show_vertical_scrollbar
        assert "> More" not in hand.text("#footer")

    play(script, Setup(), size=(60, 20))
