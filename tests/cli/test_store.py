"""`tengen store check`, as a user runs it."""

from __future__ import annotations

from pathlib import Path

from kit.keeping import FILE, START, note
from kit.keeping import play as keep
from kit.program import play

from tengen.storage import Store


def test_an_undamaged_store_gives_status_zero(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store:
        keep(store, [START, note(1)])
    ran = play(["store", "check", "--data", str(tmp_path)], b"", tmp_path)
    assert (ran.status, ran.out, ran.err) == (
        0,
        b"Checked 1 game and 0 rooms: no problems.\n",
        b"",
    )


def test_every_problem_is_a_line_and_gives_status_one(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store:
        for _ in range(2):
            keep(store, [START, note(1), note(1)])
        store.append(2, 3, [START])
    ran = play(["store", "check", "--data", str(tmp_path)], b"", tmp_path)
    assert ran.status == 1
    lines = ran.out.decode().splitlines()
    assert lines[0].startswith("game 2: it cannot be replayed: GameStarted cannot happen in a game")
    assert lines[1:] == ["Checked 2 games and 0 rooms: 1 problem."]


def test_a_store_that_cannot_be_opened_is_reported_in_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    for options in ([], ["--drop-damaged-log"]):
        ran = play(["store", "check", "--data", str(tmp_path), *options], b"", tmp_path)
        assert (ran.status, ran.out) == (1, b"")
        assert ran.complained_once
        assert b"the file is empty" in ran.err


def test_a_damaged_log_can_be_dropped(tmp_path: Path) -> None:
    Store(str(tmp_path)).close()
    (tmp_path / f"{FILE}-wal").write_bytes(b"nonsense" * 1000)
    check = ["store", "check", "--data", str(tmp_path)]
    refused = play(check, b"", tmp_path)
    assert refused.status == 1
    assert b"tengen store check --drop-damaged-log" in refused.err
    ran = play([*check, "--drop-damaged-log"], b"", tmp_path)
    assert (ran.status, ran.out) == (0, b"Checked 0 games and 0 rooms: no problems.\n")


def test_the_help_lists_the_subcommands(tmp_path: Path) -> None:
    for words in ([], ["--help"], ["-h"]):
        ran = play(["store", *words], b"", tmp_path)
        assert ran.status == 0
        assert b"tengen store check" in ran.out
    ran = play(["store", "chekc"], b"", tmp_path)
    assert ran.status == 2
    assert b"there is no store command 'chekc': choose check;" in ran.err
    ran = play(["store", "check", "--data", ""], b"", tmp_path)
    assert ran.status == 2
    assert b"--data needs the name of a directory" in ran.err
