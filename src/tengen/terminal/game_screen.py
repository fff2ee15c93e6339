"""The screen of a game that is played: what every key does."""

from __future__ import annotations

from collections.abc import Callable

from textual import events

from tengen.errors import ParseError, TengenError
from tengen.game.commands import ChangeSitter, Command, Pause, Resume
from tengen.game.descriptions import seat_name
from tengen.game.events import Declined, Event, GameEnded, GameStarted, Offered, RematchAgreed
from tengen.game.setup import Computer, Person, PlayerSpec, Setup
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.wording import capitalised, point_name
from tengen.terminal import intents
from tengen.terminal.board_screen import BoardWidget
from tengen.terminal.dialogs import PickOne
from tengen.terminal.game_view_screen import GameViewScreen
from tengen.terminal.input import PointEntry
from tengen.terminal.intents import describe_offer
from tengen.terminal.keys import ROGUE_KEYS, bindings
from tengen.terminal.table import GameTable, TableFactory
from tengen.terminal.view_state import objection
from tengen.terminal.widgets import ChoiceList

TICK = 0.1
FAILURE_CHOICES: dict[str, PlayerSpec | None] = {
    "ask again": None,
    "the computer, level 5, goes on": Computer(5),
    "a person goes on": Person(),
}
"""What can be done when a machine fails, and who sits there then."""


FOOT_INTENTS: dict[str, Callable[[GameTable], Command]] = {
    "undo": intents.take_back,
    "rematch": intents.offer_rematch,
}
"""The wishes of the foot that the game itself decides about."""


