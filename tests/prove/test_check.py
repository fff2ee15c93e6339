"""Small correct certificates, and what they prove."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from kit.certificates import FIVES, SAMPLES, THREES, Game, certificate, judged

from tengen.prove.check import DEFENDER, ProofCounts, check, describe, main

PLIES = {
    "five": 1,
    "open four": 3,
    "four, then open four": 5,
    "zone": 5,
    "again": 7,
    "use": 5,
    "all": 5,
    "defender to move": 4,
    "defender to move after a four": 2,
    "less": 3,
    "two nulls": 7,
    "wide board": 5,
}


def supports(game: Game, packed: bytes) -> list[str]:
    return [game.names(cells) for cells in judged(packed).supports]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_correct_certificate_is_accepted_with_its_plies(name: str) -> None:
    assert judged(SAMPLES[name]).plies == PLIES[name]


def test_the_support_of_five_is_its_cell() -> None:
    assert supports(FIVES, SAMPLES["five"]) == ["f4", "f4", "f4"]


def test_the_supports_of_an_open_four_contain_the_defenders_lines() -> None:
    first, second, third = supports(FIVES, SAMPLES["open four"])
    assert first == "b4 f4 g4"
    assert second == "a3 a4 a5 b4 f4 g4"
    assert third == "a2 a3 a4 a5 b4 b6 b7 c6 c7 d6 d7 e6 e7 f4 g4"


def test_a_forced_reply_is_in_all_supports() -> None:
    verdict = judged(SAMPLES["four, then open four"])
    assert len(verdict.supports) == 3
    assert all(cells >= FIVES.cells("f4 g4 f5 f1 f6") for cells in verdict.supports)
    assert verdict.counts == ProofCounts(parts=1, nodes=2, fours=2, agains=0, uses=0)


def test_a_null_costs_one_support() -> None:
    assert judged(SAMPLES["zone"]).supports == ()
    assert len(judged(SAMPLES["defender to move"]).supports) == 0
    quiet = certificate(Game(6, 5, 4), ("A b3 c2 / d4 e2", "a4 d3 c3 a3 e4 c3 e4 e3 e4 end"))
    (first,) = judged(quiet).supports
    assert first >= Game(6, 5, 4).cells("a4 d3 c3 e4")


def test_a_removed_stone_costs_one_support() -> None:
    assert supports(FIVES, SAMPLES["less"]) == ["b4 f4 g4"]
    once = certificate(FIVES, ("A c4 d4 e4 / a7 a6", "less a7 f4"))
    assert supports(FIVES, once) == ["b4 f4 g4", "a2 a3 a4 a5 b4 b6 c6 d6 e6 f4 g4"]


def test_replies_outside_the_zone_are_allowed() -> None:
    more = certificate(THREES, ("A /", "c3 d3 a5 c4 b3 c4 d3 c4 e3 c4 end"))
    assert judged(more).counts.nodes == 6


def test_repeated_and_used_trees_are_counted() -> None:
    assert judged(SAMPLES["again"]).counts == ProofCounts(1, 6, 5, agains=1, uses=0)
    assert judged(SAMPLES["use"]).counts == ProofCounts(3, 9, 7, agains=0, uses=2)


@pytest.mark.parametrize("bits", range(8))
def test_a_part_can_be_used_under_every_symmetry(bits: int) -> None:
    def image(cell: int) -> int:
        row, col = divmod(cell, 7)
        row, col = (6 - row if bits & 2 else row), (6 - col if bits & 1 else col)
        return col * 7 + row if bits & 4 else row * 7 + col

    def images(names: str) -> str:
        return FIVES.names(frozenset(map(image, FIVES.cells(names))))

    there = f"{images('c4 d4 e4')} / {images('a7 a6')}"
    parts = [("A c4 d4 e4 / a7 a6", "f4"), (f"A {there}", f"use {there};")]
    alone, used = judged(certificate(FIVES, parts[0])), judged(certificate(FIVES, *parts))
    assert used.supports == tuple(frozenset(map(image, cells)) for cells in alone.supports)
    assert (used.plies, used.counts.uses) == (3, 1)


def test_the_defender_to_move_may_already_have_lost() -> None:
    verdict = judged(certificate(THREES, ("D c3 d3 / a1", "")))
    assert (verdict.turn, verdict.plies, verdict.counts.nodes) == (DEFENDER, 2, 0)


def test_one_in_a_row_is_won_at_once() -> None:
    assert judged(certificate(Game(1, 1, 1), ("A /", "a1"))).plies == 1
    assert judged(certificate(Game(3, 1, 2), ("A /", "b1"))).plies == 3


def test_counts_are_reported_after_every_part() -> None:
    reported: list[ProofCounts] = []
    verdict = check(io.BytesIO(SAMPLES["use"]), reported.append)
    assert [counts.parts for counts in reported] == [1, 2, 3]
    assert reported[-1] == verdict.counts


def test_a_verdict_is_a_sentence() -> None:
    assert describe(judged(SAMPLES["defender to move"])) == (
        "5x5, 3 or more in a row, attacker on c3, defender to move: the attacker wins in at most"
        " 4 plies (parts 1, nodes 4, fours 4, agains 0, uses 0)"
    )
    assert "empty board, attacker to move" in describe(judged(SAMPLES["zone"]))


def test_the_checker_runs_as_a_program_without_other_modules(tmp_path: Path) -> None:
    path, program = tmp_path / "proof.xz", sys.modules[check.__module__].__file__
    path.write_bytes(SAMPLES["zone"])
    command = [sys.executable, "-I", "-S", str(program), str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.startswith("proved: 5x5, 3 or more in a row, empty board")


def test_the_program_prints_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "proof.xz"
    path.write_bytes(SAMPLES["zone"][:-1])
    assert [main([str(path)]), main([str(tmp_path / "none")]), main([])] == [1, 2, 2]
    refused, missing, usage = capsys.readouterr().out.splitlines()
    assert refused.startswith("refused: part 1, node start, byte ")
    assert missing.endswith("No such file or directory")
    assert usage == "usage: python check.py FILE"
