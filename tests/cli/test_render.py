from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from kit.program import play
from PIL import Image

GAME = "15x15/5 freestyle h8 a1 h9 a2 h10 a3 h11 a4 h12\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.txt").write_text(f"15x15/5 freestyle a1\n{GAME}")
    return tmp_path


def test_the_last_position_is_drawn_with_numbers(folder: Path) -> None:
    ran = play(["render", "game.txt", "--game-number", "2", "-o", "a.svg"], b"", folder)
    assert (ran.status, ran.out, ran.err) == (0, b"", b"")
    text = (folder / "a.svg").read_text()
    assert "Black wins" in text
    assert ">9</text>" in text


def test_any_move_can_be_drawn(folder: Path) -> None:
    for move in ("2", "4"):
        name = f"{move}.svg"
        play(["render", "game.txt", "--game-number", "2", "--move", move, "-o", name], b"", folder)
        assert f"after {move} moves" in ET.parse(folder / name).getroot().attrib["aria-label"]


def test_a_png_has_the_requested_width(folder: Path) -> None:
    ran = play(
        ["render", "game.txt", "-o", "a.png", "--width", "300", "--theme", "dark"], b"", folder
    )
    assert ran.status == 0
    with Image.open(folder / "a.png") as image:
        assert image.width == 300


def test_a_gif_has_a_frame_for_every_move_and_one_before(folder: Path) -> None:
    ran = play(["render", "-", "-o", "a.gif", "--cell", "12"], GAME.encode(), folder)
    assert ran.status == 0
    with Image.open(io.BytesIO((folder / "a.gif").read_bytes())) as image:
        assert getattr(image, "n_frames", 1) == 10


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["-o", "a.bmp"], b"it must end in .svg, .png or .gif"),
        (["-o", "a.svg", "--game-number", "3"], b"has no game 3"),
        (["-o", "a.svg", "--game-number", "0"], b"has no game 0"),
        (["-o", "a.svg", "--move", "2"], b"there is no move 2: the game has 1"),
        (["-o", "a.svg", "--numbers", "some"], b"all, none, last:5 or from:20 was expected"),
        (["-o", "a.svg", "--cell", "1"], b"a cell of 1 pixels cannot be drawn"),
        (["-o", "a.gif", "--delay", "1"], b"a delay of 1 ms is not between"),
        (["-o", "game.txt"], b"it must end in .svg, .png or .gif"),
        ([], b"required: -o/--output"),
        (["-o", "there.svg"], b"already exists: use --force to replace it"),
        (["-o", "nowhere/a.svg"], b"cannot write 'nowhere/a.svg': No such file or directory"),
    ],
)
def test_wrong_use_is_reported_in_one_line(
    folder: Path, arguments: list[str], message: bytes
) -> None:
    (folder / "there.svg").write_text("mine")
    ran = play(["render", "game.txt", "--game-number", "1", *arguments], b"", folder)
    assert ran.status in {1, 2}
    assert ran.complained_once
    assert message in ran.err
    assert (folder / "there.svg").read_text() == "mine"


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    ran = play(["render", "none.sgf", "-o", "a.svg"], b"", tmp_path)
    assert ran.complained_once
    assert b"cannot read 'none.sgf': No such file or directory" in ran.err
