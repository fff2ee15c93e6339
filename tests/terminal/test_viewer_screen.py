from __future__ import annotations

from pathlib import Path

import pytest
from kit.viewers import Reader, Ready, grow, read, sample

from tengen.records.formats import read_records
from tengen.records.game_tree import Node, Stone
from tengen.records.record import Record
from tengen.rules.point import Point
from tengen.rules.rules import GAMES, Player
from tengen.terminal.board_screen import BoardWidget
from tengen.terminal.engine_threads import AnalysisController
from tengen.terminal.keys import VIEWER_KEYS
from tengen.terminal.save_file import unused_name
from tengen.terminal.themes import THEMES
from tengen.terminal.viewer_screen import ViewerApp
from tengen.terminal.widgets import MoveList


def test_the_game_is_there_with_its_facts() -> None:
    async def script(reader: Reader) -> None:
        assert reader.text("players") == " ●  Anna (Black)\n ●  Ben (White)"
        assert reader.text("result") == "Black wins: five from G9 to K5"
        assert reader.text("facts") == "15x15, five or more in a row win, Open, 2024"
        assert reader.text("where") == "Before the first of 21 moves"

    read(script)


def test_arrows_go_through_the_game_and_say_what_was_played() -> None:
    async def script(reader: Reader) -> None:
        await reader.press("right", "l", "space")
        assert reader.path == "h8 h9 i9"
        assert reader.text("where") == "Move 3 of 21: Black I9, 1.5 s"
        assert reader.text("comment") == "A comment."
        await reader.press("left", "h")
        assert reader.path == "h8"
        await reader.press("home", "left")
        assert reader.text("notice") == "This is the start of the game"
        await reader.press("end", "right")
        assert reader.text("where") == "Move 21 of 21: Black K5"
        assert reader.text("notice") == "This is the end of the line"

    read(script)


def test_up_and_down_switch_variations_and_remember_the_line() -> None:
    async def script(reader: Reader) -> None:
        assert reader.text("branches") == "Next: 1 g7, 2 j8, 3 g9"
        await reader.press("right", "down")
        assert reader.path == "h8 h9 i9 j8"
        assert reader.text("branches") == "Variation 2 of 3"
        await reader.press("left", "right", "right")
        assert reader.path == "h8 h9 i9 j8 j10"
        await reader.press("left", "up", "up")
        assert reader.path == "h8 h9 i9 g7"
        assert reader.text("notice") == "There are no more variations"

    read(script, move=3)


def test_a_digit_chooses_the_next_move() -> None:
    async def script(reader: Reader) -> None:
        await reader.press("3")
        assert reader.path == "h8 h9 i9 g9"
        await reader.press("3")
        assert reader.text("notice") == "There is no next move 3 here"

    read(script, move=3)


def test_marks_labels_and_next_moves_are_on_the_board() -> None:
    async def script(reader: Reader) -> None:
        rows = {row.split()[0]: row for row in reader.picture() if row.strip()}
        assert "(3)●(△)" in rows["9"]
        assert "(2)" in rows["8"]
        assert ("□" in rows["12"], "◎" in rows["11"], "A" in rows["10"]) == (True, True, True)
        await reader.press("right")
        assert not any(sign in "".join(reader.picture()) for sign in ("△", "□", "◎", "(3)"))

    read(script, move=3)


def test_a_click_goes_to_a_next_move_or_back_to_a_stone() -> None:
    async def script(reader: Reader) -> None:
        await reader.click("j8")
        assert reader.path == "h8 h9 i9 j8"
        await reader.click("h9")
        assert reader.path == "h8 h9"
        await reader.click("a1")
        assert reader.path == "h8 h9"
        await reader.pilot.click(MoveList, offset=(6, 1))
        await reader.pilot.pause()
        assert reader.path == "h8 h9 i9"

    read(script, move=3)


def test_going_to_a_move_by_its_number() -> None:
    async def script(reader: Reader) -> None:
        await reader.press("g", "1", "2", "enter")
        assert reader.text("where") == "Move 12 of 21: White I5"
        await reader.press("g", "9", "9", "enter")
        assert reader.text("notice") == "The move must be 0 to 21, not '99'"
        await reader.press("g", "escape")
        assert reader.text("where") == "Move 12 of 21: White I5"

    read(script)


def test_page_keys_go_through_the_games() -> None:
    games = [sample(), Record(GAMES["renju"], second="Carl"), Record(first="Dora")]

    async def script(reader: Reader) -> None:
        await reader.until(lambda: reader.screen.games.is_complete)
        await reader.press("pagedown")
        assert reader.text("rule") == "Tengen  games.sgf  game 2 of 3"
        assert reader.text("players") == " ●  Black\n ●  Carl (White)"
        await reader.press("]", "]")
        assert reader.text("notice") == "This is the last game"
        await reader.press("pageup", "[", "[")
        assert reader.text("notice") == "This is the first game"

    read(script, Ready(games))


def test_going_to_a_distant_game_by_its_number() -> None:
    async def script(reader: Reader) -> None:
        await reader.press("G", *"950", "enter")
        await reader.until(lambda: reader.screen.index == 949)
        assert reader.text("rule") == "Tengen  games.sgf  game 950"
        assert len(reader.screen.games.known) < 1100
        await reader.press("G", *"5000", "enter")
        await reader.until(lambda: reader.screen.index == 1199)
        assert reader.text("notice") == "The file has 1,200 games: this is the last one"
        await reader.press("G", "x", "enter")
        assert "The game must be 1 to " in reader.text("notice")

    read(script, Ready([Record(first=str(number)) for number in range(1200)]))


