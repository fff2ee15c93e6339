from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit.plugged import plug_in
from kit.seats import FailingSeat

from tengen.arena.tournament_file import open_tournament_file
from tengen.cli.tournament import FORMATS, make_parser, run
from tengen.errors import UsageError

GAMES = ["--rules", "tictactoe"]
Capture = pytest.CaptureFixture[str]


def places(text: str) -> list[str]:
    """Return the engines in the order of the first table with ranks."""
    rows = (line.split() for line in text.splitlines())
    return list(dict.fromkeys(row[1] for row in rows if len(row) > 5 and row[0].isdigit()))


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_played_to_its_end(
    name: str, monkeypatch: pytest.MonkeyPatch, capfd: Capture
) -> None:
    plug_in(monkeypatch, bad=FailingSeat)
    assert run([name, "a", "b", "bad", *GAMES]) == 0
    out, err = capfd.readouterr()
    assert sorted(places(out)) == ["a", "b", "bad"]
    assert places(out)[0] != "bad"
    assert err.splitlines()[0].startswith("game 1/")


def test_progress_names_the_players_the_result_and_its_cause(
    monkeypatch: pytest.MonkeyPatch, capfd: Capture
) -> None:
    plug_in(monkeypatch, bad=FailingSeat)
    assert run(["round-robin", "a", "bad", *GAMES]) == 0
    first, second = capfd.readouterr().err.splitlines()
    assert first.startswith("game 1/2: a - bad 1-0, engine error (resigned)")
    assert second.startswith("game 2/2: bad - a 0-1, engine error (")


def test_settings_reach_the_engine_with_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = plug_in(monkeypatch)
    info = ["--info", "a-2", "x=1", "y=2", "--info", "a-2", "y=3"]
    assert run(["round-robin", "a", "a", *GAMES, *info]) == 0
    assert {spec.name: dict(spec.info) for spec, _ in asked} == {
        "a": {},
        "a-2": {"x": "1", "y": "3"},
    }


def test_rounds_and_hero_are_stored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plug_in(monkeypatch)
    swiss, gauntlet = str(tmp_path / "swiss"), str(tmp_path / "gauntlet")
    assert run(["swiss", "a", "b", "c", "d", "--rounds", "3", *GAMES, "--file", swiss]) == 0
    assert run(["gauntlet", "a", "b", "c", "--hero", "2", *GAMES, "--file", gauntlet]) == 0
    with open_tournament_file(swiss) as file:
        assert (file.settings.rounds, len(file.results)) == (3, 6)
    with open_tournament_file(gauntlet) as file:
        assert {result.pairing.first for result in file.results.values()} == {1}


def test_a_tournament_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: Capture
) -> None:
    path = str(tmp_path / "may.tengen")
    with monkeypatch.context() as patch:
        plug_in(patch, c=lambda: FailingSeat(KeyboardInterrupt()))
        assert run(["round-robin", "a", "b", "c", "d", *GAMES, "--file", path]) == 130
    plug_in(monkeypatch)
    assert run(["--resume", path]) == 0
    out, err = capfd.readouterr()
    assert "1 of 6 pairs are known\n" in err
    assert sorted(places(out)) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    "words, message",
    [
        ("chess a b", "invalid choice: 'chess'"),
        ("swiss a", "needs two engines or more"),
        ("swiss a b --hero 1", "--hero is for gauntlet"),
        ("gauntlet a b --hero 3", "--hero 3: there are only 2 engines"),
        ("knock-out a b --rounds 2", "--rounds is for swiss; for more games use --games"),
        ("swiss a b --info c x=1", "no engine is called 'c': choose from 'a', 'b'"),
        ("swiss a b --info a x", "a setting must be KEY=VALUE, not 'x'"),
        ("swiss a level-12", "there is no 'level-12'"),
    ],
)
def test_wrong_use_says_what_to_do(words: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run(words.split())


def test_help_names_every_option_and_the_pages_explain_it(capfd: Capture) -> None:
    assert run(["--help"]) == 0
    text = capfd.readouterr().out
    assert text == make_parser().format_help()
    docs = Path(__file__).parents[2] / "docs"
    page = (docs / "tournaments.md").read_text()
    options = set(re.findall(r"  (--[a-z0-9-]+)", text))
    assert len(options) >= 24
    assert [option for option in sorted(options) if f"`{option}" not in page] == []
    assert [name for name in FORMATS if f"\n| `{name}` |" not in page] == []
