"""The scripts of the page are formatted, and the linter finds nothing in them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import equipment
import pytest
import wire

ROOT = Path(__file__).parent.parent.parent
PAGE = wire.TARGET.parent
REPAIR = "biome check --write"


def check_scripts(*places: Path) -> str:
    """Return the output of the linter; empty if there are no problems."""
    packages = equipment.find_packages()
    if packages is None:
        pytest.skip(equipment.why_missing(equipment.NPM_PACKAGES))
    options = ["--error-on-warnings", f"--config-path={ROOT}", "--colors=off"]
    run = subprocess.run(
        [packages / ".bin" / "biome", "check", *options, *places],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return run.stdout if run.returncode else ""


def test_the_scripts_are_formatted_and_linted() -> None:
    complaints = check_scripts(PAGE, ROOT / "tests" / "server" / "scripts")
    assert not complaints, f"{complaints}\nCONTRIBUTING.md has the command that formats: {REPAIR}"


@pytest.mark.parametrize(
    "script, complaint",
    [
        ("export const one=1\n", "Formatter would have printed"),
        ("let one = 1;\nexport { one };\n", "lint/style/useConst"),
        ("export const f = () => {\n  const one = 1;\n};\n", "noUnusedVariables"),
    ],
)
def test_the_check_finds_a_script_that_is_not_formatted(
    tmp_path: Path, script: str, complaint: str
) -> None:
    (tmp_path / "wrong.js").write_text(script)
    assert complaint in check_scripts(tmp_path)
