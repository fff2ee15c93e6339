"""The screen of a game in play: what each key does."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from tengen.errors import ParseError, TengenError
from tengen.game import Command, Computer, Event, Person, PlayerSpec, Seat, Setup
from tengen.game.commands import ChangeSitter, Pause, Resume
from tengen.game.descriptions import seat_name
from tengen.game.events import Declined, GameEnded, GameStarted, Offered, RematchAgreed
from tengen.rules import Point
from tengen.rules.wording import capitalised, point_name
from tengen.terminal import intents
from tengen.terminal.board_screen import BoardWidget
from tengen.terminal.dialogs import PickOne
from tengen.terminal.game_view_screen import GameViewScreen
from tengen.terminal.input import PointEntry
from tengen.terminal.keys import ROGUE_KEYS, bindings
from tengen.terminal.sentences import EARLIER_POSITION, describe_offer
from tengen.terminal.table import GameTable, TableFactory
from tengen.terminal.view_state import objection
from tengen.terminal.widgets import ChoiceList

TICK = 0.1
FAILURE_CHOICES: dict[str, PlayerSpec | None] = {
    "try again": None,
    "let the computer at level 5 take over": Computer(5),
    "let a person take over": Person(),
}
"""What to do when a machine fails, and who takes over."""


FOOTER_INTENTS: dict[str, Callable[[GameTable], Command]] = {
    "undo": intents.take_back,
    "rematch": intents.offer_rematch,
}
"""The actions of the footer that are commands to the game."""


class GameScreen(GameViewScreen):
    """Turns keys and clicks into commands to the table, and shows the events."""

    BINDINGS = bindings()

    def __init__(self, make_table: TableFactory, *, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        self.table = make_table(self, self.call_here)
        self._entry: PointEntry | None = None
        self._letter = ""
        self._uses_rogue_keys = False

    def on_mount(self) -> None:
        """Start the timer of the clocks."""
        self.set_interval(TICK, self._tick)

    @property
    def is_busy(self) -> bool:
        """Whether a game is in progress."""
        return self.state.result is None and bool(self.state.steps)

    def can_do(self, action: str) -> bool:
        """Whether an action of the footer is possible now."""
        if action == "app.new":
            return not self.table.is_online
        if action == "app.save":
            return bool(self.state.steps)
        intent = FOOTER_INTENTS.get(action)
        return super().can_do(action) if intent is None else self._is_allowed(intent)

    def _is_allowed(self, make: Callable[[GameTable], Command]) -> bool:
        """Whether the game would accept a command now."""
        try:
            return bool(self.table.session.decide(make(self.table), self.table.now()))
        except TengenError:
            return False

    def _tick(self) -> None:
        self.attempt(self.table.tick)
        if self.state.clocks.deadline() is not None:
            self.show_clocks()

    # Events from the table

    def happened(self, happened: tuple[Event, ...]) -> None:
        """Show the effect of events."""
        self.view_state.ply = None
        self.view_state.hints = {}
        self.drop_hint()
        self.review.stop()
        self.show_notice("")
        for event in happened:
            self._react(event)
        self.show()
        if self.table.is_online and self.may_play:
            self.app.bell()

    def _react(self, event: Event) -> None:
        state, names = self.state, self.view_state.names
        if isinstance(event, GameStarted):
            self.view_state.reset(state)
        elif isinstance(event, Offered) and not self.table.is_person(event.seat.other):
            self.show_notice(describe_offer(state, event.seat, event.offer, names))
        elif isinstance(event, Declined):
            self.show_notice(f"{seat_name(state, event.seat, names)} declines")
        elif isinstance(event, RematchAgreed):
            self.attempt(self.table.play_again)
        elif isinstance(event, GameEnded):
            self.show_notice(
                f"v review   M rematch{'' if self.table.is_online else '   n new game'}"
            )

    def noticed(self, text: str, *, alarm: bool = False) -> None:
        """Show a notice, and who is here."""
        self.show_notice(text, alarm=alarm)
        self.show_clocks()

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Show that a machine cannot move, and ask what to do."""
        name = seat_name(self.state, seat, self.view_state.names)
        self.show_notice(f"{name} cannot move: {error}", alarm=True)
        self.show()
        title = f"{name} cannot move. What to do?"
        self.app.push_screen(
            PickOne(title, list(FAILURE_CHOICES)), lambda at: self._after_failure(seat, at)
        )

    def _after_failure(self, seat: Seat, at: int | None) -> None:
        player = None if at is None else list(FAILURE_CHOICES.values())[at]
        if player is not None:
            self.do(lambda _table: ChangeSitter(seat, player))
        elif at is not None:
            self.show_notice("")
            self.table.try_again()

    # Commands

    def start(self, setup: Setup) -> None:
        """Start a game."""
        self.attempt(lambda: self.table.start(setup))

    def resume(self, game: int) -> None:
        """Resume a stored game."""
        self.attempt(lambda: self.table.resume(game))

    def do(self, make: Callable[[GameTable], Command]) -> None:
        """Carry out a command, or show why it is refused."""
        self.attempt(lambda: self.table.do(make(self.table)))

    def attempt(self, action: Callable[[], object]) -> None:
        """Run an action, or show its error."""
        try:
            action()
        except TengenError as error:
            self.show_notice(capitalised(str(error)), alarm=True)

    def place_stone(self, point: Point) -> None:
        """Place a stone, or show why that is not possible."""
        self.view_state.cursor = point
        if self.view_state.ply is not None:
            self.show_notice(EARLIER_POSITION)
            self.show_board()
            return
        self.do(lambda table: intents.place_stone(table, point))
        self.show_board()

    def on_board_widget_pointed(self, message: BoardWidget.Pointed) -> None:
        """Move the cursor to the mouse pointer."""
        self._move_cursor(message.point)

    def on_board_widget_clicked(self, message: BoardWidget.Clicked) -> None:
        """Place a stone on the point that was clicked."""
        self.place_stone(message.point)

    def _move_cursor(self, point: Point) -> None:
        self.view_state.cursor = point
        board = self.view_state.board(self.state)
        why = objection(self.state, board, point)
        if why:
            self.show_notice(f"{point_name(point, board.rules)} {why}")
        self.show_board()

    def on_key(self, event: events.Key) -> None:
        """Handle typed points, and choices by number."""
        if self._type(event):
            event.stop()
            event.prevent_default()

    def _type(self, event: events.Key) -> bool:
        """Handle a key of a point or a choice. Return whether it was one."""
        character = event.character or ""
        if self._entry is not None:
            return self._continue_entry(event.key, character)
        letter, self._letter = self._letter, character if character.isalpha() else ""
        if not character.isdecimal():
            if self._uses_rogue_keys and character in ROGUE_KEYS:
                self.call_later(self.run_action, ROGUE_KEYS[character])
                return True
            return False
        if intents.options(self.state, self.view_state.names):
            self._pick(int(character))
        else:
            self.begin_entry(letter + character)
        return True

    def begin_entry(self, text: str) -> None:
        """Start typing a point."""
        self._entry = PointEntry(self.state.board.rules, text)
        self._show_entry()

    def _continue_entry(self, key: str, character: str) -> bool:
        entry = self._entry
        assert entry is not None
        if key == "escape":
            self._entry = None
            self.show_notice("")
        elif key == "enter":
            self._end_entry(entry)
        elif key == "backspace":
            entry.delete_last()
            self._show_entry()
        elif entry.type(character):
            self._show_entry()
        return True

    def _show_entry(self) -> None:
        assert self._entry is not None
        point = self._entry.point_so_far()
        if point is not None:
            self._move_cursor(point)
        self.show_notice(f"Point: {self._entry.text}_\nEnter places the stone, Esc cancels")

    def _end_entry(self, entry: PointEntry) -> None:
        self._entry = None
        try:
            point = entry.point()
        except ParseError as error:
            self.show_notice(capitalised(f"{entry.text}: {error.why}"), alarm=True)
            return
        self.show_notice("")
        self.place_stone(point)

    # Keys

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor, or the mark in the list of choices."""
        if self._options.number:
            self._options.step(down)
            return
        self.view_state.move(self.state.board, down, right)
        self._move_cursor(self.view_state.cursor)

    def action_place(self) -> None:
        """Place a stone at the cursor, take the marked choice, or ask a failed machine again."""
        actor = self.state.actor
        if actor is not None and not self.table.is_person(actor) and not self.table.is_thinking:
            self.show_notice("")
            self.table.try_again()
        elif self._options.number:
            self._pick(self._options.number)
        else:
            self.place_stone(self.view_state.cursor)

    @property
    def _options(self) -> ChoiceList:
        return self.query_one(ChoiceList)

    def _pick(self, number: int) -> None:
        self.do(lambda table: intents.pick(table, number))

    def on_choice_list_picked(self, message: ChoiceList.Picked) -> None:
        """Make the choice that was clicked."""
        self._pick(message.number)

    def action_type(self) -> None:
        """Type a point."""
        self.begin_entry("")

    def action_undo(self) -> None:
        """Take back a move."""
        self.do(intents.take_back)

    def action_redo(self) -> None:
        """Redo a move."""
        self.do(intents.redo)

    def action_draw(self) -> None:
        """Offer a draw, or accept one."""
        self.do(intents.offer_draw)

    def action_agree(self) -> None:
        """Accept the offer."""
        self.do(intents.agree)

    def action_decline(self) -> None:
        """Decline the offer."""
        self.do(intents.decline)

    def action_pause(self) -> None:
        """Pause or resume the game."""
        kind = Resume if self.state.is_paused else Pause
        self.do(lambda table: kind(table.person()))

    def action_rematch(self) -> None:
        """Offer another game with the sides swapped."""
        self.do(intents.offer_rematch)

    def action_play_from_here(self) -> None:
        """Start a new game from the position shown."""
        ply = self.view_state.shown_ply(self.state)
        self.attempt(lambda: self.table.start(intents.setup_from(self.state, ply)))

    def action_rogue(self) -> None:
        """Switch u and n between cursor keys and commands."""
        self._uses_rogue_keys = not self._uses_rogue_keys
        if self._uses_rogue_keys:
            self.show_notice(
                "u and n now move the cursor; Backspace takes back, Ctrl+N starts a new game"
            )
        else:
            self.show_notice("u takes back, n starts a new game")
