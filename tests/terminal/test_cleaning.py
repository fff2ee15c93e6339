"""Nothing that a full screen draws is obeyed by the terminal."""

from kit.screens import Hand, play
from rich.segment import Segment
from textual.color import Color

from tengen.errors import EngineError
from tengen.game.seat import Seat
from tengen.game.setup import Person, Setup
from tengen.terminal.themes import ControlCharacterFilter

EVIL = "\x1b]0;owned\x07\x9b2J\u202e"


def test_a_line_is_as_wide_as_it_was() -> None:
    segment = Segment(f"天e\u0301{EVIL}.")
    (cleaned,) = ControlCharacterFilter().apply([segment], Color(0, 0, 0))
    assert cleaned.text.replace(" ", "") == "天e\u0301]0;owned2J."
    assert cleaned.cell_length == segment.cell_length


def assert_text(hand: Hand, word: str) -> None:
    """The screen has this word, and nothing but text."""
    rows = hand.rows()
    assert word in "".join(rows)
    assert all(row.isprintable() for row in rows)


def test_names_and_messages_are_text_on_every_screen() -> None:
    async def script(hand: Hand) -> None:
        hand.game.noticed(f"Hello{EVIL}")
        await hand.pilot.pause()
        assert_text(hand, "Hello")
        hand.game.failed(Seat.ONE, EngineError("Rapfi", EVIL))
        await hand.pilot.pause()
        assert_text(hand, "What now?")

    play(script, Setup(one=Person(f"Anna{EVIL}"), two=Person(f"Ben{EVIL}")))
