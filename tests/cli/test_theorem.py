"""`tengen theorem` as a process: expand and check."""

from __future__ import annotations

import signal
import subprocess
import time
from pathlib import Path

import pytest
from kit.certificates import Game, certificate
from kit.dask_cluster import dask_cluster
from kit.program import DEFAULT_INTERRUPT, PATIENCE, command, play

PART = ("--from", "h8", "g10", "i7", "i10")
"""A start with a dozen lines."""

SMALL = ("--from", "h8", "i15", "i7", "h9")
"""A start with four lines."""


def wait_for_lines(path: Path, count: int) -> None:
    """Wait until a file has this many lines."""
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_part_is_expanded_after_a_kill_and_both_checkers_prove_it(tmp_path: Path) -> None:
    arguments = ["theorem", "expand", "part.xz", "--processes", "1", *PART]
    with subprocess.Popen(command(arguments), cwd=tmp_path) as running:
        wait_for_lines(tmp_path / "part.xz.work", 2)
        running.kill()
    kept = (tmp_path / "part.xz.work").read_bytes()
    ran = play(arguments, b"", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert ran.out.startswith(b"12 lines proved in ")
    assert (tmp_path / "part.xz.work").read_bytes().startswith(kept)
    for checker in ("quick", "plain"):
        arguments = ["theorem", "check", "part.xz", "--checker", checker, "--any-claim"]
        ran = play(arguments, b"", tmp_path)
        assert (ran.status, ran.err) == (0, b"")
        assert b"proved: 15x15, 5 or more in a row; attacker h8 i7; defender g10 i10;" in ran.out


def test_a_cluster_makes_the_same_certificate_and_a_killed_worker_changes_nothing(
    tmp_path: Path,
) -> None:
    ran = play(["theorem", "expand", "here.xz", "--processes", "1", *SMALL], b"", tmp_path)
    assert ran.status == 0
    with dask_cluster(tmp_path, 2) as cluster:
        arguments = ["theorem", "expand", "there.xz", "--cluster", cluster.address, *SMALL]
        with subprocess.Popen(command(arguments), cwd=tmp_path) as running:
            wait_for_lines(tmp_path / "there.xz.work", 1)
            cluster.kill_worker()
            assert running.wait(PATIENCE) == 0
    assert (tmp_path / "there.xz").read_bytes() == (tmp_path / "here.xz").read_bytes()


def test_an_interrupt_ends_an_expansion_at_once_and_keeps_finished_work(tmp_path: Path) -> None:
    arguments = ["theorem", "expand", "all.xz", "--processes", "2"]
    with subprocess.Popen(command(arguments, DEFAULT_INTERRUPT), cwd=tmp_path) as running:
        wait_for_lines(tmp_path / "all.xz.work", 1)
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE) in {130, -signal.SIGINT}
    assert not (tmp_path / "all.xz").exists()
    assert (tmp_path / "all.xz.work").read_bytes().startswith(b"tengen expansion 1 ")


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (["prove"], b"there is no theorem command 'prove'"),
        (["expand", "x.xz", "--from", "h8"], b"the same number of stones"),
        (["expand", "x.xz", "--from", "h8", "h9"], b"at least four moves"),
        (["expand", "x.xz", "--from", "h8", "h9", "z9", "a1"], b"'z9' is not a point"),
        (["expand", "x.xz", "--from", "a1", "b1", "c1", "d1"], b"the theorem has no line after"),
        (["expand", "x.xz", "--processes", "0"], b"a whole number from 1"),
        (["expand", "x.xz", "--lines", "none.txt"], b"none.txt"),
        (["expand", "nowhere/x.xz"], b"cannot use 'nowhere/x.xz.work'"),
        (["check"], b"name a certificate"),
        (["check", "none.xz"], b"cannot read 'none.xz'"),
    ],
)
def test_wrong_use_is_reported_in_one_line(
    arguments: list[str], complaint: bytes, tmp_path: Path
) -> None:
    ran = play(["theorem", *arguments], b"", tmp_path)
    assert ran.status == (1 if "nowhere/x.xz" in arguments else 2)
    assert ran.complained_once
    assert complaint in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_certificate_is_refused_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "bad.xz").write_bytes(b"no certificate")
    for checker in ("quick", "plain"):
        ran = play(["theorem", "check", "bad.xz", "--checker", checker], b"", tmp_path)
        assert (ran.status, ran.err) == (1, b"")
        assert ran.out.startswith(b"refused: header, byte 0: ")


CLAIMS = {
    "another length": (Game(15, 15, 1), ("A /", "h8")),
    "another board": (Game(16, 15, 1), ("A /", "h8")),
    "stones on the board": (Game(15, 15, 5), ("A d8 e8 f8 g8 / a1 a2 a3", "h8")),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_only_a_proof_of_the_theorem_passes_without_any_claim(name: str, tmp_path: Path) -> None:
    game, part = CLAIMS[name]
    (tmp_path / "other.xz").write_bytes(certificate(game, part))
    ran = play(["theorem", "check", "other.xz"], b"", tmp_path)
    assert ran.status == 1
    assert b"this is not the theorem" in ran.err
    assert play(["theorem", "check", "other.xz", "--any-claim"], b"", tmp_path).status == 0


def test_incomplete_lines_are_not_a_proof(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("h8 a1 h9 a15 -> h10 0\n")
    start = ["--from", "h8", "a1", "h9", "a15"]
    arguments = ["theorem", "expand", "x.xz", "--lines", "lines.txt", *start]
    ran = play(arguments, b"", tmp_path)
    assert ran.status == 1
    assert b"this is not a proof: " in ran.err
    assert not (tmp_path / "x.xz").exists()


def test_the_path_of_the_plain_checker_can_be_shown(tmp_path: Path) -> None:
    ran = play(["theorem", "check", "--where"], b"", tmp_path)
    path = Path(ran.out.decode().strip())
    assert path.name == "check.py"
    assert path.exists()


def test_every_subcommand_has_help(tmp_path: Path) -> None:
    for arguments in ([], ["--help"], ["expand", "--help"], ["check", "-h"]):
        ran = play(["theorem", *arguments], b"", tmp_path)
        assert (ran.status, ran.err) == (0, b"")
        assert ran.out.startswith(b"usage: tengen theorem")
