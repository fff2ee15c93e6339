from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.records import RULES, records
from kit.strategies import modest

from tengen.errors import RecordError
from tengen.records.conversion import Conversion, TerminalOutput, merge_records
from tengen.records.format import Feature
from tengen.records.formats import (
    FORMATS,
    SourceFile,
    find_sources,
    format_for,
    format_named,
    read_records,
    write_records,
)
from tengen.records.game_tree import Node, visits
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, Score, add_moves
from tengen.rules.coordinates import RowOne
from tengen.rules.notation import parse_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, RENJU

PSQ = b"Piskvorky 15x15, 0:0, 0\n8,8,5\n9,7,6\n%b-1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in" / "deep").mkdir(parents=True)
    (tmp_path / "in" / "a.psq").write_bytes(PSQ % b"one\ntwo\n")
    (tmp_path / "in" / "deep" / "a.psq").write_bytes(PSQ % b"")
    (tmp_path / "in" / "readme.md").write_bytes(b"no game")
    return tmp_path


def convert(to: str, sources: list[str], target: str, **options: object) -> Conversion:
    conversion = Conversion(FORMATS[to], **options)  # type: ignore[arg-type]
    if target.endswith("/"):
        conversion.into_folder(find_sources(sources), target)
    else:
        conversion.into_file(find_sources(sources), target)
    return conversion


def test_all_games_of_a_folder_are_written_to_one_file(folder: Path) -> None:
    target = folder / "all.txt"
    done = convert("games", [f"{folder}/in"], str(target))
    assert done.games == 2
    assert target.read_text() == (
        "1\tone\ttwo\t*\tunknown\t15x15/5 freestyle h8 i9\t5 6\n15x15/5 freestyle h8 i9\n"
    )
    assert done.lost == {Feature.TIMES: 2}


def test_a_folder_is_converted_with_its_subfolders(folder: Path) -> None:
    convert("rec", [f"{folder}/in"], f"{folder}/out/")
    assert (folder / "out" / "a.rec").read_bytes().startswith(b"one\r\ntwo\r\n7,7,5\r\n")
    assert (folder / "out" / "deep" / "a.rec").exists()


def test_a_folder_becomes_one_file_for_each_if_the_format_holds_many_games(folder: Path) -> None:
    (folder / "two.txt").write_text("15x15/5 freestyle h8\n15x15/5 freestyle h8 i9\n")
    convert("sgf", [f"{folder}/two.txt", f"{folder}/in/a.psq"], f"{folder}/out/")
    assert sorted(os.listdir(folder / "out")) == ["a.sgf", "two.sgf"]
    assert len(list(read_records(f"{folder}/out/two.sgf"))) == 2


def test_rules_that_a_format_does_not_hold_are_reported_as_assumed(folder: Path) -> None:
    (folder / "moves.txt").write_text("h8i9\nh8i9g9\n")
    reading = Reading(row_one=RowOne.BOTTOM)
    done = convert("sgf", [f"{folder}/moves.txt"], f"{folder}/x.sgf", reading=reading)
    assert done.assumed == {"moves: 15x15/5 freestyle": 2}
    (folder / "known.txt").write_text("15x15/5 freestyle h8 i9\n")
    assert not convert("sgf", [f"{folder}/known.txt"], f"{folder}/y.sgf").assumed


def test_wildcards_are_expanded(folder: Path) -> None:
    assert convert("games", [f"{folder}/in/**/*.psq"], f"{folder}/x.txt").games == 2


def test_files_of_the_same_name_do_not_overwrite_each_other(folder: Path) -> None:
    convert("rec", [f"{folder}/in/a.psq", f"{folder}/in/deep/a.psq"], f"{folder}/out/")
    assert sorted(os.listdir(folder / "out")) == ["a-2.rec", "a.rec"]


def test_each_game_gets_its_own_file_if_the_format_holds_only_one(folder: Path) -> None:
    (folder / "two.txt").write_text("15x15/5 freestyle h8\n15x15/5 freestyle h8 i9\n")
    convert("psq", [f"{folder}/two.txt"], f"{folder}/out/")
    assert sorted(os.listdir(folder / "out")) == ["two-0001.psq", "two-0002.psq"]
    with pytest.raises(RecordError, match="holds only one game"):
        convert("psq", [f"{folder}/two.txt"], f"{folder}/one.psq")
    assert not (folder / "one.psq").exists()


