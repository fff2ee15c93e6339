"""How much each requirement counts, from a TOML file of a teacher."""

from __future__ import annotations

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.requirements import EXACT, requirements_for
from tengen.classic.judge.settings import Table, read_toml

LARGEST = 1000


def read_weights(path: str, conventions: Conventions) -> dict[str, int]:
    """The weights in a file, by the names of requirements. Raises SettingsError."""
    table = Table(path, "", read_toml(path))
    known = [one.name for one in requirements_for(conventions, EXACT)]
    weights = {name: table.optional_number(name, 0, LARGEST) for name in known}
    table.finish()
    return {name: weight for name, weight in weights.items() if weight is not None}
