"""How the package is built, with stand-ins for the tools that build it."""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


class PlainBuild:
    """What setuptools' own command does that matters here."""

    parallel: int | None = None

    def finalize_options(self) -> None:
        self.parallel = None


def stand_in(monkeypatch: pytest.MonkeyPatch, name: str, **values: object) -> None:
    module = ModuleType(name)
    vars(module).update(values)
    monkeypatch.setitem(sys.modules, name, module)


def build_command(monkeypatch: pytest.MonkeyPatch) -> type[PlainBuild]:
    """The command that setup.py gives to setuptools."""
    said: dict[str, dict[str, type[PlainBuild]]] = {}

    def keep(**arguments: dict[str, type[PlainBuild]]) -> None:
        said.update(arguments)

    stand_in(monkeypatch, "Cython")
    stand_in(monkeypatch, "Cython.Build", cythonize=lambda *_, **__: [])
    stand_in(monkeypatch, "setuptools", Extension=lambda *_, **__: None, setup=keep)
    stand_in(monkeypatch, "setuptools.command")
    stand_in(monkeypatch, "setuptools.command.build_ext", build_ext=PlainBuild)
    stand_in(monkeypatch, "setuptools.errors", CCompilerError=OSError, PlatformError=OSError)
    runpy.run_path(str(ROOT / "setup.py"))
    return said["cmdclass"]["build_ext"]


def test_as_many_compilers_run_at_once_as_there_are_processors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    command = build_command(monkeypatch)()
    command.finalize_options()
    assert command.parallel == 3
