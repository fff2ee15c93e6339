"""Dialogs over the board: questions that wait for an answer, and the form of a new game."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from tengen.errors import RuleError, UsageError
from tengen.game.setup import Setup
from tengen.rules.wording import describe_rules
from tengen.terminal import new_game
from tengen.terminal.keys import GAME_KEYS, Key, KeyGroups, key_name


class Form(Widget, can_focus=True):
    """Asks several questions at once; `values` are the answers so far."""

    COMPONENT_CLASSES = {"form--name", "form--value", "form--here"}
    DEFAULT_CSS = """
    Form {
        height: auto;
        .form--name { color: $quiet; }
        .form--value { color: $foreground; }
        .form--here { text-style: bold reverse; }
    }
    """

    class Changed(Message):
        """An answer was changed."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class Submitted(Message):
        """All questions are answered."""

    def __init__(self, questions: Sequence[new_game.Question], values: new_game.FormValues) -> None:
        super().__init__()
        self._questions = tuple(questions)
        self.values = values
        self._at = 0
        self._margin = max(len(question.words) for question in questions) + 2

    @property
    def asked(self) -> list[new_game.Question]:
        """The questions that are open."""
        return [question for question in self._questions if question.is_asked(self.values)]

    def get_content_height(self, *_: object) -> int:
        """A line for each question that is open."""
        return len(self.asked)

    def render_line(self, y: int) -> Strip:
        """One question and its answer."""
        if y >= len(self.asked):
            return Strip.blank(self.size.width, self.rich_style)
        question = self.asked[y]
        here = y == self._at and self.has_focus
        name = self.get_component_rich_style("form--name")
        value = self.get_component_rich_style("form--here" if here else "form--value")
        segments = [
            Segment(f"{'>' if here else ' '} {question.words:<{self._margin}}", name),
            Segment(self._shown(question, here=here), value),
        ]
        return Strip(segments).crop_extend(0, self.size.width, self.rich_style)

    def _shown(self, question: new_game.Question, *, here: bool) -> str:
        value = self.values[question.name]
        if not question.answers:
            return f"  {value}_" if here else f"  {value or '-'}"
        words = dict(question.answers).get(value, value)
        return f"< {words} >" if here else f"  {words}  "

    def on_key(self, event: events.Key) -> None:
        """Go through questions and answers."""
        question = self.asked[self._at]
        if event.key in {"up", "shift+tab"}:
            self._go(-1)
        elif event.key in {"down", "tab"}:
            self._go(1)
        elif event.key == "enter":
            self.post_message(self.Submitted())
        elif not self._answer(question, event):
            return
        event.stop()
        event.prevent_default()

    def _answer(self, question: new_game.Question, event: events.Key) -> bool:
        """Whether a key was an answer."""
        if question.answers:
            step = {"left": -1, "right": 1, "space": 1}.get(event.key)
            if step is None:
                return self._seek(question, event.character)
            self._turn(question, step)
            return True
        value = self.values[question.name]
        if event.key == "backspace":
            self._set(question, value[:-1])
            return True
        if event.character and event.is_printable:
            self._set(question, value + event.character)
            return True
        return False

    def _seek(self, question: new_game.Question, character: str | None) -> bool:
        """Go to the next answer that begins with a character."""
        values = [value for value, _ in question.answers]
        at = values.index(self.values[question.name])
        turns = question.answers[at + 1 :] + question.answers[: at + 1]
        for value, words in turns:
            if character and words.lower().startswith(character.lower()):
                self._set(question, value)
                return True
        return False

    def _turn(self, question: new_game.Question, step: int) -> None:
        values = [value for value, _ in question.answers]
        at = values.index(self.values[question.name])
        self._set(question, values[(at + step) % len(values)])

    def _set(self, question: new_game.Question, value: str) -> None:
        self.values[question.name] = value
        self.post_message(self.Changed(question.name))
        self.refresh(layout=True)

    def _go(self, step: int) -> None:
        self._at = (self._at + step) % len(self.asked)
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Go to a question; a click on its answer gives the next one."""
        if event.y >= len(self.asked):
            return
        was_here, self._at = self._at == event.y, event.y
        question = self.asked[event.y]
        if question.answers and (was_here or event.x > self._margin + 2):
            self._turn(question, 1)
        self.refresh()


KEY_COLUMN = 22
"""The room of a key's names in the help."""
DIALOG_CSS = """
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

    DEFAULT_CSS = DIALOG_CSS.format(name="Confirm")
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

    DEFAULT_CSS = DIALOG_CSS.format(name="PickOne")
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

    DEFAULT_CSS = DIALOG_CSS.format(name="NewGame")
    BINDINGS = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._form = Form(new_game.setup_questions(), new_game.to_values(setup))
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
        new_game.sync_rules(self._form.values, message.name)
        self._explain()

    def on_form_submitted(self) -> None:
        """Play, if there is such a game."""
        try:
            self.dismiss(new_game.to_setup(self._form.values))
        except (RuleError, UsageError) as error:
            self._tell(str(error), alarm=True)

    def _explain(self) -> None:
        try:
            self._tell(describe_rules(new_game.to_setup(self._form.values).rules), alarm=False)
        except (RuleError, UsageError) as error:
            self._tell(str(error), alarm=True)

    def _tell(self, words: str, *, alarm: bool) -> None:
        meaning = self.query_one("#meaning", Static)
        meaning.set_class(alarm, "alarm")
        meaning.update(words)


class Ask(ModalScreen[str | None]):
    """A line of text to be typed."""

    DEFAULT_CSS = DIALOG_CSS.format(name="Ask")
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

    DEFAULT_CSS = DIALOG_CSS.format(name="Help") + "Help #box { width: 78; }"
    BINDINGS = [Binding("escape,q,question_mark,f1,enter", "dismiss", "Close")]

    def __init__(self, groups: KeyGroups = GAME_KEYS) -> None:
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
        names = ", ".join(key_name(name) for name in key.keys)
        table.add_row(Text(names), Text(key.words))
    return table
