"""Texts from outside, made safe to show.

A file, a server or another engine can put characters into a name or a comment that a terminal
obeys: escape sequences set its title or its clipboard, others turn the letters around them.
Every text from outside goes through here before a terminal or a picture shows it.
"""


def printable(text: str, keep: str = "") -> str:
    """The text with a space for every character that cannot be seen; those in `keep` stay."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one in keep else " " for one in text)


def in_line(text: str) -> str:
    """The text in one line, with single spaces."""
    return " ".join(printable(text).split())
