"""Games by link, with two players and watchers."""

from __future__ import annotations

from pathlib import Path

from kit.people import People, take_turns
from kit.server import Server

ROW_EIGHT = "h8 h9 i8 i9 j8 j9 k8 k9 l8"
GONE_FOR_LONG = """
from tengen.server.rooms.seats import Presence
really = Presence.gone_at
Presence.gone_at = lambda self, seat: (at := really(self, seat)) and at - 60_000
"""


def test_two_play_a_whole_game_and_a_third_watches(people: People) -> None:
    anna, ben, cleo = people.come("Anna"), people.come("Ben"), people.come("Cleo")
    link = anna.make_game()
    ben.open_link(link)
    ben.sees("Anna invites you to Five in a row")
    ben.sit_down()
    anna.sees("Your turn")
    cleo.open_link(link)
    cleo.sees("You are watching")
    take_turns((anna, ben), ROW_EIGHT)
    for person in (anna, ben, cleo):
        person.sees_moves(ROW_EIGHT)
        words = f"{'You won' if person is anna else 'Black wins'}: five from H8 to L8"
        person.sees(words)
        person.hears(words)


def test_a_watcher_cannot_act(people: People) -> None:
    anna, ben, link = people.sit_down()
    take_turns((anna, ben), "h8 i9")
    cleo = people.come("Cleo")
    cleo.open_link(link)
    cleo.sees_moves("h8 i9")
    cleo.do(cleo.cell("h7").click())
    anna.play("g7")
    cleo.sees_moves("h8 i9 g7")
    assert cleo.do(cleo.page.get_by_role("button", name="Resign").count()) == 0


def test_the_tab_shows_whose_turn_it_is(people: People) -> None:
    anna, ben, _ = people.sit_down()
    assert anna.title.startswith("● Your turn")
    assert "Your turn" not in ben.title
    anna.play("h8")
    ben.sees("Your turn")
    assert ben.title.startswith("● Your turn")
    assert "Your turn" not in anna.title


def test_a_move_is_taken_back_if_the_opponent_agrees(people: People) -> None:
    anna, ben, _ = people.sit_down()
    take_turns((anna, ben), "h8 i9 h7")
    anna.click("Take back")
    ben.sees("Anna asks to take back a move")
    ben.hears("Anna asks to take back a move")
    ben.click("Decline")
    anna.hears("declined")
    anna.sees_moves("h8 i9 h7")
    anna.click("Take back")
    ben.click("Agree")
    for person in (anna, ben):
        person.sees_moves("h8 i9")
    anna.play("g7")


def test_a_draw_is_offered_and_agreed(people: People) -> None:
    anna, ben, _ = people.sit_down()
    take_turns((anna, ben), "h8 i9")
    ben.click("Draw")
    ben.agree("Offer")
    anna.sees("Ben offers a draw")
    anna.click("Agree")
    for person in (anna, ben):
        person.sees("A draw: both agreed")


def test_a_rematch_swaps_the_colours(people: People) -> None:
    anna, ben, link = people.sit_down()
    take_turns((anna, ben), "h8 i9")
    anna.click("Resign")
    anna.agree("Resign")
    ben.sees("You won")
    ben.click("Rematch")
    anna.sees("Ben offers a rematch")
    anna.click("Agree")
    for person in (anna, ben):
        person.do(person.page.wait_for_url(lambda url: link not in url))
    take_turns((ben, anna), "h8 g9")
    anna.sees_moves("h8 g9")


def test_a_game_is_aborted_before_both_have_moved(people: People) -> None:
    anna, ben, _ = people.sit_down()
    anna.play("h8")
    ben.click("Abort")
    for person in (anna, ben):
        person.sees("aborted")


def test_a_game_is_claimed_after_the_opponent_has_left(people: People, tmp_path: Path) -> None:
    server = Server(tmp_path, before=GONE_FOR_LONG)
    anna, ben = people.come("Anna", to=server), people.come("Ben", to=server)
    ben.open_link(anna.make_game())
    ben.sit_down()
    take_turns((anna, ben), "h8 i9")
    ben.go("about:blank")
    anna.sees("Ben has left")
    anna.click("Claim the win")
    anna.sees("You won")
    people.leave()  # before the server does
    server.stop()


def test_an_opening_is_played_with_its_choices(people: People) -> None:
    anna, ben, _ = people.sit_down(opening="swap2")
    for point in ("h8", "i9", "j10"):
        anna.play(point)
    ben.sees("Your choice")
    ben.click("Play Black")
    anna.sees("Your turn")
    anna.play("g7")
    ben.play("h7")
