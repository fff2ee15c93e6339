"""Make untrusted text safe to show.

A name or a comment from a file, a server or another engine can contain characters that control a
terminal: escape sequences set its title or its clipboard, others reverse the direction of text.
Every such text goes through here before a terminal or a picture shows it.
"""


def printable(text: str, keep: str = "") -> str:
    """Replace every character that is neither printable nor in `keep` by a space."""
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one in keep else " " for one in text)


def in_line(text: str) -> str:
    """Return the printable text as one line, with single spaces."""
    return " ".join(printable(text).split())
