"""Games by link, in a real browser."""

from __future__ import annotations

from kit.people import People, take_turns

FIVE_IN_ROW_EIGHT = "h8 h9 i8 i9 j8 j9 k8 k9 l8"


def test_two_play_a_whole_game_and_a_third_watches(people: People) -> None:
    anna, ben, cleo = people.come("Anna"), people.come("Ben"), people.come("Cleo")
    link = anna.make_game()
    ben.open_link(link)
    ben.sees("Anna invites you to Five in a Row")
    ben.sit_down()
    anna.sees("Your turn")
    cleo.open_link(link)
    cleo.sees("You are watching")
    take_turns((anna, ben), FIVE_IN_ROW_EIGHT)
    for person in (anna, ben, cleo):
        person.sees_moves(FIVE_IN_ROW_EIGHT)
        person.sees("Black wins: five from H8 to L8")
        person.hears("Black wins: five from H8 to L8")
