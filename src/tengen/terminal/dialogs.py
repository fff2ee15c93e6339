"""Dialogs over the board: questions, lists, text input, the form of a new game and the help."""

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

from tengen.errors import ParseError, RuleError, UsageError
from tengen.game import Setup
from tengen.rules.wording import describe_rules
from tengen.terminal import new_game, sentences
from tengen.terminal.keys import GAME_KEYS, Key, KeyGroups, key_name


class Form(Widget, can_focus=True):
    """A form of several questions; `values` holds the answers."""

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
        """The form was submitted."""

    def __init__(self, questions: Sequence[new_game.Question], values: new_game.FormValues) -> None:
        super().__init__()
        self._questions = tuple(questions)
        self.values = values
        self._at = 0
        self._margin = max(len(question.label) for question in questions) + 2

    @property
    def asked(self) -> list[new_game.Question]:
        """The questions that apply, given the other answers."""
        return [question for question in self._questions if question.is_asked(self.values)]

    def get_content_height(self, *_: object) -> int:
        """Return one line for each question that applies."""
        return len(self.asked)

    def render_line(self, y: int) -> Strip:
        """Draw a question and its answer."""
        if y >= len(self.asked):
            return Strip.blank(self.size.width, self.rich_style)
        question = self.asked[y]
        here = y == self._at and self.has_focus
        name = self.get_component_rich_style("form--name")
        value = self.get_component_rich_style("form--here" if here else "form--value")
        segments = [
            Segment(f"{'>' if here else ' '} {question.label:<{self._margin}}", name),
            Segment(self._shown(question, here=here), value),
        ]
        return Strip(segments).crop_extend(0, self.size.width, self.rich_style)

    def _shown(self, question: new_game.Question, *, here: bool) -> str:
        value = self.values[question.name]
        if not question.answers:
            return f"  {value}_" if here else f"  {value or '-'}"
        label = dict(question.answers).get(value, value)
        return f"< {label} >" if here else f"  {label}  "

    def on_key(self, event: events.Key) -> None:
        """Move between questions, change answers, or submit."""
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
        """Change the answer. Return whether the key did that."""
        if question.answers:
            step = {"left": -1, "right": 1, "space": 1}.get(event.key)
            if step is None:
                return self._jump_to_letter(question, event.character)
            self._cycle(question, step)
            return True
        value = self.values[question.name]
        if event.key == "backspace":
            self._set(question, value[:-1])
            return True
        if event.character and event.is_printable:
            self._set(question, value + event.character)
            return True
        return False

    def _jump_to_letter(self, question: new_game.Question, character: str | None) -> bool:
        """Choose the next answer that begins with a character."""
        values = [value for value, _ in question.answers]
        at = values.index(self.values[question.name])
        following = question.answers[at + 1 :] + question.answers[: at + 1]
        for value, label in following:
            if character and label.lower().startswith(character.lower()):
                self._set(question, value)
                return True
        return False

    def _cycle(self, question: new_game.Question, step: int) -> None:
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
        """Go to a question; a click on its answer chooses the next one."""
        if event.y >= len(self.asked):
            return
        was_here, self._at = self._at == event.y, event.y
        question = self.asked[event.y]
        if question.answers and (was_here or event.x > self._margin + 2):
            self._cycle(question, 1)
        self.refresh()


KEY_COLUMN = 22
"""The width of the column of keys in the help."""
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
    """A question with yes or no as the answer."""

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
        """Show the question and both answers."""
        with Vertical(id="box"):
            yield Static(self._question, classes="title", markup=False)
            for name, answer in self._answers.items():
                yield Static(answer, id=name, markup=False)

    def on_click(self, event: events.Click) -> None:
        """Choose the answer that was clicked."""
        if event.widget is not None and event.widget.id in self._answers:
            self.dismiss(event.widget.id == "yes")


