"""The documents name only things that exist, and everything that must be documented."""

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import tengen
from tengen import GAMES, Refusal, WinRule
from tengen.classic import EDITIONS
from tengen.cli import output
from tengen.cli.arguments import make_edition_parser

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def load_tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_exists(page: Path) -> None:
    text = page.read_text()
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src|srcset)=\"([^\":]+)\"", text)
    missing = [
        link for pair in links for link in pair if link and not (page.parent / link).exists()
    ]
    assert missing == []


def test_the_readme_links_to_every_page() -> None:
    text = (ROOT / "README.md").read_text()
    pages = [page.relative_to(ROOT) for page in PAGES if page.parent.name in {"docs", ROOT.name}]
    assert [str(page) for page in pages if f"]({page})" not in text] == ["README.md"]


def test_the_readme_gives_a_reason_for_each_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    needed = [*project["dependencies"], *(name for names in extras for name in names)]
    reasons = (ROOT / "README.md").read_text().partition("## Dependencies")[2].lower()
    assert len(needed) >= 20
    assert [name for name in needed if re.split(r"[=><\[]", name)[0] not in reasons] == []


def test_every_benchmark_can_be_repeated() -> None:
    text = (ROOT / "BENCHMARKS.md").read_text()
    names = re.findall(r"\|\| set -- (.+)", (ROOT / "bench" / "run").read_text())[0].split()
    assert len(names) >= 4
    assert all(f"\nbench/run {name}" in text for name in names)
    assert all((ROOT / "bench" / f"{name}.py").exists() for name in names)


def test_every_option_of_every_edition_is_documented() -> None:
    page = (ROOT / "docs" / "editions.md").read_text()
    for name in EDITIONS:
        assert f"`tengen {name}`" in page
        options = set(re.findall(r"  (--[a-z-]+)", make_edition_parser(name).format_help()))
        assert len(options) >= 4
        assert all(f"`{option}" in page for option in options)


def test_every_exit_status_is_documented() -> None:
    page = (ROOT / "docs" / "editions.md").read_text()
    statuses = [value for name, value in vars(output).items() if name.isupper()]
    assert len(statuses) == 5
    assert all(f"\n| {status} |" in page for status in statuses)


def test_every_rule_and_game_is_documented() -> None:
    page = (ROOT / "docs" / "rules.md").read_text()
    fouls = (Refusal.OVERLINE, Refusal.DOUBLE_FOUR, Refusal.DOUBLE_THREE)
    assert all(f"`{rule.name}`" in page for rule in (*WinRule, *fouls))
    assert all(f"\n{name} " in page for name in GAMES)


def test_every_room_is_in_the_table_of_rooms() -> None:
    page = (ROOT / "docs" / "design" / "rooms.md").read_text()
    package = Path(tengen.__file__).parent
    rooms = [path.parent.name for path in package.glob("*/__init__.py")]
    assert len(rooms) >= 4
    assert all(f"| `{room}` |" in page for room in [*rooms, "errors"])


def test_the_pictures_are_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = load_tool("picture")
    monkeypatch.setattr(picture, "PICTURES", tmp_path)
    picture.main()
    for drawn in tmp_path.iterdir():
        assert drawn.read_text() == (ROOT / "docs" / "pictures" / drawn.name).read_text()


def test_the_picture_shows_the_game_of_the_readme() -> None:
    moves = re.findall(r'parse_moves\("([^"]+)"', (ROOT / "README.md").read_text())
    assert " ".join(moves) == load_tool("picture").GAME


def test_the_changelog_names_the_version_or_unreleased_changes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    assert "## Unreleased" in text or f"## {tengen.__version__}" in text
