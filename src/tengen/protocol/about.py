"""The line with which a brain introduces itself."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tengen import __version__

OURS = {
    "name": "Tengen",
    "version": __version__,
    "author": "The Tengen developers",
    "country": "International",
}
FIELD = re.compile(r'([A-Za-z]+)[ \t]*=[ \t]*"([^"]*)"')


def format_about(fields: Mapping[str, str]) -> str:
    """Print `name="Tengen", version="1.0"`; quotation marks in values become apostrophes."""
    return ", ".join(f'{key}="{_one_line(value)}"' for key, value in fields.items())


def parse_about(line: str) -> dict[str, str]:
    """The fields of such a line, keys in small letters; none in a line of free text."""
    return {key.lower(): value for key, value in FIELD.findall(line)}


def _one_line(value: str) -> str:
    return " ".join(value.replace('"', "'").split())
