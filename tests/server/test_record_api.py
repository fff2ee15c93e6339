from __future__ import annotations

import pytest
from kit.studies import Visitor, background

from tengen.records.formats import FORMATS
from tengen.server.background.record_files import MAX_BYTES
from tengen.server.study.record_api import RecordsApi

GAME = {
    "format": "tengen-record",
    "version": 1,
    "rules": "15x15/5 freestyle",
    "first": "Ann",
    "nodes": ["h8", {"move": "i9", "comment": "direct"}, "j9", {"depth": 2, "move": "i8"}, "j7"],
}
client = Visitor(RecordsApi(background()).routes())


def moves_of(text: str | bytes, address: str = "/api/records") -> list[list[object]]:
    found = client.post(address, content=text)
    assert found.status_code == 200, found.text
    return [
        [node if isinstance(node, str) else node["move"] for node in game.get("nodes", [])]
        for game in found.json()["games"]
    ]


@pytest.mark.parametrize(
    "text",
    [
        "h8 i9 g9",
        "h8i9g9",
        "1. h8 2. i9 3. g9",
        "15x15/5 freestyle h8 i9 g9",
        "five h8 i9 g9",
        "http://127.0.0.1:8000/analysis?rules=15x15/5+freestyle&moves=h8i9g9",
        "(;GM[4]SZ[15];B[hh];W[ig];B[gg])",
        "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n7,7,0\n-1",
    ],
)
def test_pasted_moves_are_read_in_many_forms(text: str) -> None:
    assert moves_of(text) == [["h8", "i9", "g9"]]


def test_a_drawing_is_read_as_a_position_of_its_size() -> None:
    found = client.post("/api/records", content="3 . . X\n2 . O .\n1 X . .\n  a b c").json()
    game = found["games"][0]
    assert game["rules"] == "3x3/3 freestyle"
    stones = {(stone["point"], stone["player"]) for stone in game["root"]["stones"]}
    assert stones == {("c3", "first"), ("b2", "second"), ("a1", "first")}
    assert game["root"]["turn"] == "second"


def test_a_drawing_with_other_signs_is_read_too() -> None:
    found = client.post("/api/records", content="+ + x\n+ o +\n● · ○".encode()).json()
    assert len(found["games"][0]["root"]["stones"]) == 4


def test_a_position_line_is_read() -> None:
    found = client.post("/api/records", content="3x3/3 freestyle O 2X/1O1/X2").json()
    assert found["games"][0]["root"]["turn"] == "second"


def test_rules_in_the_address_apply_to_moves_without_rules() -> None:
    found = client.post("/api/records?rules=renju", content="h8 i9").json()
    assert found["games"][0]["rules"] == "15x15/5 renju"
    assert client.post("/api/records?rules=nonsense", content="h8").status_code == 400


def test_moves_off_the_named_board_are_read_on_the_usual_one() -> None:
    found = client.post("/api/records?rules=tictactoe", content="h8 i9").json()
    assert (found["games"][0]["rules"], found["problems"]) == ("15x15/5 freestyle", [])
    found = client.post("/api/records?rules=tictactoe", content="a1 b2").json()
    assert found["games"][0]["rules"] == "3x3/3 freestyle"


def test_problems_are_reported_with_their_place_and_the_rest_is_read() -> None:
    found = client.post("/api/records", content="h8 i9\nh8 h8 i9").json()
    assert len(found["games"]) == 2
    assert found["problems"][0].startswith("line 2, character 4")


def test_only_the_first_of_many_games_are_read_with_a_problem() -> None:
    found = client.post("/api/records", content="h8 i9\n" * 300).json()
    assert len(found["games"]) == 200
    assert found["problems"] == ["only the first 200 games were read"]


def test_only_the_first_moves_of_a_large_tree_are_read_with_a_problem() -> None:
    many = "".join(
        f"(;W[{chr(97 + at % 15)}{chr(97 + at // 15 % 15)}];B[aa])" for at in range(15000)
    )
    found = client.post("/api/records", content=f"(;GM[4]SZ[15];B[oo]{many})").json()
    assert len(found["games"][0]["nodes"]) == 19_999
    assert found["problems"][0] == "only the first 20,000 moves of game 1 were read"


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"\0" * 100,
        b"hello there",
        b"(((((",
        b"\xff\xfe\x00x" * 50,
        b"{" * 5000,
        b"[" * 100_000,
    ],
)
def test_junk_is_refused_with_a_sentence(junk: bytes) -> None:
    found = client.post("/api/records?name=game.sgf", content=junk)
    assert found.status_code == 409
    assert found.json()["type"] == "problem"
    assert found.json()["says"]


def test_a_link_is_read_with_any_host() -> None:
    found = client.post("/api/records", content=b"http://[x/analysis?rules=five&moves=h8i9#end")
    assert found.status_code == 200
    assert len(found.json()["games"][0]["nodes"]) == 2


def test_an_upload_that_is_too_large_is_refused() -> None:
    found = client.post("/api/records", content=b"a" * (MAX_BYTES + 1))
    assert (found.status_code, found.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_an_exported_game_can_be_imported_again(name: str) -> None:
    plain = {**GAME, "nodes": ["h8", "i9", "j9"]}
    file = client.post(f"/api/export/{name}", json=plain)
    assert file.status_code == 200
    assert "attachment" in file.headers["content-disposition"]
    suffix = FORMATS[name].suffixes[0]
    read = client.post(f"/api/records?name=game{suffix}", content=file.content).json()["games"][0]
    if name != "result":
        assert len(read["nodes"]) == 3


def test_losses_are_reported_with_the_file_and_in_advance() -> None:
    assert (
        client.post("/api/export/psq", json=GAME).headers["tengen-lost"] == "1 variation, 1 comment"
    )
    views = {view["name"]: view for view in client.post("/api/losses", json=GAME).json()}
    assert views["psq"]["lost"] == "1 variation, 1 comment"
    assert views["sgf"]["lost"] == ""
    assert views.keys() == FORMATS.keys()


@pytest.mark.parametrize("body", [b"", b"{}", b'{"format": "tengen-record"}', b"[]", b"\xff"])
def test_only_a_record_can_be_exported(body: bytes) -> None:
    assert client.post("/api/export/sgf", content=body).json()["type"] == "problem"
    assert client.post("/api/losses", content=body).json()["type"] == "problem"


def test_an_unknown_format_is_refused_with_a_list_of_formats() -> None:
    found = client.post("/api/export/sgg", json=GAME)
    assert "did you mean sgf?" in found.json()["says"]
