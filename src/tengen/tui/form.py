"""A form of one line a question: arrows go through questions and answers, typing fills in."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tengen.tui.questions import Question, Values


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

    def __init__(self, questions: Sequence[Question], values: Values) -> None:
        super().__init__()
        self._questions = tuple(questions)
        self.values = values
        self._at = 0
        self._margin = max(len(question.words) for question in questions) + 2

    @property
    def asked(self) -> list[Question]:
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

    def _shown(self, question: Question, *, here: bool) -> str:
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

    def _answer(self, question: Question, event: events.Key) -> bool:
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

    def _seek(self, question: Question, character: str | None) -> bool:
        """Go to the next answer that begins with a character."""
        values = [value for value, _ in question.answers]
        at = values.index(self.values[question.name])
        turns = question.answers[at + 1 :] + question.answers[: at + 1]
        for value, words in turns:
            if character and words.lower().startswith(character.lower()):
                self._set(question, value)
                return True
        return False

    def _turn(self, question: Question, step: int) -> None:
        values = [value for value, _ in question.answers]
        at = values.index(self.values[question.name])
        self._set(question, values[(at + step) % len(values)])

    def _set(self, question: Question, value: str) -> None:
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