def test_an_existing_file_is_replaced_only_if_forced(folder: Path) -> None:
    target = folder / "there.txt"
    target.write_text("mine")
    with pytest.raises(RecordError, match="already exists"):
        convert("games", [f"{folder}/in"], str(target))
    assert target.read_text() == "mine"
    convert("games", [f"{folder}/in"], str(target), is_forced=True)
    assert target.read_text() != "mine"


def test_an_unreadable_file_is_reported_and_the_others_are_converted(folder: Path) -> None:
    (folder / "in" / "b.psq").write_bytes(b"\x00\x01")
    done = convert("games", [f"{folder}/in"], f"{folder}/x.txt")
    assert done.games == 2
    (problem,) = done.problems[f"{folder}/in/b.psq"].kept
    assert "does not start with Piskvorky" in str(problem)


def test_no_file_is_written_if_there_are_no_games(folder: Path) -> None:
    (folder / "b.psq").write_bytes(b"\x00\x01")
    with pytest.raises(RecordError, match="no games were found"):
        convert("games", [f"{folder}/b.psq"], f"{folder}/x.txt")
    assert not (folder / "x.txt").exists()


def test_a_conversion_can_change_the_place_of_row_one(folder: Path) -> None:
    (folder / "top.txt").write_text("a1b2\n")
    options = {"reading": Reading(row_one=RowOne.TOP), "writing": Writing(RowOne.BOTTOM)}
    convert("moves", [f"{folder}/top.txt"], f"{folder}/bottom.txt", **options)
    assert (folder / "bottom.txt").read_text() == "a15b14\n"


def test_a_conversion_adds_the_result_that_the_board_shows(folder: Path) -> None:
    (folder / "won.txt").write_text("15x15/5 freestyle h8 a1 h9 a2 h10 a3 h11 a4 h12\n")
    convert("games", [f"{folder}/won.txt"], f"{folder}/x.txt")
    (record,) = read_records(f"{folder}/x.txt")
    assert (record.result.score, record.result.reason) == (Score.FIRST, Termination.LINE)


def test_a_set_up_position_is_skipped_if_the_format_holds_only_moves(folder: Path) -> None:
    (folder / "mixed.txt").write_text("3x3/3 freestyle O 2X/1O1/X2\n15x15/5 freestyle h8\n")
    done = convert("psq", [f"{folder}/mixed.txt"], f"{folder}/x.psq")
    (problem,) = done.problems[f"{folder}/mixed.txt"].kept
    assert "it starts from a set-up position" in str(problem)
    assert done.games == 1


def test_a_file_is_read_and_written_by_its_path(folder: Path) -> None:
    (record,) = read_records(f"{folder}/in/a.psq")
    assert record.first == "one"
    write_records([record], f"{folder}/b.rec")
    assert [twin.second for twin in read_records(f"{folder}/b.rec")] == ["two"]


def test_a_second_game_is_refused_when_writing_by_path(folder: Path) -> None:
    with pytest.raises(RecordError, match="holds only one game"):
        write_records([Record(), Record()], f"{folder}/b.psq")
    assert not (folder / "b.psq").exists()


def test_formats_are_found_by_name_and_suffix() -> None:
    assert format_named("psq") is format_for("a/b.PSQ")
    with pytest.raises(RecordError, match="did you mean psq"):
        format_named("pqs")
    with pytest.raises(RecordError, match="choose one with --to"):
        format_for("game.txt")
    with pytest.raises(RecordError, match="unknown suffix"):
        format_for("game.doc")


def test_a_path_without_files_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="there is no file"):
        find_sources([f"{tmp_path}/*.psq"])
    with pytest.raises(RecordError, match="no file of a known format"):
        find_sources([str(tmp_path)])


def test_games_are_merged_into_one_tree(folder: Path) -> None:
    (folder / "in" / "c.psq").write_bytes(PSQ.replace(b"9,7,6", b"1,1,6") % b"")
    done = convert("sgf", [f"{folder}/in"], f"{folder}/all.sgf", is_merged=True)
    assert done.games == 3
    assert done.lost == {Feature.PLAYERS: 2}
    (record,) = read_records(f"{folder}/all.sgf")
    assert [len(node.children) for node in record.line()] == [2, 0]


