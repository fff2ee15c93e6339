"""The line-by-line game, as a person who does not see the board plays it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from kit.brains import mover
from kit.talk import Game, seated

from tengen.errors import StoreError
from tengen.game.clock import TimeControl
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import Computer, ExternalEngine, Person, Setup
from tengen.prove.theorem_zone import NO_ZONE
from tengen.rules.notation import parse_moves
from tengen.rules.rules import GAMES, Rules
from tengen.storage import Store
from tengen.terminal.input import ExitReason
from tengen.terminal.new_game import last_setup
from tengen.terminal.plain_commands import COMMANDS

PEOPLE = Setup()
TIC_TAC_TOE = Setup(GAMES["tictactoe"])
COMPUTER = Setup(two=Computer(1))
RENJU = Setup(GAMES["renju"])
WON = ("a1", "b1", "a2", "b2", "a3")


def won(game: Game) -> None:
    """Play tic-tac-toe to its end."""
    game.say(*WON)
    game.hear("Black wins")


def test_each_move_and_the_turn_are_announced_to_two_people() -> None:
    with seated(PEOPLE) as game:
        assert game.hear("to move") == [
            (
                "New game: 15x15, five or more in a row win. Black: a person. White: a person."
                " Type help for all commands."
            ),
            "Black to move.",
        ]
        assert game.told("h8") == ["Black H8, move 1.", "White to move."]
        assert game.told("7, 8") == ["White I8, move 2.", "Black to move."]
        assert game.told("H 9") == ["Black H9, move 3.", "White to move."]


def test_against_the_computer_only_moves_are_announced() -> None:
    with seated(COMPUTER) as game:
        game.hear("Black to move")
        said = game.ask("h8", "White")
        assert said[0] == "Black H8, move 1."
        assert said[1].startswith("White ")
        assert said[1].endswith(", move 2.")


def test_the_result_is_announced_with_the_next_commands() -> None:
    with seated(TIC_TAC_TOE) as game:
        won(game)
        last = "Black wins: three from A3 to A1. Type rematch, new, review or quit."
        assert game.heard[-1] == last
        assert game.told("a1") == ["The game is over."]
        assert game.told("") == ["Black wins: three from A3 to A1."]


@pytest.mark.parametrize(
    "line, said",
    [
        ("h8", "H8 is taken."),
        ("h99", "'h99': the row must be from 1 to 15."),
        ("p1", "'p1': the columns are a to o."),
        ("7,15", "'7,15': the column must be from 0 to 14."),
        ("5", "'5': a letter and a number were expected, as in h8."),
        ("h\u0668", "'h\\u0668': a letter and a number were expected, as in h8."),
        ("undoo", "Unknown command 'undoo'. Did you mean undo?"),
        ("xyzzy 3", "Unknown command 'xyzzy'. Type help for all commands."),
        ("row 16", "The row must be 1 to 15, not '16'."),
        ("row \u0663", "The row must be 1 to 15, not '\\u0663'."),
        ("row", "The row must be 1 to 15, not ''."),
        ("column z", "The column must be a to o, not 'z'."),
        ("look", "'': a letter and a number were expected, as in h8."),
        ("at 2", "The move must be 0 to 1, not '2'."),
        ("forward", "This is the current position."),
        ("redo", "There is nothing to redo."),
        ("decline", "There is no offer to decline."),
        ("resume", "The game is not paused."),
        ("rematch", "A rematch can be offered only once, after the game."),
        ("again", "No engine has failed: there is nothing to retry."),
        ("instead 5", "No engine has failed: there is nothing to replace."),
        ("instead 11", "The level must be 1 to 10, not '11'."),
        ("review", "You can review a game when it is over."),
        ("stop", "There is nothing to stop."),
        ("analyse 0", "Seconds must be 1 to 600, not '0'."),
        ("play 7", "The move must be 0 to 1, not '7'."),
        ("open 1", "Games are not stored here."),
        ("go", "There is no unfinished game. Type new for a new game."),
        ("save", "Type save and the name of a file."),
        ("help me", "Unknown command 'me'. Type help for all commands."),
    ],
)
def test_every_error_says_what_to_do(line: str, said: str) -> None:
    with seated(PEOPLE) as game:
        game.ask("h8", "White to move")
        assert game.told(line) == [said]


def test_the_help_has_a_line_for_every_command() -> None:
    with seated(PEOPLE) as game:
        game.hear("Black to move")
        said = game.ask("help", "help: this list")
        assert [line.split()[0].rstrip(":") for line in said[1:]] == list(COMMANDS)
        assert game.told("help undo") == ["undo: take back a move."]


def test_the_board_is_described_by_rows_and_points() -> None:
    with seated(PEOPLE) as game:
        assert game.told("board", "last", "moves")[2:] == [
            *("The board is empty.", "There are no moves yet.", "There are no moves yet."),
        ]
        game.told("h8", "i8", "h9")
        assert game.told("board") == ["Row 9: Black H9.", "Row 8: Black H8, White I8."]
        assert game.told("row 8", "row 7") == ["Row 8: Black H8, White I8.", "Row 7: empty."]
        assert game.told("column H", "column a") == ["Column H: Black H9 H8.", "Column A: empty."]
        assert game.told("look h9", "look h8") == [
            "H9, Black, move 3, last move.",
            "H8, Black, move 1.",
        ]
        assert game.told("look a1") == ["A1, empty."]
        assert game.told("last", "moves") == ["Black H9, move 3.", "1 H8, 2 I8, 3 H9."]
        assert game.told("clocks") == ["There is no clock."]


def test_viewing_earlier_positions_does_not_change_the_game() -> None:
    with seated(PEOPLE) as game:
        game.told("h8", "i8", "h9")
        assert game.told("at 1", "board") == ["Black H8, move 1.", "Row 8: Black H8."]
        assert game.told("look i8", "moves") == ["I8, empty.", "1 H8."]
        assert game.told("back") == ["Before the first move."]
        assert game.told("back") == ["This is the start of the game."]
        assert game.told("forward", "forward") == ["Black H8, move 1.", "White I8, move 2."]
        assert game.told("a1") == [
            "This is an earlier position. Type now to return, or play to start a game from here."
        ]
        assert game.told("now") == ["Black H9, move 3.", "White to move."]
        assert game.told("a1")[0] == "White A1, move 4."


def test_an_event_returns_to_the_current_position() -> None:
    with seated(PEOPLE) as game:
        game.told("h8", "i8", "at 0")
        assert game.told("undo")[0] == "Taken back: I8."
        assert game.told("board") == ["Row 8: Black H8."]


def test_play_starts_a_game_from_the_position_viewed() -> None:
    with seated(PEOPLE) as game:
        game.told("h8", "i8", "h9", "at 2")
        said = game.told("play")
        assert said[0].startswith("New game: ")
        assert said[-1] == "Black to move."
        assert game.told("moves") == ["1 H8, 2 I8."]
        game.told("play 1")
        assert game.told("moves") == ["1 H8."]


def test_play_refuses_a_finished_position() -> None:
    with seated(TIC_TAC_TOE) as game:
        won(game)
        assert game.told("play") == ["The game is over after 5 moves: give a smaller number."]
        assert game.told("play 4")[-1] == "Black to move."


def test_undo_and_redo_name_the_moves() -> None:
    with seated(PEOPLE) as game:
        game.told("h8", "i8")
        assert game.told("undo") == ["Taken back: I8.", "White to move."]
        assert game.told("undo") == ["Taken back: H8.", "Black to move."]
        assert game.told("redo") == ["Redone: H8.", "White to move."]


def test_against_the_computer_two_moves_are_taken_back() -> None:
    with seated(COMPUTER) as game:
        game.hear("Black to move")
        game.ask("h8", "White")
        said = game.told("undo")
        assert said[0].startswith("Taken back: ")
        assert said[0].endswith(", H8.")
        assert said[1] == "Black to move."


def test_a_draw_is_offered_declined_and_accepted() -> None:
    with seated(PEOPLE) as game:
        game.hear("Black to move")
        assert game.told("draw") == ["Black offers a draw. Type agree or decline."]
        assert game.told("decline") == ["White declines."]
        game.told("draw")
        assert game.told("agree")[0].startswith("A draw: both agreed.")


def test_the_computer_answers_an_offer() -> None:
    with seated(COMPUTER) as game:
        game.hear("Black to move")
        game.ask("h8", "White")
        assert game.ask("draw", "Computer 1 declines") == [
            *("Black offers a draw.", "Computer 1 declines."),
        ]


def test_an_offer_to_a_person_does_not_wait_for_an_engine() -> None:
    with seated(PEOPLE) as game:
        game.told("h8", "draw")
        assert game.told("again") == ["No engine has failed: there is nothing to retry."]


def test_resign_must_be_typed_twice_in_a_row() -> None:
    with seated(PEOPLE) as game:
        game.hear("Black to move")
        asked = ["Type resign again to resign the game. Anything else cancels."]
        assert game.told("resign") == asked
        assert game.told("last") == ["There are no moves yet."]
        assert game.told("resign") == asked
        assert game.ask("resign", "Type resign") == asked
        game.say("resign")
        assert game.hear("wins") == [
            "White wins: Black resigned. Type rematch, new, review or quit."
        ]
        assert game.told("resign") == ["The game is over."]


def test_nothing_can_be_played_during_a_pause() -> None:
    with seated(Setup(clock=TimeControl(game=60_000))) as game:
        game.hear("Black to move")
        assert game.told("pause") == ["Paused. Type resume to continue."]
        assert game.told("h8") == ["The game is paused."]
        assert game.told("") == ["Paused. Type resume to continue."]
        assert game.told("resume") == ["The game continues.", "Black to move."]
        assert game.told("clocks")[0].endswith(", White has 1 minute.")


def test_a_rematch_swaps_the_sides() -> None:
    with seated(Setup(GAMES["tictactoe"], one=Person("Anna"), two=Person("Ben"))) as game:
        won(game)
        said = game.told("rematch")
        assert "Black: Ben. White: Anna." in said[0]
        assert said[1:] == ["Ben to move (Black)."]


def test_the_computer_begins_a_rematch() -> None:
    with seated(Setup(Rules(3, 3, 3), two=Computer(1))) as game:
        game.hear("Black to move")
        game.say("resign", "resign", "rematch")
        assert game.hear("move 1.")[-1].startswith("Black ")
        assert game.told("moves")[0].count(",") == 0


def test_forbidden_points_are_listed_with_reasons() -> None:
    with seated(RENJU) as game:
        game.told("h8", "a1", "h9", "a3", "g10", "a5", "f10", "a7")
        assert game.told("forbidden") == ["H10 makes two threes at once, which is forbidden."]
        assert game.told("look h10") == ["H10 makes two threes at once, which is forbidden."]
        assert game.told("h10") == ["H10 makes two threes at once, which is forbidden."]
        assert game.told("b1", "forbidden")[-1] == "White has no forbidden points."
        assert game.told("at 0", "forbidden")[-1] == "No point is forbidden."


def test_without_renju_nothing_is_forbidden() -> None:
    with seated(PEOPLE) as game:
        assert game.told("forbidden")[-1] == "Only renju has forbidden points."


def test_a_forbidden_point_loses_if_fouls_lose() -> None:
    with seated(Setup(GAMES["renju"], fouls_lose=True)) as game:
        game.told("h8", "a1", "h9", "a3", "g10", "a5", "f10", "a7")
        assert game.told("h10")[0].startswith("White wins: Black's H10 is a double-three.")
        assert game.told("moves")[-1].endswith("9 H10.")


def test_the_choices_of_an_opening_have_numbers() -> None:
    with seated(Setup(opening=OpeningRule.SWAP2)) as game:
        assert game.hear("places a stone")[-1] == "Player 1 places a stone for Black."
        said = game.told("h8", "i9", "j10")
        assert said[-4:] == [
            "Player 2 chooses.",
            "1: play Black.",
            "2: play White.",
            "3: add two stones and let the opponent choose.",
        ]
        assert game.told("4") == ["The choice must be 1 to 3, not '4'."]
        assert game.told("k11") == ["K11 cannot be played before the choice is made."]
        assert game.told("1") == ["Black chose to play Black.", "White to move."]
        assert game.told("undo")[0] == "Taken back: to play Black."


def test_fifth_moves_are_declared_offered_and_picked() -> None:
    with seated(Setup(GAMES["renju"], OpeningRule.SOOSYRV)) as game:
        assert game.told("h9")[-1] == "H9 is not allowed: play on the centre."
        game.told("h8", "h9", "i10", "1", "g8")
        assert game.told("2")[0] == "Player 2 wants 2 fifth moves."
        game.told("1", "j10", "f6")
        assert game.told("")[-1] == "Player 2 picks Black's fifth move from 2: J10 F6."
        assert game.told("a1") == ["A1 is not one of the moves offered."]
        assert game.told("j10")[0] == "Black J10, move 5."


def test_the_computer_takes_part_in_an_opening() -> None:
    with seated(Setup(opening=OpeningRule.SWAP, one=Computer(1))) as game:
        said = game.hear("play White")
        assert [line.split(",")[0][:6] for line in said[2:5]] == ["Black ", "White ", "Black "]
        assert said[5:] == ["Player 2 chooses.", "1: play Black.", "2: play White."]
        assert game.told("1")[0] == "Black chose to play Black."


def test_a_time_out_is_announced_without_input() -> None:
    with seated(Setup(clock=TimeControl(move=60_000))) as game:
        game.told("h8")
        game.let_pass(60_000)
        said = game.hear("time is up")
        assert said[-1] == "Black wins: White's time is up. Type rematch, new, review or quit."
        assert game.told("i9")[0] == "The game is over."


def test_a_game_without_moves_is_aborted_without_input() -> None:
    with seated(Setup(clock=TimeControl(move=300))) as game:
        said = game.hear("aborted")
        says = "The game was aborted: no move was made in time."
        assert said[-1] == f"{says} Type rematch, new, review or quit."
        assert game.told("h8", "undo") == ["The game is over.", "There is nothing to take back."]


@pytest.mark.parametrize("clock", [TimeControl(move=90_000), TimeControl(game=90_000)])
def test_a_player_low_on_time_is_warned_once(clock: TimeControl) -> None:
    with seated(Setup(clock=clock)) as game:
        game.told()
        game.let_pass(60_000)
        assert game.told("clocks")[0].startswith("Black has ")
        game.let_pass(21_000)
        assert game.hear("left")[-1].endswith(" seconds left.")
        game.let_pass(1_000)
        assert [len(game.told("clocks")) for _ in range(2)] == [1, 1]


def test_a_short_clock_for_each_move_gives_no_warning() -> None:
    with seated(Setup(clock=TimeControl(move=10_000))) as game:
        game.told()
        game.let_pass(2_000)
        assert len(game.told("clocks")) == 1


def test_a_hint_names_a_point() -> None:
    with seated(TIC_TAC_TOE) as game:
        game.told("a1", "b1", "a2", "b2")
        assert game.ask("hint", "engine")[-1] == "The engine would play A3."
        game.told("at 3")
        assert game.ask("hint", "engine")[-1] == "The engine would play A3."


def test_an_analysis_gives_lines() -> None:
    with seated(TIC_TAC_TOE) as game:
        game.told("a1", "b1", "a2", "b2")
        said = game.ask("analyse 1", "3. ")
        assert said[0] == "Thinking for 1 second. Type stop to end it."
        assert said[1].startswith("Engine: depth ")
        assert said[2].startswith("1. Black wins in 1: a3")


def test_an_event_stops_an_analysis() -> None:
    with seated(Setup(clock=TimeControl(move=60_000))) as game:
        game.told("h8", "analyse 600")
        game.let_pass(60_000)
        said = game.hear("time is up")
        assert said[-2] == "The engine has stopped."
        assert game.told("stop") == ["There is nothing to stop."]


def test_an_analysis_can_be_stopped_and_another_begun() -> None:
    with seated(PEOPLE) as game:
        game.told("h8", "analyse 600")
        assert game.told("stop") == ["Stopped."]
        game.say("analyse 600", "hint")
        assert game.hear("engine")[-1].startswith("The engine would play ")
        assert "analyst" not in [thread.name for thread in threading.enumerate()]


def test_the_zone_is_listed_row_by_row() -> None:
    moves = tuple(parse_moves("h8 a1 h9 a3 g9 c1", PEOPLE.rules))
    with seated(Setup(moves=moves)) as game:
        assert game.told("zone")[-1] == f"{NO_ZONE}."
        game.ask("i9", "White to move")
        assert game.ask("zone", "Row 9") == [
            "Zone: 3 of 218 points. Wherever else White answers, the same plan wins.",
            "Row 9: E9 to F9, J9.",
        ]
        assert game.told("stop") == ["There is nothing to stop."]


def test_no_zone_is_listed_without_a_forced_win() -> None:
    with seated(PEOPLE) as game:
        game.ask("h8", "White to move")
        said = "No forced win is known here, so every point may matter."
        assert game.ask("zone", "No forced win") == [said]


def test_there_is_no_hint_in_a_finished_position() -> None:
    with seated(TIC_TAC_TOE) as game:
        won(game)
        assert game.told("hint") == ["The game is over here. Type back to go one move back."]


def test_a_review_says_the_mistakes_and_the_turning_point() -> None:
    with seated(TIC_TAC_TOE) as game:
        won(game)
        said = game.ask("review", "Black won after five moves")
        assert said[0] == "Reviewing 5 moves. Type stop to end it."
        assert any("White's B1 (move 2) loses" in line for line in said)
        assert any("moves to go." in line for line in said)
        assert any("White's B1 (move 2) loses" in line for line in game.told("at 2"))


def test_a_review_of_no_moves_is_refused() -> None:
    with seated(PEOPLE) as game:
        game.say("resign", "resign", "review")
        assert game.hear("to review")[-1] == "There are no moves to review."


def test_a_new_game_discards_the_review() -> None:
    with seated(TIC_TAC_TOE) as game:
        won(game)
        game.ask("review", "Black won after five moves")
        game.told("rematch", *WON)
        assert game.told("at 2") == ["White B1, move 2."]


def test_a_new_game_is_asked_for_question_by_question(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store, seated(COMPUTER, store) as game:
        said = game.ask("new", "another board")
        assert said[-10:-8] == ["Game? Enter keeps Five in a row.", "1: Five in a row."]
        game.ask("tic-tac-toe", "30 min each")
        game.ask("30s 5+3", "Black? Enter keeps a person.")
        game.ask("", "Black's name? Enter keeps nothing.")
        game.ask("Anna", "White? Enter keeps the computer, level 3.")
        said = game.ask("1", "Anna to move")
        assert said[-2].startswith("New game: 3x3, three or more in a row win. Clock: 30 seconds")
        assert "Black: Anna. White: Computer 1." in said[-2]
        assert last_setup(store) == game.plain.state.setup


def test_an_invalid_answer_is_asked_again_and_help_repeats_the_answers() -> None:
    with seated(PEOPLE) as game:
        game.ask("new", "another board")
        assert game.ask("99", "Game?")[0] == "The answer must be 1 to 9, not '99'."
        assert len(game.ask("help", "another board")) == 10
        assert game.ask("cancel", "Cancelled.") == ["Cancelled."]
        assert game.told("h8")[0] == "Black H8, move 1."


def test_answers_that_do_not_fit_together_are_asked_again() -> None:
    with seated(PEOPLE) as game:
        game.ask("new", "another board")
        game.ask("another board", "Columns?")
        game.say("", "", "6", "renju", "", "", "", "", "", "", "")
        said = game.hear("Game?")
        assert said[-2] == "Renju is played for 5 in a row, not 6."


def test_stored_games_are_listed_and_opened(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store, seated(TIC_TAC_TOE, store) as game:
        won(game)
        said = game.told("rematch", "a1", "games")
        assert [line[:2] for line in said[-3:-1]] == ["2:", "1:"]
        assert "5 moves: Black wins: three from A3 to A1." in said[-2]
        assert game.told("open 2") == ["Game 2 is already open."]
        assert "there is no game 9" in game.told("open 9")[0]
        assert game.told("open 1")[-1] == "Black wins: three from A3 to A1."
        assert game.told("go")[-2:] == [
            "The game continues. Last move: Black A1, move 1.",
            "White to move.",
        ]
        assert len(game.told("games 1")) == 2


def test_an_unfinished_game_is_offered_first(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store:
        with seated(PEOPLE, store) as game:
            game.told("h8")
        assert game.farewell is ExitReason.INPUT_ENDED
        with seated(None, store) as game:
            said = game.hear("Enter")
            assert "1 move: White to move." in said[0]
            assert game.told("h9") == [
                "There is no game yet. Press Enter or type new to start one."
            ]
            assert game.told("")[-1] == "White to move."
            assert game.told("moves") == ["1 H8."]


def test_without_an_unfinished_game_the_last_setup_is_offered(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store, seated(None, store) as game:
        assert game.hear("Enter")[0].endswith("Black: a person. White: Computer 3.")
        assert game.told("")[-1] == "Black to move."
        assert len(store.games()) == 1


def test_a_game_is_saved_to_a_file(tmp_path: Path) -> None:
    with seated(PEOPLE) as game:
        game.told("h8", "i9")
        path = tmp_path / "my game.txt"
        assert game.told(f"save {path}") == [f"Saved to {path}."]
        assert path.read_text() == "15x15/5 freestyle h8 i9\n"
        assert game.told(f"save {path}") == [f"{path} already exists: choose another name."]


def test_a_missing_engine_is_reported_and_replaced() -> None:
    with seated(Setup(two=ExternalEngine(("./no-such-engine",), "nobody"))) as game:
        game.hear("Black to move")
        said = game.ask("h8", "Type again ")
        assert said[1].startswith("nobody cannot move: engine 'nobody' ")
        assert game.ask("again", "Type again ")[0] == said[1]
        assert game.ask("instead 1", "White ")[0] == "Computer 1 takes over."
        assert game.told("undo")[-1] == "Black to move."


def test_a_person_can_take_over_from_an_engine_that_dies() -> None:
    dying = tuple(mover("if word == 'TURN': sys.exit(3)"))
    with seated(Setup(one=ExternalEngine(dying, "mortal"))) as game:
        game.hear("Black A15, move 1.")
        said = game.ask("h8", "Type again ")
        assert said[1].startswith("mortal cannot move: engine 'mortal' ")
        assert game.ask("instead person", "Black to move")[0] == "Black takes over."
        assert game.told("i9")[0] == "Black I9, move 3."


class Unwilling(Store):
    """A store that can be made to fail."""

    is_full = False

    def append(self, *arguments: object) -> None:
        if self.is_full:
            raise StoreError("here", "the disk is full")
        super().append(*arguments)  # type: ignore[arg-type]


def test_a_move_that_cannot_be_stored_is_refused(tmp_path: Path) -> None:
    with Unwilling(str(tmp_path)) as store, seated(COMPUTER, store) as game:
        game.hear("Black to move")
        store.is_full = True
        assert game.told("h8") == ["Games at 'here': the disk is full."]
        assert game.told("moves") == ["There are no moves yet."]
        store.is_full = False
        game.ask("h8", "White ")


def test_quit_and_the_end_of_input_after_the_game_both_leave() -> None:
    with seated(PEOPLE) as game:
        game.say("quit")
    assert game.farewell is ExitReason.LEFT
    with seated(TIC_TAC_TOE) as game:
        won(game)
    assert game.farewell is ExitReason.LEFT


def test_names_cannot_break_lines() -> None:
    with seated(Setup(one=Person("An\nna\x1b[31m"))) as game:
        assert "Black: An na [31m. " in game.hear("to move")[0]


def test_a_win_announced_by_the_computer_is_said_with_its_move() -> None:
    moves = tuple(parse_moves("h8 h9 g9 a1 i7 a2", PEOPLE.rules))
    with seated(Setup(one=Computer(10), moves=moves)) as game:
        said = game.hear("move 7")[-1]
        assert said.endswith(", move 7. Black wins with the next move.")
