"""The build of the package: its names, its description and the build command."""

from __future__ import annotations

import os
import re
import runpy
import tomllib
from pathlib import Path

import pytest
import setuptools  # type: ignore[import-untyped] # it comes without types

import tengen
from tengen.extras import PACKAGE

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def build_command(monkeypatch: pytest.MonkeyPatch) -> setuptools.Command:
    """Return the build command that setup.py defines."""
    setup_arguments: dict[str, object] = {}
    monkeypatch.setattr(setuptools, "setup", lambda **arguments: setup_arguments.update(arguments))
    monkeypatch.chdir(ROOT)
    runpy.run_path("setup.py")
    return setuptools.Distribution(setup_arguments).get_command_obj("build_ext")


def test_as_many_compilers_run_at_once_as_there_are_processors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    command = build_command(monkeypatch)
    command.ensure_finalized()
    assert vars(command)["parallel"] == 3


@pytest.mark.parametrize("level, option", [(None, "-O3"), ("0", "-O0")])
def test_the_optimisation_can_be_chosen(
    level: str | None, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TENGEN_OPTIMISATION", raising=False)
    if level is not None:
        monkeypatch.setenv("TENGEN_OPTIMISATION", level)
    extensions = build_command(monkeypatch).distribution.ext_modules
    assert len(extensions) >= 10
    assert all(option in extension.extra_compile_args for extension in extensions)


def test_the_package_and_its_commands_have_their_names() -> None:
    assert PROJECT["name"] == PACKAGE == "tengen-gomoku"
    assert set(PROJECT["scripts"]) == {"tengen", "pbrain-tengen"}
    assert tengen.__name__ == "tengen"


def test_the_description_has_no_links_to_local_files() -> None:
    text = (ROOT / PROJECT["readme"]).read_text()
    assert "pip install 'tengen-gomoku[all]'" in text
    assert re.findall(r"\]\((?!https?://)|<img|<picture|!\[", text) == []


@pytest.mark.parametrize("page", ["README.md", "docs/package.md"])
def test_the_pages_name_every_tested_python_and_every_extra(page: str) -> None:
    text = (ROOT / page).read_text()
    marks = [re.search(r"Python :: (3\.\d+)$", line) for line in PROJECT["classifiers"]]
    versions = [mark[1] for mark in marks if mark]
    extras = {*PROJECT["optional-dependencies"]} - {"bench", "test"}
    assert versions[0] == PROJECT["requires-python"].removeprefix(">=")
    assert f"{', '.join(versions[:-1])} and {versions[-1]}" in text
    assert all(f"tengen-gomoku[{extra}]" in text for extra in extras)
