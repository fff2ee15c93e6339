"""`tengen theorem show`, as a user runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.program import play

from tengen.cli import theorem_show
from tengen.prove import theorem_explain
from tengen.prove.theorem_book import Book, format_entry, parse_entry

DOCS = Path(__file__).parent.parent.parent / "docs" / "theorem.md"
LINES = ("-> h8 37", "h8 h9 -> g9 35", "h8 h9 g9 i7 -> g10 33", "h8 h9 g9 i7 g10 i9 -> h10 31")
FORK = "h8 a1 h9 o1 f10 a15 g10 o15 h10"
FEW_NODES = 100_000
QUIET = ["h8", "h9", "g9", "i7", "g10"]


@pytest.fixture
def _counted(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book(format_entry(parse_entry(line)) for line in LINES)
    monkeypatch.setattr(theorem_show, "the_book", lambda: book)
    monkeypatch.setattr(theorem_explain, "NODES_FOR_ALL_ANSWERS", FEW_NODES)


def shown(capfd: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert theorem_show.run([*arguments]) == status
    return " ".join(capfd.readouterr().out.split())


def test_the_docs_show_the_output_for_an_answer(tmp_path: Path) -> None:
    page = DOCS.read_text(encoding="utf-8")
    command = page.split("```sh\n")[1].split("```")[0].splitlines()[-1].split("#")[0].split()
    ending = page.split("The last command ends with:\n\n```text\n")[1].split("```")[0]
    assert play(command[1:], b"", tmp_path).out.decode().endswith(ending)


def test_without_moves_the_openings_are_shown(tmp_path: Path) -> None:
    ran = play(["theorem", "show"], b"", tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    lines = ran.out.decode("ascii").splitlines()
    assert lines[0].startswith("Player 1 begins with h8 and wins")
    assert len([line for line in lines if line.startswith("  ")]) == 1 + 35
    assert max(map(len, lines)) <= 80


def test_a_board_is_drawn_with_the_last_move_in_brackets(tmp_path: Path) -> None:
    drawn = play(["theorem", "show", "h8", "h9"], b"", tmp_path).out.decode()
    assert " 9 ├─┼─┼─┼─┼─┼─┼(○)┼─┼─┼─┼─┼─┼─┤" in drawn
    plain = play(["theorem", "show", "h8", "h9", "--ascii"], b"", tmp_path).out.decode("ascii")
    assert " 9 . . . . . . .(O). . . . . . ." in plain
    assert "X Player 1, O Player 2" in plain


@pytest.mark.usefixtures("_counted")
def test_the_length_of_a_win_is_shown_if_it_is_known(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert "begins with h8 and wins in at most 19 moves, whatever" in shown(capfd)
    assert "Player 1 plays g9, a line of the theorem, and wins in at most 18 moves." in shown(
        capfd, "h8", "h9", "--plain"
    )
    assert "Player 1 plays g6, a line" in shown(capfd, "h8", "h7", "g7", "i9", "--plain")


@pytest.mark.usefixtures("_counted")
def test_all_answers_to_a_quiet_move_are_shown(capfd: pytest.CaptureFixture[str]) -> None:
    text = shown(capfd, *QUIET, "--ascii")
    assert "g10, the move of the theorem, and wins in at most 16 more moves." in text
    assert "change nothing: there Player 1 wins as if Player 2 had passed" in text
    assert (
        "1 answer is met by other lines of the theorem: h10 (in at most 16 moves) after i9" in text
    )
    assert "answers are met by threats at once:" in text
    assert "found just now" not in text
    assert "^ met by a line of the theorem, # by threats at once" in text


def test_wins_longer_than_in_the_proof_are_marked_as_such(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        theorem_show, "the_book", lambda: Book(["g9 h9 h8 i7 -> g10 9", "-> h8 17"])
    )
    monkeypatch.setattr(theorem_explain, "NODES_FOR_ALL_ANSWERS", FEW_NODES)
    text = shown(capfd, *QUIET, "--plain")
    assert "and wins in at most 4 more moves." in text
    assert "The proof has no win of more than 4 moves: these were found now." in text


def test_an_answer_outside_the_zone_changes_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    text = shown(capfd, *QUIET, "a1")
    assert "a1 changes nothing: it is not in the zone" in text
    assert "□ the zone" in text
    assert "wins as if Player 2 had passed" in text


def test_a_four_that_is_not_answered_has_a_zone_of_one_point(
    capfd: pytest.CaptureFixture[str],
) -> None:
    text = shown(capfd, *["h8", "h7", "h9", "a3", "h10", "a5", "h11", "c1"], "--plain")
    assert "the zone, the one point where" in text
    assert "had passed, with the next move: h12" in text


def test_an_answer_met_by_threats_is_shown_with_the_line(
    capfd: pytest.CaptureFixture[str],
) -> None:
    text = shown(capfd, *QUIET, "d10", "--plain")
    assert "d10 is met by threats at once. Player 1 wins in at most" in text
    assert "┼" not in text


def test_a_threat_is_shown_with_its_answers(
    capfd: pytest.CaptureFixture[str],
) -> None:
    text = shown(capfd, *FORK.split(), "--plain")
    assert "Player 1 has played h10, which wins by threats." in text
    assert "take longer to find" not in text


@pytest.mark.parametrize(
    "moves, words",
    [
        ("a1", "At the beginning, the theorem plays h8. Nothing is proved about a1,"),
        ("h8 h9 g10", "After h8 h9, the theorem plays g9"),
        ("h8 a1 c5 b1 c9 c1 l3 d1 n9", "Player 2 makes five on e1."),
        ("h8 a1 h9 a3 h10", "No win was found after"),
    ],
)
def test_a_position_outside_the_theorem_is_reported(
    moves: str, words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    text = shown(capfd, *moves.split(), "--plain", status=1)
    assert "This position is not in the theorem." in text
    assert words in text
    assert f"`tengen analyse {moves}`" in text


def test_a_finished_game_is_reported(capfd: pytest.CaptureFixture[str]) -> None:
    text = shown(capfd, *["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"])
    assert "The game is over: Player 1 has won with five from H12 to H8." in text


@pytest.mark.parametrize(
    "moves, words",
    [
        (["h8", "h8"], b"move 2 cannot be played: h8 is taken."),
        (["h8", "q9"], b"expected moves such as h8 h9 g9"),
        (["--loud"], b"see `tengen theorem show --help`."),
    ],
)
def test_wrong_moves_are_refused(moves: list[str], words: bytes, tmp_path: Path) -> None:
    ran = play(["theorem", "show", *moves], b"", tmp_path)
    assert (ran.status, ran.out, ran.complained_once) == (2, b"", True)
    assert words in ran.err
