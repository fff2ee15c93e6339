from pathlib import Path

import msgspec
import pytest

from tengen.errors import TengenError
from tengen.prove.expansion import Journal
from tengen.prove.proof_parts import FinishedPiece, ProofPart

STONES = (frozenset([1, 2]), frozenset([3, 4]))
DONE = FinishedPiece(1.5, [ProofPart(STONES, b"\x01\xff", [STONES], 9, [], [], is_line=True)])
LINE = msgspec.json.encode(DONE) + b"\n"


def test_what_was_added_is_read_again(tmp_path: Path) -> None:
    path = str(tmp_path / "work")
    for _ in range(2):
        journal = Journal(path, "mark")
        journal.add(LINE)
        journal.close()
    journal = Journal(path, "mark")
    assert list(journal.read()) == [DONE, DONE]
    journal.close()


@pytest.mark.parametrize("left", range(1, len(LINE)))
def test_a_torn_line_is_cut_off(left: int, tmp_path: Path) -> None:
    path = tmp_path / "work"
    journal = Journal(str(path), "mark")
    journal.add(LINE)
    journal.close()
    with path.open("ab") as file:
        file.write(LINE[:left])
    journal = Journal(str(path), "mark")
    assert list(journal.read()) == [DONE]
    journal.add(LINE)
    assert list(journal.read()) == [DONE, DONE]
    journal.close()


@pytest.mark.parametrize("left", [0, 1, 20])
def test_a_torn_first_line_is_no_line(left: int, tmp_path: Path) -> None:
    path = tmp_path / "work"
    path.write_bytes(b"tengen expansion 1 mark\n"[:left])
    journal = Journal(str(path), "mark")
    assert list(journal.read()) == []
    journal.close()
    assert path.read_bytes() == b"tengen expansion 1 mark\n"


@pytest.mark.parametrize("text", ["tengen expansion 1 other\n", "something else\n"])
def test_the_journal_of_another_theorem_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "work"
    path.write_text(text)
    with pytest.raises(TengenError, match="belongs to another theorem"):
        Journal(str(path), "mark")
    assert path.read_text() == text
