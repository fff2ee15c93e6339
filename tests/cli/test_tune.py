"""`tengen tune`: new runs, runs that go on, and what is wrong with a command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.program import play, started

from tengen.arena.schedule import shipped_openings
from tengen.arena.tuning_run import open_tuning_file
from tengen.cli.tune import run
from tengen.errors import UsageError
from tengen.rules import parse_rules

NEW = ["killer_bonus=0..500", "late_move_first", "--games", "4", "--nodes", "50", "--pairs", "1"]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let theta+ win every iteration without a game."""
    monkeypatch.setattr("tengen.arena.tuning_run.play_iteration", lambda *_: 1.0)


@pytest.mark.usefixtures("quick")
def test_a_run_shows_its_way_and_its_end(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path, log, plot = (str(tmp_path / name) for name in ("run.db", "run.csv", "run.svg"))
    assert run([*NEW, "--file", path, "--log", log, "--plot", plot]) == 0
    out, err = capfd.readouterr()
    assert [line.split(":")[0] for line in err.splitlines()] == ["1/2", "2/2"]
    assert out.startswith("2 of 2 iterations, 4 games\nkiller_bonus ")
    assert "\ntengen brain --set killer_bonus=" in out
    assert len(Path(log).read_text().splitlines()) == 4
    assert "<title>SPSA: parameters after each of 2 iterations</title>" in Path(plot).read_text()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name, count", [("five", 200), ("15x15/5 standard", 16)])
def test_without_a_file_a_run_has_balanced_openings(tmp_path: Path, name: str, count: int) -> None:
    path = str(tmp_path / "run.db")
    assert run([*NEW, "--file", path, "--rules", name]) == 0
    with open_tuning_file(path) as file:
        openings = file.games.openings
    assert len(openings) == count
    shipped = shipped_openings(parse_rules(name))
    assert openings == shipped or not shipped


@pytest.mark.usefixtures("quick")
def test_a_finished_run_only_shows_its_end_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "run.db")
    assert run([*NEW, "--file", path]) == 0
    first = capfd.readouterr().out
    assert run(["--resume", path]) == 0
    assert capfd.readouterr() == (first, "")


def test_ctrl_c_shows_the_values_so_far_and_keeps_the_run(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = iter([1.0])

    def play_some(*_: object) -> float:
        for score in scores:
            return score
        raise KeyboardInterrupt

    monkeypatch.setattr("tengen.arena.tuning_run.play_iteration", play_some)
    path = str(tmp_path / "run.db")
    assert run([*NEW, "--file", path]) == 130
    out, err = capfd.readouterr()
    assert out.startswith("1 of 2 iterations, 2 games\n")
    assert err.endswith("stopped; go on with --resume\n")
    with open_tuning_file(path) as file:
        assert file.scores == [1.0]


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "which parameters?"),
        (["kiler_bonus", "--file", "x"], "'kiler_bonus': did you mean killer_bonus?"),
        (["q=1..2", "--file", "x"], "'q': `tengen brain --parameters` lists them"),
        (
            ["killer_bonus=5", "--file", "x"],
            "expected NAME or NAME=LOW..HIGH, not 'killer_bonus=5'",
        ),
        (
            ["killer_bonus=0..1001", "--file", "x"],
            "must be within 0..1000 and hold the default, 150",
        ),
        (["killer_bonus=200..300", "--file", "x"], "and hold the default, 150"),
        (["killer_bonus", "killer_bonus", "--file", "x"], "named twice"),
        (["killer_bonus"], "--file FILE is needed"),
        (["killer_bonus", "--file", "x", "--step", "0"], "expected a number above 0 and up to 1"),
        (["killer_bonus", "--file", "x", "--rate", "nan"], "expected a number above 0 and up to 1"),
        (["killer_bonus", "--file", "x", "--nodes", "5", "--time", "5"], "not allowed with"),
        (["killer_bonus", "--file", "x", "--rules", "chess"], "--rules: not"),
        (["killer_bonus", "--file", "x", "--rules", "tictactoe"], "searched without these param"),
        (["killer_bonus", "--file", "x", "--rules", "renju"], "--openings FILE is needed for"),
        (["killer_bonus", "--file", "x", "--openings", "/no"], "--openings: cannot read '/no'"),
        (["killer_bonus", "--file", "x", "--plot", "x.gif"], "must end in .svg or .png"),
        (["killer_bonus", "--resume", "x"], "leave out 'killer_bonus'"),
        (["--resume", "x", "--games", "2"], "leave out '--games'"),
    ],
)
def test_wrong_use_is_explained_in_one_line(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError) as caught:
        run(arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_used_is_reported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.db"
    assert run(["--resume", str(path)]) == 1
    path.write_text("games\n" * 100)
    assert run([*NEW, "--file", str(path)]) == 1
    assert capfd.readouterr().err.splitlines() == [
        f"tengen: {str(path)!a} does not exist",
        f"tengen: {str(path)!a} is not the file of a tuning run",
    ]


def test_a_killed_run_goes_on_to_the_same_end(tmp_path: Path) -> None:
    whole = play(["tune", *NEW, "--file", "whole.db"], b"", tmp_path)
    with started(["tune", *NEW, "--file", "killed.db"], tmp_path) as child:
        assert child.stderr is not None
        assert child.stderr.readline().startswith(b"1/2: ")
        child.kill()
    again = play(["tune", "--resume", "killed.db"], b"", tmp_path)
    assert (again.status, again.out) == (whole.status, whole.out)
    assert whole.err.endswith(again.err)
