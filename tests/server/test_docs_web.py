"""The guide to the game in the browser is complete."""

import re
from pathlib import Path

import shots

from tengen.cli.web import make_parser

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "web.md").read_text()
SCRIPTS = ROOT / "src" / "tengen" / "server" / "page"
TABLE = re.compile(r"^export const KEYS = .*?^\};$", re.MULTILINE | re.DOTALL)
KEYS = re.compile(r'^    \[\[("[^\]]+")\], "[^"]+"\],$', re.MULTILINE)


def test_every_option_is_documented_and_no_other() -> None:
    options = set(re.findall(r"--[a-z-]+", make_parser().format_help())) - {"--help"}
    assert set(re.findall(r"^\| `(--[a-z-]+)", PAGE, re.MULTILINE)) == options


def test_every_key_of_the_pages_is_in_the_guide() -> None:
    guide = PAGE.partition("\n## Keys\n")[2].partition("\n## ")[0]
    tables = "".join("".join(TABLE.findall(path.read_text())) for path in SCRIPTS.glob("*.js"))
    names = {name for keys in KEYS.findall(tables) for name in re.findall(r'"([^"]+)"', keys)}
    assert {"Home", "Space", "Delete", "?", "n"} <= names
    written = set(" ".join(re.findall(r"`([^`]+)`", guide)).split())
    assert names - written - {"8", "h"} == set()


def test_every_page_has_a_light_and_a_dark_picture() -> None:
    for name in shots.SCENES:
        for suffix in shots.DEVICES:
            for scheme in shots.SCHEMES:
                assert (shots.PICTURES / f"web-{name}{suffix}-{scheme}.webp").exists()
        assert f"web-{name}-light.webp" in PAGE
        assert f"web-{name}-dark.webp" in PAGE


def test_the_pictures_are_small() -> None:
    sizes = [path.stat().st_size for path in shots.PICTURES.glob("web-*.webp")]
    assert sum(sizes) < 1_500_000
