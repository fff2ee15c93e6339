"""Which code page a text is in, told by its bytes.

Every candidate reads the bytes, and each letter that comes of it is worth something: much if people
write it often, little if they write it seldom, less than nothing if it makes no sense in its place.
The candidate with the best average wins. It is sure only if there is enough to go by, and if no
other candidate that reads something else comes near.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import NamedTuple

from tengen.records.common_letters import (
    CENTRAL,
    HANGUL,
    KANA,
    KANJI,
    SIMPLIFIED,
    TRADITIONAL,
    WESTERN,
)

LAST = "cp1252"
"""It reads anything, though with odd letters."""
SAMPLE = 1 << 14
"""Bytes that are looked at."""
PIECE = re.compile(rb"[^\x00-\x2f]?[\x80-\xff][^\x00-\x2f]*")
"""From about the first byte that is not ASCII to one that is in no letter of two bytes."""
WORD = re.compile(r"[A-Za-z\u0400-\u04ff]+")
CAPITAL, SMALL = r"[\u0401\u0410-\u042f]", r"[\u0430-\u044f\u0451]"
RUSSIAN = re.compile(f"{CAPITAL}?{SMALL}+|{CAPITAL}+")
LETTERS = re.compile(r"[^\x00-\x7f]+")
STRAY = re.compile(r"(?<=[A-Za-z])[^\x00-\x7f](?=[A-Za-z])")
"""A single letter in the middle of an English word."""
COMMON, USUAL, SELDOM, ODD = 1.0, 0.5, 0.1, -0.5
"""What letters are worth."""
GOOD, MARGIN, EVIDENCE = 0.4, 0.15, 1.5
"""A good average; how far behind the others must be, on average and in all."""

Worth = Callable[[str], float]


class Guess(NamedTuple):
    """A code page, and whether it is the only one that makes sense."""

    name: str
    is_sure: bool


def guess_code_page(data: bytes) -> Guess:
    """The code page of a text that is neither ASCII nor UTF-8."""
    sample = _sample(data)
    texts = {name: text for name in PAGES if (text := _decode(sample, name))}
    worth = {name: PAGES[name](text) for name, text in texts.items()}
    best = max(worth, key=worth.__getitem__, default=LAST)
    if best not in worth:
        return Guess(LAST, is_sure=False)
    others = (worth[name] for name, text in texts.items() if text != texts[best])
    lead = worth[best] - max(others, default=ODD)
    is_clear = lead >= MARGIN and lead * _count(texts[best]) >= EVIDENCE
    return Guess(best, is_clear and worth[best] >= GOOD)


def _sample(data: bytes) -> bytes:
    pieces, size = [], 0
    for match in PIECE.finditer(data):
        pieces.append(match[0][: SAMPLE - size])
        size += len(pieces[-1])
        if size >= SAMPLE:
            break
    return b" ".join(pieces)


def _decode(sample: bytes, name: str) -> str:
    """The text in a code page, or nothing if it is not in that; its end may be half a letter."""
    try:
        return codecs.getincrementaldecoder(name)().decode(sample)
    except UnicodeDecodeError:
        return ""


def _count(text: str) -> int:
    return sum(map(len, LETTERS.findall(text)))


def _east_asian(name: str, common: str, everyday: str) -> Worth:
    """The worth of texts in a page of two bytes a letter; a pattern knows codes of everyday use."""
    often, is_everyday = frozenset(common), re.compile(everyday.encode("latin-1"), re.DOTALL)

    def worth(char: str) -> float:
        if char in often:
            return COMMON
        code = char.encode(name, "replace")
        if is_everyday.fullmatch(code):
            return USUAL
        return SELDOM if len(code) == 2 and char.isalpha() else ODD

    def average(text: str) -> float:
        strays = len(STRAY.findall(text))
        letters = "".join(LETTERS.findall(STRAY.sub("", text)))
        return (sum(map(worth, letters)) + strays * ODD) / max(1, len(letters) + strays)

    return average


def _cyrillic(text: str) -> float:
    """The worth of a Russian text: words with letters of no other kind, capitals in front."""
    right = sum(len(word) for word in WORD.findall(text) if RUSSIAN.fullmatch(word))
    count = max(1, _count(text))
    return (right * COMMON + (count - right) * ODD) / count


def _latin(common: str) -> Worth:
    """The worth of a text in Latin letters: those with accents stand alone between others."""
    often = frozenset(common)

    def average(text: str) -> float:
        runs = LETTERS.findall(text)
        worth = sum(_worth_of_run(run) for run in runs)
        return worth / max(1, _count(text))

    def _worth_of_run(run: str) -> float:
        value = COMMON if len(run) == 1 else USUAL if len(run) == 2 else SELDOM
        return sum(value if char in often else ODD for char in run)

    return average


PAGES: dict[str, Worth] = {
    "gb18030": _east_asian("gb18030", SIMPLIFIED, "[\xa1\xa3\xb0-\xd7][\xa1-\xfe]"),
    "big5": _east_asian("big5", TRADITIONAL, "[\xa1-\xc6][\x40-\xfe]"),
    "cp932": _east_asian("cp932", KANA + KANJI, "[\x81\x88-\x98][\x40-\xfc]"),
    "cp949": _east_asian("cp949", HANGUL, "[\xa1\xa3\xb0-\xc8][\xa1-\xfe]"),
    "cp1251": _cyrillic,
    "cp1252": _latin(WESTERN),
    "cp1250": _latin(CENTRAL),
}
"""What texts are worth in each code page; of equals, the first wins."""
