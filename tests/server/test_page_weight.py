"""How much a browser has to load before a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit.web import Visitor, served

MOST = 150_000
"""Bytes of a whole game page, uncompressed."""
NEEDED = re.compile(r'^(?:import|export)\b[^;"(]*"\./(\w+\.js)"', re.MULTILINE)
PART = re.compile(r'(?:href|src)="(/page/[^"]+)"')


def test_a_game_page_is_light(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        link = anna.make_game()
        page = anna.ask("GET", f"/game/{link}", headers={"accept-encoding": ""})
        parts = sorted(set(PART.findall(page.text)))
        sizes = {part: len(anna.ask("GET", part).content) for part in parts}
        about = anna.ask("GET", f"/api/games/{link}/qr.svg")
    assert len(parts) > 20, "all scripts are named in the page"
    assert len(page.content) + sum(sizes.values()) + len(about.content) < MOST, sizes


def test_every_script_of_a_page_is_preloaded(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        for address in ("/", "/analysis", "/games", "/puzzles"):
            named = set(PART.findall(anna.ask("GET", address).text))
            scripts = [part for part in named if part.endswith(".js")]
            texts = [anna.ask("GET", part).text for part in scripts]
            wanted = {name for text in texts for name in NEEDED.findall(text)}
            assert wanted <= {part.rpartition("/")[2] for part in scripts}


def test_rarely_needed_scripts_are_loaded_on_demand(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        page = anna.ask("GET", f"/game/{anna.make_game()}").text
        names = {part.rpartition("/")[2] for part in PART.findall(page)}
        assert "game_actions.js" in names
        assert not names & {"game_zone.js", "analysis_socket.js", "dialogs.js"}


SENTENCES = {
    "/": {"sentences.js", "sentences_home.js", "sentences_rules.js"},
    "/games": {"sentences.js", "sentences_home.js", "sentences_rules.js"},
    "/puzzles": {"sentences.js", "sentences_puzzles.js", "sentences_rules.js"},
    "/nothing": {"sentences.js"},
}


@pytest.mark.parametrize("address", SENTENCES)
def test_a_page_loads_only_its_own_sentences(tmp_path: Path, address: str) -> None:
    with served(tmp_path) as server:
        page = Visitor(server).ask("GET", address, headers={"accept": "text/html"}).text
    assert set(re.findall(r"sentences\w*\.js", page)) == SENTENCES[address]
