"""Questions that wait for an answer, over the board."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from tengen.errors import RuleError, UsageError
from tengen.notation.game_words import rule_words
from tengen.session.setup import Setup
from tengen.tui.choices import follow_game, questions, to_setup, to_values
from tengen.tui.form import Form
from tengen.tui.keys import GROUPS, Groups, Key, name_of

KEY_COLUMN = 22
"""The room of a key's names in the help."""
BOX = """
{name} {{
    align: center middle;
    background: $background 60%;
    #box {{
        width: 58;
        max-width: 100%;
        height: auto;
        max-height: 100%;
        padding: 1 2;
        background: $surface;
        border: round $action;
    }}
    #items {{ height: auto; max-height: 14; }}
    .title {{ text-style: bold; margin-bottom: 1; }}
    .keys {{ margin-bottom: 1; }}
    .quiet {{ color: $quiet; margin-top: 1; }}
    .alarm {{ color: $alarm; text-style: bold; }}
}}
"""


class Confirm(ModalScreen[bool]):
    """A question to be answered with yes or no."""

    DEFAULT_CSS = BOX.format(name="Confirm")
    BINDINGS = [
        Binding("y,enter", "dismiss(True)", "Yes"),
        Binding("n,escape,q", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str, yes: str = "yes", no: str = "no") -> None:
        super().__init__()
        self._question = question
        self._answers = {"yes": f"Enter or y: {yes}", "no": f"Esc or n: {no}"}

    def compose(self) -> ComposeResult:
        """The question and how to answer."""
        with Vertical(id="box"):
            yield Static(self._question, classes="title", markup=False)
            for name, words in self._answers.items():
                yield Static(words, id=name, markup=False)

    def on_click(self, event: events.Click) -> None:
        """Take the answer that was clicked."""
        if event.widget is not None and event.widget.id in self._answers:
            self.dismiss(event.widget.id == "yes")


class PickOne(ModalScreen[int | None]):
    """A list to pick one of, by arrows, by number or by mouse."""

    DEFAULT_CSS = BOX.format(name="PickOne")
    BINDINGS = [
        Binding("escape,q", "dismiss(None)", "Cancel"),
        Binding("up,k", "go(-1)", "Up"),
        Binding("down,j", "go(1)", "Down"),
        Binding("enter,space", "pick", "Pick"),
    ]

    def __init__(self, title: str, items: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._items = tuple(items)
        self._at = 0

    def compose(self) -> ComposeResult:
        """The title, the list, and how to pick."""
        with Vertical(id="box"):
            yield Static(self._title, classes="title", markup=False)
            with VerticalScroll(id="items"):
                for at, item in enumerate(self._items):
                    yield Static(self._line(at, item), id=f"item-{at}", markup=False)
            yield Static("arrows and Enter, or a number; Esc: cancel", classes="quiet")

    def _line(self, at: int, item: str) -> str:
        return f"{'>' if at == self._at else ' '} {at + 1}. {item}"

    def action_go(self, step: int) -> None:
        """Go up or down."""
        self._at = (self._at + step) % len(self._items)
        for at, item in enumerate(self._items):
            self.query_one(f"#item-{at}", Static).update(self._line(at, item))
        self.query_one(f"#item-{self._at}").scroll_visible(animate=False)

    def action_pick(self) -> None:
        """Take the one that is marked."""
        self.dismiss(self._at)

    def on_key(self, event: events.Key) -> None:
        """Take one by its number."""
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._items):
            event.stop()
            self.dismiss(int(event.key) - 1)

    def on_click(self, event: events.Click) -> None:
        """Take the one that was clicked."""
        identity = getattr(event.widget, "id", None) or ""
        if identity.startswith("item-"):
            self.dismiss(int(identity.removeprefix("item-")))


class NewGame(ModalScreen[Setup | str | None]):
    """What to play, how, and against whom; answers with a setup, or with a digit typed at once."""

    DEFAULT_CSS = BOX.format(name="NewGame")
    BINDINGS = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._form = Form(questions(), to_values(setup))
        self._is_touched = False

    def compose(self) -> ComposeResult:
        """The questions, and what their answers mean."""
        with Vertical(id="box"):
            yield Static("New game", classes="title")
            yield self._form
            yield Static(id="meaning", classes="quiet", markup=False)
            yield Static("arrows to choose, Enter to play, Esc to go back", classes="quiet")

    def on_mount(self) -> None:
        """Begin with the first question."""
        self._form.focus()
        self._explain()

    def on_key(self, event: events.Key) -> None:
        """A digit typed at once means a point such as n5, not a new game."""
        if not self._is_touched and event.key.isdecimal():
            event.stop()
            self.dismiss(event.key)
        self._is_touched = True

    def on_form_changed(self, message: Form.Changed) -> None:
        """Keep answers that depend on each other in step."""
        self._is_touched = True
        follow_game(self._form.values, message.name)
        self._explain()

    def on_form_submitted(self) -> None:
        """Play, if there is such a game."""
        try:
            self.dismiss(to_setup(self._form.values))
        except (RuleError, UsageError) as error:
            self._tell(str(error), alarm=True)

    def _explain(self) -> None:
        try:
            self._tell(rule_words(to_setup(self._form.values).rules), alarm=False)
        except (RuleError, UsageError) as error:
            self._tell(str(error), alarm=True)

    def _tell(self, words: str, *, alarm: bool) -> None:
        meaning = self.query_one("#meaning", Static)
        meaning.set_class(alarm, "alarm")
        meaning.update(words)


class Ask(ModalScreen[str | None]):
    """A line of text to be typed."""

    DEFAULT_CSS = BOX.format(name="Ask")
    BINDINGS = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        """The question and the line."""
        from textual.widgets import Input  # noqa: PLC0415 - most games never need it

        with Vertical(id="box"):
            yield Static(self._title, classes="title", markup=False)
            yield Input(self._text)
            yield Static("Enter: do it    Esc: cancel", classes="quiet")

    def on_input_submitted(self, message: Message) -> None:
        """Give the text back."""
        self.dismiss(getattr(message, "value", None))


class Help(ModalScreen[None]):
    """Every key, from the table of a screen."""

    DEFAULT_CSS = BOX.format(name="Help") + "Help #box { width: 78; }"
    BINDINGS = [Binding("escape,q,question_mark,f1,enter", "dismiss", "Close")]

    def __init__(self, groups: Groups = GROUPS) -> None:
        super().__init__()
        self._groups = groups

    def compose(self) -> ComposeResult:
        """All groups of keys, to be scrolled."""
        with VerticalScroll(id="box"):
            for title, keys in self._groups.items():
                yield Static(title, classes="title")
                yield Static(help_table(keys), classes="keys", markup=False)
            yield Static("Ctrl+P finds every command by name. Esc closes.", classes="quiet")


def help_table(keys: Sequence[Key]) -> Table:
    """Keys and what they do, each in a column that long words stay in."""
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=KEY_COLUMN)
    table.add_column(ratio=1)
    for key in keys:
        names = ", ".join(name_of(name) for name in key.keys)
        table.add_row(Text(names), Text(key.words))
    return table
