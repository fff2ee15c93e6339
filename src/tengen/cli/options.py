"""How to play an edition, as far as the user said so."""

from __future__ import annotations

import os

from tengen.classic.edition import Edition


class Options:
    """The options of a game; the defaults give exactly what the editions' documents describe."""

    def __init__(
        self,
        *,
        result: str | None = None,
        no_result: bool = False,
        record: str | None = None,
        colour: str = "never",
    ) -> None:
        self.result = result
        self.no_result = no_result
        self.record = record
        self.colour = colour

    def result_file(self, edition: Edition) -> str | None:
        """Where to keep the result, if anywhere."""
        if self.no_result:
            return None
        return edition.result_file if self.result is None else self.result

    def wants_colour(self) -> bool:
        """Whether to write in colour to the terminal, or whatever else it is, that is there now."""
        if self.colour == "auto":
            plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
            return not plain and os.isatty(1)
        return self.colour == "always"
