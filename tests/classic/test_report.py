"""The report shows the output of the programs, and names functions that exist."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
import report_samples
from kit.editions import WINS, WON
from kit.transcript import DIGIT, FORMAT, LEADING_ZERO, RANGE, TAKEN, as_letters, as_lines, moves_in

ROOT = Path(__file__).parents[2]
REPORT = ROOT / "docs" / "report.md"
PAGES = {
    name: (ROOT / "docs" / name).read_text(encoding="utf-8")
    for name in ("report.md", "editions.md")
}
PROCEDURES = (
    *("init_board", "display_board", "get_move", "parse_input", "update_board"),
    *("check_win", "check_tie", "switch_player", "write_to_file"),
)
TIED = as_lines(moves_in("tie-15.txt"))
GAMES = {
    "five": [b"x\n1\n" + WON, TIED],
    "outline": [b"x\n" + WON, TIED],
    "gomoku": [b"E x\n" + WINS["gomoku"], as_letters(moves_in("tie-13.txt"))],
    "tictactoe": [WINS["tictactoe"] + b"0\n" + "\n".join("512837469").encode()],
}
"""Games with every ending and with wrong input."""
LINK = re.compile(r"\[`([\w.]+)`\]\(\.\./([\w/]+\.py)\)")
RENEW = "run `.venv/bin/python tools/report_samples.py`, and read what has changed"

TRACE = """\
import sys
called = set()
def note(frame, event, arg):
    code = frame.f_code
    package, slash, file = code.co_filename.rpartition("/tengen/")
    if event == "call" and slash:
        called.add(f"src/tengen/{file}:{code.co_qualname}")
from tengen.__main__ import main
sys.setprofile(note)
main()
sys.setprofile(None)
print(*sorted(called), sep="\\n", file=sys.stderr)
"""


def sample(name: str) -> str:
    (body,) = re.findall(
        rf"<!-- sample: {name} -->\n(.*?)<!-- end of sample -->", PAGES["report.md"], re.DOTALL
    )
    return str(body)


def functions_in(path: Path) -> set[str]:
    """Return the qualified names of all functions of a file."""
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        names |= {prefix + item.name for item in inner if isinstance(item, ast.FunctionDef)}
    return names


def procedure_links(page: str) -> dict[str, tuple[str, str]]:
    """Return the function and the file that a page names for each procedure of the outline."""
    rows = re.findall(r"^\| `([a-z_]+)` \| ([^|]+)\|", PAGES[page], re.MULTILINE)
    links = {name: LINK.match(cell) for name, cell in rows if name in PROCEDURES}
    return {name: (link[1], link[2]) for name, link in links.items() if link}


def called_by(program: str, typed: bytes, cwd: Path) -> set[tuple[str, str]]:
    """Return the functions of Tengen that a game calls, each with its file."""
    ran = subprocess.run(
        [sys.executable, "-I", "-c", TRACE, program],
        input=typed,
        cwd=cwd,
        capture_output=True,
        check=True,
    )
    lines = ran.stderr.decode().splitlines()
    return {(name, file) for file, _, name in (line.partition(":") for line in lines)}


def procedures_of(program: str) -> str:
    """Return what the report says about the procedures of a program."""
    text = PAGES["report.md"].partition("\n## Procedures\n")[2].partition("\n## Sample games\n")[0]
    return next(part for part in text.split("\n### ") if part.startswith(f"`{program}`"))


def test_the_samples_are_the_current_output_of_the_programs() -> None:
    is_same = report_samples.fill(PAGES["report.md"]) == PAGES["report.md"]
    assert is_same, f"docs/report.md does not show what the programs print: {RENEW}"


def test_every_sample_is_in_the_report() -> None:
    shown = re.findall(r"<!-- sample: ([a-z-]+) -->", PAGES["report.md"])
    assert sorted(shown) == sorted([*report_samples.SAMPLES, "five-places", "tictactoe-places"])
    assert len(report_samples.BLOCK.findall(PAGES["report.md"])) == len(shown)


def test_the_samples_show_every_warning_and_every_ending() -> None:
    texts = {name: sample(name) for name in report_samples.SAMPLES}
    assert all(text in texts["five-win"] for text in (FORMAT, DIGIT, RANGE, LEADING_ZERO, TAKEN))
    assert "\nTie\n$ echo $?\n0\n$ wc -c < result.txt\n1539\n" in texts["five-tie"]
    assert "\nPlayer 1 wins\n$ echo $?\n0\n$ wc -c < result.txt\n1549\n" in texts["five-win"]
    assert "\nTie\n" in texts["outline-tie"]
    assert "\nDraw game!\n" in texts["gomoku-draw"]
    assert all(text in texts["tictactoe"] for text in ("not a number", "out of range", "taken"))
    assert "result.txt" not in texts["end-of-input"]


def test_a_sample_shows_the_typed_line_after_its_prompt() -> None:
    text = report_samples.format_sample(report_samples.Sample("gomoku", ("e 7", "E 6")))
    assert "\nPlayer O, make a move: e 7\nInvalid move!\nPlayer O, make a move: E 6\n" in text
    assert text.endswith("\nPlayer X, make a move: \n" + text.rpartition("make a move: \n")[2])
    assert text.endswith("\n$ echo $?\n1\n")


def test_the_positions_of_the_cells_follow_the_formulas() -> None:
    five = [line.split()[1:] for line in sample("five-places").splitlines()[2:-1]]
    assert five == [
        [str((row + 1) * 96 + 5 + col * 6 + 1) for col in range(15)] for row in range(15)
    ]
    cells = [line.split()[1:] for line in sample("tictactoe-places").splitlines()[2:-1]]
    assert cells == [
        [str(24 * (cell // 3) + 1 + 4 * (cell % 3)) for cell in range(start, start + 3)]
        for start in (0, 3, 6)
    ]


@pytest.mark.parametrize("page", PAGES)
def test_every_function_that_the_report_links_to_exists(page: str) -> None:
    links = LINK.findall(PAGES[page])
    assert len(links) >= 9
    assert [link for link in links if link[0] not in functions_in(ROOT / link[1])] == []


def test_every_procedure_of_the_outline_has_a_function_that_is_called(tmp_path: Path) -> None:
    links = procedure_links("report.md")
    assert tuple(links) == PROCEDURES
    assert len(set(links.values())) == 9
    called = called_by("outline", WON, tmp_path) | called_by("outline", TIED, tmp_path)
    assert [name for name, function in links.items() if function not in called] == []


@pytest.mark.parametrize("program", GAMES)
def test_every_function_in_the_table_of_a_program_is_called_by_it(
    program: str, tmp_path: Path
) -> None:
    links = LINK.findall(procedures_of(program))
    assert len(links) >= 9
    called = set().union(*(called_by(program, typed, tmp_path) for typed in GAMES[program]))
    assert [link for link in links if link not in called] == []


def test_the_procedures_are_the_same_on_both_pages() -> None:
    assert procedure_links("report.md") == procedure_links("editions.md")
