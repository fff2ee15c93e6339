"""The types of the page's scripts, including the messages of the server."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import equipment
import pytest
import wire

from tengen.server.messages.game import CLAIM_AFTER

PROJECT = Path(__file__).parent / "tsconfig.json"
PAGE = wire.TARGET.parent
WRONG = """\
/** @param {import("./wire.js").ClientCommand} ask @returns {number} */
export const pointOf = (ask) => (ask.type === "PlayMove" ? ask.point : ask.type);
"""


def check_scripts(*scripts: Path, place: Path) -> list[str]:
    """Return the output of the compiler about the page and an additional script."""
    packages = equipment.find_packages()
    if packages is None:
        pytest.skip(equipment.why_missing(equipment.NPM_PACKAGES))
    project = place / "tsconfig.json"
    files = [f"{PAGE}/*", *map(str, scripts)]
    roots = {"rootDirs": [str(PAGE), str(place)]}
    text = {"extends": str(PROJECT), "include": files, "compilerOptions": roots}
    project.write_text(json.dumps(text))
    run = subprocess.run(
        [packages / ".bin" / "tsc", "-p", project], stdout=subprocess.PIPE, text=True, check=False
    )
    return [line for line in run.stdout.splitlines() if not line.startswith(" ")]


def test_the_page_and_the_server_allow_claims_after_the_same_time() -> None:
    (after,) = re.findall(r"const CLAIM = (\w+);", (PAGE / "game_model.js").read_text())
    assert int(after) == CLAIM_AFTER


def test_the_types_of_messages_are_up_to_date() -> None:
    assert wire.TARGET.read_text() == wire.format_types()


def test_only_the_deliberately_wrong_script_has_type_errors(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.js"
    wrong.write_text(WRONG)
    complaints = check_scripts(wrong, place=tmp_path)
    assert [line for line in complaints if "wrong.js" not in line] == []
    assert ["wrong.js(2,72): error TS2322" in line for line in complaints] == [True]
