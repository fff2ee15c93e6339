"""Names that people give themselves, without what deceives others."""

from __future__ import annotations

import re
import unicodedata

from tengen.web.problems import Refused

BLANK = {*"\u115f\u1160\u2800\u3164\uffa0\U0001d159\U00013441\U00013442"}
"""Letters and signs that are drawn as nothing, but take their place."""
INVISIBLE = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U00016fe4\U000e0100-\U000e01ef]"
)
"""What is not drawn at all, though it counts as printable."""
SEEN = {"L", "N", "P", "S"}
"""Letters, numbers, punctuation, symbols: what stands for itself, unlike an accent."""
CYRILLIC = "\u0430\u0432\u0435\u0456\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0433"
GREEK = "\u03bf\u03c1\u03c4\u03c5\u03b5\u03bc\u03ba\u03bd"
LOOKALIKES = str.maketrans(f"{CYRILLIC}{GREEK}0", "abeikmhopctyxroptuemkvo")
"""Letters and the nought, as a hasty reader takes them."""
COMPUTER = re.compile("(the)?computer(player)?(level|lvl)?[0-9oilvx]*")
LIKE_COMPUTER = "This name looks like the computer's. Choose another one."


def clean_name(name: str) -> str:
    """A name as it is shown; empty if nothing of it can be seen. Raises Refused.

    What turns the letters around it goes, too.
    """
    drawn = INVISIBLE.sub("", name)
    shown = "".join(" " if _is_blank(letter) else letter for letter in drawn)
    cleaned = " ".join(shown.split())
    if not any(unicodedata.category(letter)[0] in SEEN for letter in cleaned):
        return ""
    if COMPUTER.fullmatch(_as_read(cleaned)):
        raise Refused(400, "bad-name", LIKE_COMPUTER)
    return cleaned


def _is_blank(letter: str) -> bool:
    return letter in BLANK or not letter.isprintable()


def _as_read(name: str) -> str:
    """The letters and digits of a name as a hasty reader sees them."""
    folded = unicodedata.normalize("NFKD", name).casefold().translate(LOOKALIKES)
    return "".join(letter for letter in folded if letter.isalnum())
