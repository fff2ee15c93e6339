"""TOML files that people write: typed values, and errors that name the key and what to do."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from typing import Any

from tengen.errors import SettingsError, quote

Values = dict[str, Any]


def read_toml(path: str) -> Values:
    """The values of a file. Raises SettingsError if it cannot be read or is no TOML."""
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise SettingsError(path, "", f"cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(path, "", f"is not TOML: {error}") from None


def merge(base: Mapping[str, Any], changes: Mapping[str, Any]) -> Values:
    """The base with the changes in it: tables key by key, everything else replaced."""
    merged = dict(base)
    for key, value in changes.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = merge(old or {}, value) if both else value
    return merged


class Table:
    """A table of a TOML file, read key by key; `finish` refuses the keys that nobody asked for."""

    def __init__(self, path: str, name: str, values: object) -> None:
        self._path = path
        self._name = name
        self._known: list[str] = []
        if not isinstance(values, dict):
            raise SettingsError(path, name, f"write a table here: [{name}]")
        self._values: Values = values

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def error(self, key: str, why: str) -> SettingsError:
        """An error at a key of this table."""
        return SettingsError(self._path, f"{self._name}.{key}" if self._name else key, why)

    def text(self, key: str, default: str | None = None) -> str:
        """A string; needed if there is no default."""
        value = self._take(key, default, "a text in quotes")
        if not isinstance(value, str):
            raise self.error(key, f"write a text in quotes, not {quote(str(value))}")
        return value

    def optional_text(self, key: str) -> str | None:
        """A string, or None if it is not there."""
        self._known.append(key)
        return self.text(key) if key in self else None

    def texts(self, key: str, default: list[str] | None = None) -> list[str]:
        """A list of strings; a single string is a list of one."""
        value = self._take(key, default, "a list of texts")
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.error(key, 'write a list of texts, such as ["X", "O"]')
        return value

    def items(self, key: str) -> list[object]:
        """A list of anything; empty if it is not there."""
        value = self._take(key, [], "a list")
        if not isinstance(value, list):
            raise self.error(key, "write a list in [ ]")
        return value

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        value = self._take(key, default, f"a whole number from {least} to {most}")
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if not is_number or not least <= value <= most:
            shown = quote(str(value))
            raise self.error(key, f"write a whole number from {least} to {most}, not {shown}")
        return int(value)

    def optional_number(self, key: str, least: int, most: int) -> int | None:
        """A whole number within bounds, or None if it is not there."""
        self._known.append(key)
        return self.number(key, least, most) if key in self else None

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self._take(key, default, "true or false")
        if not isinstance(value, bool):
            raise self.error(key, f"write true or false, not {quote(str(value))}")
        return value

    def choice(self, key: str, choices: tuple[str, ...], default: str) -> str:
        """One of a few words."""
        value = self.text(key, default)
        if value not in choices:
            options = " or ".join(f'"{one}"' for one in choices)
            raise self.error(key, f"write {options}, not {quote(value)}")
        return value

    def table(self, key: str) -> Table:
        """A table in this one; empty if it is not there."""
        self._known.append(key)
        name = f"{self._name}.{key}" if self._name else key
        return Table(self._path, name, self._values.get(key, {}))

    def all_keys(self) -> list[str]:
        """The keys in the order of the file; all of them count as known."""
        self._known.extend(self._values)
        return list(self._values)

    def finish(self) -> None:
        """Raise SettingsError for the first key that means nothing."""
        for key in self._values:
            if key not in self._known:
                near = difflib.get_close_matches(key, self._known, n=1)
                known = ", ".join(self._known)
                hint = f"did you mean {near[0]}?" if near else f"known here: {known}"
                raise self.error(key, f"there is no such key; {hint}")

    def _take(self, key: str, default: object, what: str) -> Any:  # noqa: ANN401 - TOML holds any
        self._known.append(key)
        if key not in self._values and default is None:
            raise self.error(key, f"is missing; write {what}")
        return self._values.get(key, default)