class GameScreen(GameViewScreen):
    """Hands on to the table what people want, and tells what comes of it."""

    BINDINGS = bindings()

    def __init__(self, sit: TableFactory, *, ascii_only: bool = False) -> None:
        super().__init__(ascii_only=ascii_only)
        self.table = sit(self, self.call_here)
        self._entry: PointEntry | None = None
        self._letter = ""
        self._uses_rogue_keys = False

    def on_mount(self) -> None:
        """Keep an eye on the clocks."""
        self.set_interval(TICK, self._tick)

    @property
    def is_busy(self) -> bool:
        """Whether a game is going on."""
        return self.state.result is None and bool(self.state.steps)

    def can_do(self, action: str) -> bool:
        """Whether a key of the foot would do something now."""
        if action == "app.new":
            return not self.table.is_online
        if action == "app.save":
            return bool(self.state.steps)
        wish = FOOT_INTENTS.get(action)
        return super().can_do(action) if wish is None else self._would_do(wish)

    def _would_do(self, make: Callable[[GameTable], Command]) -> bool:
        """Whether the game allows a wish now."""
        try:
            return bool(self.table.session.decide(make(self.table), self.table.now()))
        except TengenError:
            return False

    def _tick(self) -> None:
        self.attempt(self.table.tick)
        if self.state.clocks.deadline() is not None:
            self.show_clocks()

    # What the table tells

    def happened(self, happened: tuple[Event, ...]) -> None:
        """Show what has happened."""
        self.desk.ply = None
        self.desk.hints = {}
        self.drop_tip()
        self.hindsight.stop()
        self.tell("")
        for event in happened:
            self._react(event)
        self.show()
        if self.table.is_online and self.may_play:
            self.app.bell()

    def _react(self, event: Event) -> None:
        state, names = self.state, self.desk.names
        if isinstance(event, GameStarted):
            self.desk.sit_down(state)
        elif isinstance(event, Offered) and not self.table.is_person(event.seat.other):
            self.tell(describe_offer(state, event.seat, event.offer, names))
        elif isinstance(event, Declined):
            self.tell(f"{seat_name(state, event.seat, names)} declines")
        elif isinstance(event, RematchAgreed):
            self.attempt(self.table.play_again)
        elif isinstance(event, GameEnded):
            self.tell(f"v review   M rematch{'' if self.table.is_online else '   n new game'}")

    def noticed(self, words: str, *, alarm: bool = False) -> None:
        """Tell what is to be told beside the game, and show who is here."""
        self.tell(words, alarm=alarm)
        self.show_clocks()

    def failed(self, seat: Seat, error: TengenError) -> None:
        """Tell that a machine cannot go on, and ask what to do."""
        name = seat_name(self.state, seat, self.desk.names)
        self.tell(f"{name} cannot move: {error}", alarm=True)
        self.show()
        title = f"{name} cannot move. What now?"
        self.app.push_screen(
            PickOne(title, list(FAILURE_CHOICES)), lambda at: self._rescue(seat, at)
        )

    def _rescue(self, seat: Seat, at: int | None) -> None:
        sitter = None if at is None else list(FAILURE_CHOICES.values())[at]
        if sitter is not None:
            self.do(lambda _table: ChangeSitter(seat, sitter))
        elif at is not None:
            self.tell("")
            self.table.try_again()

    # What people want

    def start(self, setup: Setup) -> None:
        """Begin a game."""
        self.attempt(lambda: self.table.start(setup))

    def resume(self, game: int) -> None:
        """Go on with a game that was kept."""
        self.attempt(lambda: self.table.resume(game))

    def do(self, make: Callable[[GameTable], Command]) -> None:
        """Follow a wish, or tell why that cannot be."""
        self.attempt(lambda: self.table.do(make(self.table)))

    def attempt(self, deed: Callable[[], object]) -> None:
        """Do something, or tell why that cannot be done."""
        try:
            deed()
        except TengenError as error:
            self.tell(capitalised(str(error)), alarm=True)

    def put(self, point: Point) -> None:
        """Put a stone, or say why it cannot be put."""
        self.desk.cursor = point
        if self.desk.ply is not None:
            self.tell("An earlier position is shown: End goes to the game, P plays on from here.")
            self.show_board()
            return
        self.do(lambda table: intents.put(table, point))
        self.show_board()

    def on_board_widget_pointed(self, message: BoardWidget.Pointed) -> None:
        """Have the cursor where the pointer is."""
        self._put_cursor(message.point)

    def on_board_widget_clicked(self, message: BoardWidget.Clicked) -> None:
        """Put a stone where it was clicked."""
        self.put(message.point)

    def _put_cursor(self, point: Point) -> None:
        self.desk.cursor = point
        board = self.desk.board(self.state)
        why = objection(self.state, board, point)
        if why:
            self.tell(f"{point_name(point, board.rules)} {why}")
        self.show_board()

    def on_key(self, event: events.Key) -> None:
        """Keys that depend on what was typed before, and choices by number."""
        if self._type(event):
            event.stop()
            event.prevent_default()

    def _type(self, event: events.Key) -> bool:
        """Whether a key belongs to a point that is being typed, or to a choice."""
        character = event.character or ""
        if self._entry is not None:
            return self._type_on(event.key, character)
        letter, self._letter = self._letter, character if character.isalpha() else ""
        if not character.isdecimal():
            if self._uses_rogue_keys and character in ROGUE_KEYS:
                self.call_later(self.run_action, ROGUE_KEYS[character])
                return True
            return False
        if intents.options(self.state, self.desk.names):
            self._pick(int(character))
        else:
            self.begin_entry(letter + character)
        return True

    def begin_entry(self, text: str) -> None:
        """Begin to type a point."""
        self._entry = PointEntry(self.state.board.rules, text)
        self._show_entry()

    def _type_on(self, key: str, character: str) -> bool:
        entry = self._entry
        assert entry is not None
        if key == "escape":
            self._entry = None
            self.tell("")
        elif key == "enter":
            self._end_entry(entry)
        elif key == "backspace":
            entry.rub_out()
            self._show_entry()
        elif entry.type(character):
            self._show_entry()
        return True

    def _show_entry(self) -> None:
        assert self._entry is not None
        point = self._entry.point_so_far()
        if point is not None:
            self._put_cursor(point)
        self.tell(f"Point: {self._entry.text}_\nEnter puts the stone, Esc cancels")

    def _end_entry(self, entry: PointEntry) -> None:
        self._entry = None
        try:
            point = entry.point()
        except ParseError as error:
            self.tell(capitalised(f"{entry.text}: {error.why}"), alarm=True)
            return
        self.tell("")
        self.put(point)

    # Keys

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor, or go through what there is to choose."""
        if self._options.number:
            self._options.step(down)
            return
        self.desk.move(self.state.board, down, right)
        self._put_cursor(self.desk.cursor)

    def action_place(self) -> None:
        """Put a stone where the cursor is, or ask a machine again."""
        actor = self.state.actor
        if actor is not None and not self.table.is_person(actor) and not self.table.is_thinking:
            self.tell("")
            self.table.try_again()
        elif self._options.number:
            self._pick(self._options.number)
        else:
            self.put(self.desk.cursor)

    @property
    def _options(self) -> ChoiceList:
        return self.query_one(ChoiceList)

    def _pick(self, number: int) -> None:
        self.do(lambda table: intents.pick(table, number))

    def on_choice_list_picked(self, message: ChoiceList.Picked) -> None:
        """Take the choice that was clicked."""
        self._pick(message.number)

    def action_type(self) -> None:
        """Type a point."""
        self.begin_entry("")

    def action_undo(self) -> None:
        """Take back."""
        self.do(intents.take_back)

    def action_redo(self) -> None:
        """Do again."""
        self.do(intents.redo)

    def action_draw(self) -> None:
        """Offer a draw, or agree to one."""
        self.do(intents.offer_draw)

    def action_agree(self) -> None:
        """Agree to what is offered."""
        self.do(intents.agree)

    def action_decline(self) -> None:
        """Decline what is offered."""
        self.do(intents.decline)

    def action_pause(self) -> None:
        """Stop the clocks, or go on."""
        kind = Resume if self.state.is_paused else Pause
        self.do(lambda table: kind(table.person()))

    def action_rematch(self) -> None:
        """Play again with the sides swapped."""
        self.do(intents.offer_rematch)

    def action_play_from_here(self) -> None:
        """Play on from the position shown, as a new game."""
        ply = self.desk.shown_ply(self.state)
        self.attempt(lambda: self.table.start(intents.setup_from(self.state, ply)))

    def action_rogue(self) -> None:
        """What u and n do."""
        self._uses_rogue_keys = not self._uses_rogue_keys
        if self._uses_rogue_keys:
            self.tell("u and n move the cursor now; Backspace takes back, Ctrl+N is a new game")
        else:
            self.tell("u takes back, n is a new game")
