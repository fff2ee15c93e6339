"""The tables of keys as the pages of the docs print them."""

from __future__ import annotations

from tengen.terminal.keys import GAME_KEYS, KeyGroups, key_name


def key_table(groups: KeyGroups = GAME_KEYS) -> str:
    """The table of the docs."""
    lines = []
    for title, keys in groups.items():
        lines += ["", f"| {title} | |", "|---|---|"]
        lines += [
            f"| {' '.join(_ticked(key_name(name)) for name in key.keys)} | {key.words} |"
            for key in keys
        ]
    return "\n".join(lines[1:]) + "\n"


def _ticked(name: str) -> str:
    """A key as code, as the docs print it."""
    return "`` ` ``" if name == "`" else f"`{name}`"
