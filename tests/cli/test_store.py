"""`tengen store`, as a user runs it."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path

from kit import copies
from kit.keeping import FILE, START, note
from kit.keeping import play as keep
from kit.program import DEFAULT_INTERRUPT, finish, interrupt, play, started

from tengen.storage import Store

ADD_MANY_GAMES = """
WITH RECURSIVE more (game) AS (SELECT 8 UNION ALL SELECT game + 1 FROM more WHERE game < 100000)
INSERT INTO games (game, started) SELECT game, 0 FROM more
"""
"""Games without events."""


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
        assert b"tengen store copy" in ran.out
    ran = play(["store", "chekc"], b"", tmp_path)
    assert ran.status == 2
    assert b"there is no store command 'chekc': choose check or copy;" in ran.err
    ran = play(["store", "check", "--data", ""], b"", tmp_path)
    assert ran.status == 2
    assert b"--data needs the name of a directory" in ran.err


def test_options_of_a_check_that_exclude_each_other_are_refused(tmp_path: Path) -> None:
    address = "postgresql://ann:secret@localhost/games"
    for options, why in {
        ("--store", address, "--data", "x"): b"--store and --data exclude each other",
        ("--store", address, "--drop-damaged-log"): b"--drop-damaged-log is for games in a dir",
        ("--store", "localhost"): b"--store needs an address such as postgresql://",
    }.items():
        ran = play(["store", "check", *options], b"", tmp_path)
        assert (ran.status, ran.out) == (2, b"")
        assert ran.complained_once
        assert why in ran.err
        assert b"secret" not in ran.err


def test_ctrl_c_ends_a_check(tmp_path: Path) -> None:
    copies.fill(str(tmp_path))
    copies.run(str(tmp_path), ADD_MANY_GAMES)
    arguments = ["store", "check", "--data", str(tmp_path)]
    ran = interrupt(arguments, b"", tmp_path, after=1, signal=signal.SIGINT)
    assert (ran.status, ran.err) == (130, b"")


# Copies


def test_a_copy_says_what_was_copied(tmp_path: Path) -> None:
    source, target = str(tmp_path / "source"), str(tmp_path / "target")
    copies.fill(source)
    rows = "6 games with 12 events, 3 rooms and 3 settings"
    for begins in (
        f"Copied {rows} from {source} to {target}.",
        f"Nothing to copy: {target} already has the {rows} of {source}.",
    ):
        ran = play(["store", "copy", source, target], b"", tmp_path)
        assert (ran.status, ran.err) == (0, b"")
        first, second = ran.out.decode().splitlines()
        assert first == begins
        assert re.fullmatch(r"All rows are equal: SHA-256 [0-9a-f]{64}", second)
    assert copies.rows_of(target) == copies.rows_of(source)


def test_a_refused_copy_is_one_line(tmp_path: Path) -> None:
    ran = play(["store", "copy", "source", "target"], b"", tmp_path)
    assert (ran.status, ran.out) == (1, b"")
    assert ran.complained_once
    assert b"there are no games in this directory; check its name" in ran.err


def test_places_that_are_neither_directories_nor_addresses_are_refused(tmp_path: Path) -> None:
    for places in (["", "x"], ["x", ""], ["x", "mysql://localhost/games"]):
        ran = play(["store", "copy", *places], b"", tmp_path)
        assert ran.status == 2
        assert ran.complained_once
        assert b"FROM and TO are directories, or addresses such as postgresql://" in ran.err


def test_a_password_is_not_shown(tmp_path: Path) -> None:
    source = str(tmp_path / "source")
    copies.fill(source)
    secret = "postgresql://ann:secret@localhost:1/games"
    for arguments, status in {
        ("copy", source, secret): 1,
        ("copy", secret, source): 1,
        ("copy", source, source, secret): 2,
        ("check", "--store", secret): 1,
        ("check", secret): 2,
    }.items():
        ran = play(["store", *arguments], b"", tmp_path)
        assert (ran.status, ran.out) == (status, b"")
        assert ran.complained_once
        assert b"postgresql://" in ran.err
        assert b"secret" not in ran.err


def test_ctrl_c_ends_a_copy_and_the_same_command_continues_it(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    copies.fill(str(source))
    copies.run(str(source), ADD_MANY_GAMES)
    arguments = ["store", "copy", str(source), str(target)]
    with started(arguments, tmp_path, before=DEFAULT_INTERRUPT) as child:
        while not (target / FILE).exists():
            time.sleep(0.01)
        time.sleep(0.1)
        child.send_signal(signal.SIGINT)
        ran = finish(child)
    assert (ran.status, ran.out) == (130, b"")
    assert ran.err == b"tengen: the copy is not complete; the same command continues it\n"
    assert play(arguments, b"", tmp_path).status == 0
    assert copies.rows_of(str(target)) == copies.rows_of(str(source))