def test_merging_needs_a_format_with_variations(folder: Path) -> None:
    with pytest.raises(RecordError, match="holds no variations"):
        convert("psq", [f"{folder}/in"], f"{folder}/all.psq", is_merged=True)
    assert not (folder / "all.psq").exists()


def test_a_file_in_the_wrong_format_is_reported_with_its_name(folder: Path) -> None:
    (folder / "a.lib").write_bytes(b"nothing of the kind")
    done = Conversion(FORMATS["sgf"], from_name="lib")
    with pytest.raises(RecordError, match="was not written"):
        done.into_file(find_sources([f"{folder}/a.lib"]), f"{folder}/a.sgf")
    (problem,) = done.problems[f"{folder}/a.lib"].kept
    assert "not a RenLib library" in str(problem)
    assert not (folder / "a.sgf").exists()


TREES = records(frozenset({Feature.MOVES, Feature.VARIATIONS, Feature.COMMENTS}), RULES[0])


def game(text: str) -> Record:
    record = Record(first="somebody")
    add_moves(record.root, parse_moves(text, FIVE_IN_A_ROW))
    return record


def lines(root: Node) -> set[tuple[Point, ...]]:
    """Return every position of a tree as the moves that lead to it."""
    found, path = set(), list[Point]()
    for depth, node, _ in visits(root):
        del path[max(0, depth - 1) :]
        if node.point is not None:
            path.append(node.point)
        found.add(tuple(path))
    return found


def test_merged_games_share_their_common_moves() -> None:
    merged = merge_records([game("h8 i9 g9"), game("h8 i9 j10"), game("a1")])
    assert len(merged.root.children) == 2
    (fork,) = merged.root.children[0].children
    assert len(fork.children) == 2
    assert merged.first == ""


@given(st.lists(TREES, min_size=1, max_size=3))
@modest
def test_a_merged_tree_has_exactly_the_lines_of_its_games(games: list[Record]) -> None:
    expected = set[tuple[Point, ...]]().union(*(lines(record.root) for record in games))
    merged = merge_records(games)
    assert lines(merged.root) == expected
    assert sum(1 for _ in visits(merged.root)) == len(expected)


def test_comments_on_the_same_position_are_joined() -> None:
    one, two, three = game("h8"), game("h8"), game("h8")
    for record, words in ((one, "good"), (two, "bad"), (three, "good")):
        record.root.children[0].comment = words
    assert merge_records([one, two, three]).root.children[0].comment == "good\n\nbad"


def test_games_of_different_rules_are_not_merged() -> None:
    with pytest.raises(RecordError, match="cannot merge a game"):
        merge_records([game("h8"), Record(RENJU)])


def test_merging_no_games_gives_an_empty_record() -> None:
    assert merge_records([]) == Record()


def test_a_terminal_gets_printable_text_only() -> None:
    read_end, write_end = os.pipe()
    output = TerminalOutput(write_end)
    data = "a\x1b[1mé\n\t".encode()
    assert output.writable()
    assert [output.write(data[:6]), output.write(data[6:])] == [6, len(data) - 6]
    os.close(write_end)
    with open(read_end, "rb") as file:
        assert file.read().decode() == "a [1mé\n\t"


def test_the_terminal_is_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[tuple[int, bytes]] = []

    def write(fd: int, data: bytes) -> int:
        written.append((fd, data))
        return 2

    monkeypatch.setattr("tengen.records.conversion.os.write", write)
    assert TerminalOutput().write(b"abc") == 3
    assert written == [(1, b"abc"), (1, b"c")]


def test_progress_adds_the_files_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.records.formats.PROGRESS_STEP", 1)
    sources = []
    for name in ("a.sgf", "b.sgf"):
        path = tmp_path / name
        path.write_text("(;GM[4];B[hh];W[ii])")
        sources.append(SourceFile(str(path), name))
    seen: list[int] = []
    conversion = Conversion(FORMATS["lib"])
    conversion.on_progress = lambda done, _games: seen.append(done)
    conversion.into_folder(sources, str(tmp_path / "out"))
    assert seen == sorted(seen)
    assert seen[-1] == 2 * len("(;GM[4];B[hh];W[ii])")
