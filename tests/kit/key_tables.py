"""The tables of keys in the docs."""

from __future__ import annotations

from tengen.terminal.keys import GAME_KEYS, KeyGroups, key_name


def key_table(groups: KeyGroups = GAME_KEYS) -> str:
    """Return the table of keys for the docs."""
    lines = []
    for title, keys in groups.items():
        lines += ["", f"| {title} | |", "|---|---|"]
        lines += [
            f"| {' '.join(_ticked(key_name(name)) for name in key.keys)} | {key.description} |"
            for key in keys
        ]
    return "\n".join(lines[1:]) + "\n"


def _ticked(name: str) -> str:
    """Return a key formatted as code."""
    return "`` ` ``" if name == "`" else f"`{name}`"
