"""Letters for pictures made of pixels.

The font that comes along has the letters of English and little more, and looks the same everywhere.
A text with others is written in a font of the system that has them all, or else spelled with
what there is.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from PIL import ImageFont

from tengen.errors import RuleError, quote

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
SYSTEM = (
    *("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "arial.ttf"),
    *("NotoSansCJK-Regular.ttc", "wqy-microhei.ttc", "msgothic.ttc", "Arial Unicode.ttf"),
)
NOWHERE = "\U0010fffd"
"""A letter that no font has."""
ASCII = str.maketrans({"–": "-", "—": "-", "−": "-", "ß": "ss", "ł": "l", "Ł": "L", "ø": "o"})  # noqa: RUF001
TRIED = 16
"""The size at which fonts are asked what they have."""


def find_font(text: str, size: float, path: str | None) -> tuple[Font, str]:
    """The font to write a text with, and what to write."""
    if path is not None:
        return load_font(size, path), text
    for name in (None, *SYSTEM):
        if is_there(name) and all(has_letter(name, letter) for letter in text):
            return load_font(size, name), text
        if text.isascii():
            break
    return load_font(size, None), "".join(map(spell, text))


def spell(letter: str) -> str:
    """A letter in English letters, or a question mark."""
    if has_letter(None, letter):
        return letter
    plain = unicodedata.normalize("NFKD", letter.translate(ASCII))
    return "".join(part for part in plain if has_letter(None, part)) or "?"


@lru_cache(maxsize=64)
def load_font(size: float, path: str | None) -> Font:
    """The letters that come along, or those of a file."""
    if path is None:
        return ImageFont.load_default(size)
    try:
        return ImageFont.truetype(path, size)
    except OSError as error:
        raise RuleError(f"cannot write with the font {quote(path)}: {error}") from None


@lru_cache(maxsize=16)
def is_there(path: str | None) -> bool:
    """Whether a font can be loaded."""
    try:
        load_font(TRIED, path)
    except RuleError:
        return False
    return True


@lru_cache(maxsize=4096)
def has_letter(path: str | None, letter: str) -> bool:
    """Whether a font shows something else than what it shows for letters it lacks."""
    return letter == " " or _shape(path, letter) != _shape(path, NOWHERE)


@lru_cache(maxsize=512)
def _shape(path: str | None, letter: str) -> tuple[tuple[int, int], bytes]:
    mask = load_font(TRIED, path).getmask(letter)
    return mask.size, bytes(mask)
