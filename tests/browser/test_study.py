"""The analysis board, finished games, and puzzles."""

from __future__ import annotations

from pathlib import Path

from kit.people import People, take_turns
from playwright.async_api import expect

from tengen.insight.puzzle import starter
from tengen.rules.point import format_algebraic

FOUR_THREE = "/analysis?rules=15x15/5+freestyle&moves=h8h9i8i9j8j9"
ROW_EIGHT = "h8 h9 i8 i9 j8 j9 k8 k9 l8"
PUZZLES = len(starter().puzzles)
SGF = "(;GM[4]FF[4]SZ[15]PB[Anna]PW[Ben];B[hh];W[ig];B[hi])"


def test_the_engine_shows_its_lines_while_it_thinks(people: People) -> None:
    anna = people.come()
    anna.go(FOUR_THREE)
    anna.sees_moves("h8 h9 i8 i9 j8 j9")
    anna.press(" ")
    anna.sees("Black wins in")
    anna.press("ArrowLeft")
    anna.sees_moves("h8 h9 i8 i9 j8")
    anna.sees("depth")
    anna.press(" ")
    anna.sees("press space to switch it on")


def test_the_chart_of_a_review_leads_to_every_move(people: People) -> None:
    anna = people.come("Anna")
    anna.make_game("here")
    take_turns([anna], ROW_EIGHT)
    anna.click("Analyse", role="link")
    anna.sees_moves(ROW_EIGHT)
    anna.click("Review the game")
    anna.sees("does not stop Black's open three")
    anna.do(
        anna.page.get_by_role("slider", name="Position in the game").click(
            position={"x": 3, "y": 60}
        )
    )
    anna.sees_moves("")
    anna.press("End")
    anna.sees_moves(ROW_EIGHT)
    mistakes = anna.page.get_by_role("list", name="Mistakes").get_by_role("button")
    anna.do(mistakes.filter(has_text="J9 (move 6)").click())
    anna.sees_moves("h8 h9 i8 i9 j8 j9")


def test_a_variation_is_continued_against_the_computer(people: People) -> None:
    anna = people.come("Anna")
    anna.go(FOUR_THREE)
    anna.sees_moves("h8 h9 i8 i9 j8 j9")
    anna.press("ArrowLeft", "k", "8", "Enter")
    anna.sees_moves("h8 h9 i8 i9 j8 k8")
    anna.sees("Make main line")
    anna.click("Play from here")
    anna.agree("Play from here")
    anna.sees("Your turn")
    anna.sees_stones(6)
    anna.play("g8")
    anna.sees_stones(8)


def test_a_position_is_shared_by_link_and_as_a_picture(people: People) -> None:
    anna = people.come("Anna", permissions=["clipboard-read", "clipboard-write"])
    anna.go(FOUR_THREE)
    anna.sees_moves("h8 h9 i8 i9 j8 j9")
    anna.press("ArrowLeft")
    anna.click("Share")
    anna.agree("Copy link")
    anna.hears("copied")
    ben = people.come("Ben")
    ben.go(str(anna.do(anna.page.evaluate("navigator.clipboard.readText()"))))
    ben.sees_moves("h8 h9 i8 i9 j8")
    picture = anna.downloads("SVG")
    assert picture.startswith("<svg")
    assert "15x15 board after 5 moves" in picture


def test_a_record_is_opened(people: People, tmp_path: Path) -> None:
    record = tmp_path / "game.sgf"
    record.write_text(SGF)
    anna = people.come("Anna")
    anna.go("/analysis")
    anna.upload("Open a file", record)
    anna.sees_moves("h8 i9 h7")
    anna.sees("Anna \N{EN DASH} Ben")


def test_a_game_that_was_played_is_listed_replayed_and_saved(people: People) -> None:
    anna = people.come("Zoe")
    anna.make_game("here", other_name="Yan")
    take_turns([anna], ROW_EIGHT)
    ben = people.come("Ben")
    ben.go("/games")
    ben.click("Replay: Zoe \N{EN DASH} Yan", role="link")
    ben.sees_moves(ROW_EIGHT)
    ben.do(ben.page.get_by_text("Save the game").click())
    assert ben.downloads("SGF", role="link").startswith("(;")


def test_a_puzzle_judges_a_move_gives_a_hint_and_is_solved(people: People) -> None:
    puzzle = starter().puzzles[0]
    first, _, last = (format_algebraic(point, puzzle.rules) for point in puzzle.line)
    anna = people.come("Anna")
    anna.go("/puzzles?n=1")
    anna.sees(f"0 of {PUZZLES} solved")
    anna.do(anna.cell("a1").click())
    anna.sees("A1 is not a four")
    anna.click("Hint")
    anna.sees("four")
    anna.do(anna.cell(first).click())
    anna.sees("is right")
    anna.do(anna.cell(last).click())
    anna.sees(f"1 of {PUZZLES} solved")


def test_the_zone_is_marked_and_described(people: People) -> None:
    anna = people.come()
    anna.go("/analysis?rules=15x15/5+freestyle&moves=h8a1h9a3h10h11h7")
    anna.sees_moves("h8 a1 h9 a3 h10 h11 h7")
    anna.click("Zone", role="switch")
    anna.sees("Zone: 1 of 218 points. Wherever else White answers, the same plan wins.")
    marked = anna.page.locator("[role=gridcell][aria-label*='in the zone']")
    anna.do(expect(marked).to_have_count(1))
    assert anna.do(marked.get_attribute("aria-label")) == "H6, empty, in the zone"
    anna.press("ArrowLeft")
    anna.sees("The zone is shown when White is to move")