class PickOne(ModalScreen[int | None]):
    """A list from which one item is picked by arrows, number or mouse."""

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
        """Show the title, the list and the keys."""
        with Vertical(id="box"):
            yield Static(self._title, classes="title", markup=False)
            with VerticalScroll(id="items"):
                for at, item in enumerate(self._items):
                    yield Static(self._line(at, item), id=f"item-{at}", markup=False)
            yield Static(sentences.CANCEL_PICK_HINT, classes="quiet")

    def _line(self, at: int, item: str) -> str:
        return f"{'>' if at == self._at else ' '} {at + 1}. {item}"

    def action_go(self, step: int) -> None:
        """Mark the next or previous item."""
        self._at = (self._at + step) % len(self._items)
        for at, item in enumerate(self._items):
            self.query_one(f"#item-{at}", Static).update(self._line(at, item))
        self.query_one(f"#item-{self._at}").scroll_visible(animate=False)

    def action_pick(self) -> None:
        """Pick the marked item."""
        self.dismiss(self._at)

    def on_key(self, event: events.Key) -> None:
        """Pick an item by its number."""
        if event.key.isdecimal() and 1 <= int(event.key) <= len(self._items):
            event.stop()
            self.dismiss(int(event.key) - 1)

    def on_click(self, event: events.Click) -> None:
        """Pick the item that was clicked."""
        identity = getattr(event.widget, "id", None) or ""
        if identity.startswith("item-"):
            self.dismiss(int(identity.removeprefix("item-")))


class NewGame(ModalScreen[Setup | str | None]):
    """The form of a new game. Returns a setup, or the digit if one is typed first."""

    DEFAULT_CSS = DIALOG_CSS.format(name="NewGame")
    BINDINGS = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._form = Form(new_game.setup_questions(), new_game.to_values(setup))
        self._is_touched = False

    def compose(self) -> ComposeResult:
        """Show the questions, and the rules that the answers give."""
        with Vertical(id="box"):
            yield Static("New game", classes="title")
            yield self._form
            yield Static(id="meaning", classes="quiet", markup=False)
            yield Static(sentences.FORM_HINT, classes="quiet")

    def on_mount(self) -> None:
        """Focus the form."""
        self._form.focus()
        self._explain()

    def on_key(self, event: events.Key) -> None:
        """Close the form if a digit comes first: the person is typing a point such as n5."""
        if not self._is_touched and event.key.isdecimal():
            event.stop()
            self.dismiss(event.key)
        self._is_touched = True

    def on_form_changed(self, message: Form.Changed) -> None:
        """Update the answers that depend on the one that changed."""
        self._is_touched = True
        new_game.sync_rules(self._form.values, message.name)
        self._explain()

    def on_form_submitted(self) -> None:
        """Return the setup, or show why there is none."""
        try:
            self.dismiss(new_game.to_setup(self._form.values))
        except (ParseError, RuleError, UsageError) as error:
            self._show_message(str(error), alarm=True)

    def _explain(self) -> None:
        try:
            self._show_message(
                describe_rules(new_game.to_setup(self._form.values).rules), alarm=False
            )
        except (ParseError, RuleError, UsageError) as error:
            self._show_message(str(error), alarm=True)

    def _show_message(self, text: str, *, alarm: bool) -> None:
        meaning = self.query_one("#meaning", Static)
        meaning.set_class(alarm, "alarm")
        meaning.update(text)


class Ask(ModalScreen[str | None]):
    """A question with a line of text as the answer."""

    DEFAULT_CSS = DIALOG_CSS.format(name="Ask")
    BINDINGS = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title = title
        self._text = text

    def compose(self) -> ComposeResult:
        """Show the question and the input."""
        from textual.widgets import Input  # noqa: PLC0415 - most games never need it

        with Vertical(id="box"):
            yield Static(self._title, classes="title", markup=False)
            yield Input(self._text)
            yield Static(sentences.TEXT_HINT, classes="quiet")

    def on_input_submitted(self, message: Message) -> None:
        """Return the text."""
        self.dismiss(getattr(message, "value", None))


class Help(ModalScreen[None]):
    """The keys of a screen."""

    DEFAULT_CSS = DIALOG_CSS.format(name="Help") + "Help #box { width: 78; }"
    BINDINGS = [Binding("escape,q,question_mark,f1,enter", "dismiss", "Close")]

    def __init__(self, groups: KeyGroups = GAME_KEYS) -> None:
        super().__init__()
        self._groups = groups

    def compose(self) -> ComposeResult:
        """Show all groups of keys."""
        with VerticalScroll(id="box"):
            for title, keys in self._groups.items():
                yield Static(title, classes="title")
                yield Static(help_table(keys), classes="keys", markup=False)
            yield Static(sentences.HELP_FOOTER, classes="quiet")


def help_table(keys: Sequence[Key]) -> Table:
    """Return a table of keys and descriptions."""
    table = Table.grid(padding=(0, 1), expand=True)
    table.add_column(width=KEY_COLUMN)
    table.add_column(ratio=1)
    for key in keys:
        names = ", ".join(key_name(name) for name in key.keys)
        table.add_row(Text(names), Text(key.description))
    return table