def test_automatic_play_stops_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(reader: Reader) -> None:
        await reader.press("a")
        await reader.until(lambda: reader.screen.cursor.at == 21)
        await reader.until(lambda: reader.text("notice") == "")
        monkeypatch.setattr("tengen.terminal.viewer_screen.PACES", (1000.0,) * 6)
        await reader.press("a")
        assert reader.screen.cursor.at == 0

    monkeypatch.setattr("tengen.terminal.viewer_screen.PACES", (0.02,) * 6)
    read(script)


def test_the_pace_is_shown_and_limited() -> None:
    async def script(reader: Reader) -> None:
        await reader.press("+")
        assert reader.text("notice").startswith("0.5 seconds a move")
        await reader.press("a", *"-------")
        assert reader.text("notice").startswith("4 seconds a move")
        await reader.press("a")
        assert reader.text("notice") == ""

    read(script)


def test_engine_lines_disappear_with_their_position() -> None:
    async def script(reader: Reader) -> None:
        await reader.press("e")
        await reader.until(lambda: "Engine: depth" in reader.text("lines"))
        await reader.press("end")
        assert reader.text("lines") == ""

    read(script, move=3)


def test_engine_moves_replace_the_variations_on_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[int] = []
    monkeypatch.setattr(AnalysisController, "_get_analyst", lambda analysis: analysis)
    monkeypatch.setattr(
        AnalysisController,
        "show",
        lambda _advisor, board: seen.append(len(board.moves)),
        raising=False,
    )

    async def script(reader: Reader) -> None:
        await reader.press("e")
        assert reader.screen.query_one(BoardWidget).view.hints == {}
        await reader.press("right", "e")
        assert seen == [3, 4]

    read(script, move=3)


def test_keys_switch_numbers_letters_and_themes() -> None:
    async def script(reader: Reader) -> None:
        await reader.press("n")
        assert any(" 3" in row for row in reader.picture())
        await reader.press("n", "*")
        assert reader.text("players") == " X  Anna (X)\n O  Ben (O)"
        await reader.press("t")
        assert reader.text("notice") == f"Theme: {list(THEMES)[1]}"

    read(script, move=4)


def test_this_game_is_saved_in_any_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(reader: Reader) -> None:
        await reader.press("s", "enter")
        assert reader.text("notice").startswith(f"Saved to {unused_name([])}")

    monkeypatch.chdir(tmp_path)
    read(script)
    (record,) = read_records(str(tmp_path / unused_name([])))
    assert record.moves() == sample().moves()


def test_problems_of_the_file_are_shown() -> None:
    games = Ready([sample()])
    games.problems.add("line 7", "a second stone\x1b[31m on h8")
    games.problems.add("line 9", "something")

    async def script(reader: Reader) -> None:
        told = "line 7: a second stone [31m on h8 (and 1 more)"
        assert reader.text("notice") == told
        await reader.press("right")
        assert reader.text("notice") == ""

    read(script, games)


def test_an_impossible_position_is_reported_and_the_rest_can_be_viewed() -> None:
    fives = [
        Stone(Point(row, col), player) for row, player in enumerate(Player) for col in range(5)
    ]
    record = Record(root=Node(children=[Node(stones=tuple(fives))]))

    async def script(reader: Reader) -> None:
        await reader.press("right")
        assert reader.text("notice").startswith("Both players have a winning line")
        await reader.press("left")
        assert reader.text("where") == "No moves"

    read(script, Ready([record]))


def test_a_board_that_does_not_fit_follows_the_last_move() -> None:
    record = Record(GAMES["freestyle20"])
    grow(record.root, "a20 t1", record.rules)

    async def script(reader: Reader) -> None:
        await reader.press("right")
        assert any("(●)" in row for row in reader.picture())
        await reader.press("right")
        assert any("(●)" in row for row in reader.picture())

    read(script, Ready([record]), size=(60, 16))


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40), (40, 20), (10, 4)])
def test_every_size_of_window_shows_the_board(size: tuple[int, int]) -> None:
    async def script(reader: Reader) -> None:
        assert reader.screen.query_one(BoardWidget).size.width > 0
        await reader.press("right", "3", "?", "escape", "end")

    read(script, move=2, size=size, ascii_only=True)


def test_a_long_comment_can_be_scrolled() -> None:
    record = sample()
    record.root.comment = "\n".join(f"line {number}" for number in range(40))

    async def script(reader: Reader) -> None:
        remark = reader.screen.query_one("#remark")
        await reader.press(".", ".", ",")
        assert remark.scroll_y == 1
        await reader.press("right")
        assert not remark.display

    read(script, Ready([record]))


def test_every_key_has_an_action_and_is_in_the_help() -> None:
    keys = [key for group in VIEWER_KEYS.values() for key in group]
    names = [name for key in keys for name in key.keys]
    assert len(names) == len(set(names))

    async def script(reader: Reader) -> None:
        for key in keys:
            name = key.action.partition("(")[0]
            owner = ViewerApp if name.startswith("app.") else type(reader.screen)
            assert hasattr(owner, f"action_{name.removeprefix('app.')}"), key
        await reader.press("?")
        texts = "\n".join(reader.rows())
        assert all(key.description[:40].strip() in texts for key in keys)

    read(script, size=(80, 60))


def test_q_quits() -> None:
    async def script(reader: Reader) -> None:
        await reader.press("q")
        assert not reader.app.is_running

    read(script)
