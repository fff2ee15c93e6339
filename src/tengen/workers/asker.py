"""Who asks for work."""

from __future__ import annotations

from typing import NamedTuple


class Asker(NamedTuple):
    """Who pays for work: the browser, and with it everybody in its network."""

    browser: str
    network: str
