"""The tables of a RenjuNet database: who, where, when, by which rules."""

from __future__ import annotations

from tengen.core.games import RENJU
from tengen.core.rules import Rules, WinRule
from tengen.records.record import Record
from tengen.records.result import Result, Score
from tengen.records.rule_text import format_rule_text, parse_rule_text

Attributes = dict[str, str]
NAMES = ("country", "city", "month", "rule", "opening", "player", "tournament")
"""Elements that stand for something in games, by their `id`."""
SCORES = {"1": Score.FIRST, "1.0": Score.FIRST, "0.5": Score.DRAW, "0": Score.SECOND}
RESULTS = {score: text for text, score in reversed(SCORES.items())}
PLAIN_TAGS = {"round": "round", "alt": "fifth moves", "swap": "swap"}
TIMES = {"btime": "first time", "wtime": "second time"}
OWN = "generator"
"""An attribute of the database by which we know our own."""


class Tables:
    """What was read of them so far."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Attributes]] = {name: {} for name in NAMES}
        self._rules: dict[str, tuple[Rules, str]] = {}
        self.unknown = 0
        """How often a game named something that was not in the tables."""

    def add(self, name: str, row: Attributes) -> None:
        """Keep a row."""
        self._rows[name][row.get("id", "")] = row

    def _row(self, name: str, number: str) -> Attributes:
        found = self._rows[name].get(number)
        if found is None:
            self.unknown += number not in {"", "0"}
            return {}
        return found

    def name(self, kind: str, number: str) -> str:
        """What something is called; the id itself if that is not known."""
        row = self._row(kind, number)
        return row.get("name", "") if row or number in {"", "0"} else f"{kind} {number}"

    def player(self, number: str) -> str:
        """A name as `surname name`."""
        row = self._row("player", number)
        if not row and number not in {"", "0"}:
            return f"player {number}"
        return " ".join(filter(None, (row.get("surname"), row.get("name"))))

    def rules(self, number: str) -> tuple[Rules, str]:
        """The rules and the opening rule: renju, if a name does not say otherwise."""
        if number not in self._rules:
            text = self.name("rule", number)
            said = parse_rule_text(text)
            win = said.win if said and said.win else WinRule.RENJU
            rules = Rules(RENJU.width, RENJU.height, said.k if said else RENJU.k, win)
            self._rules[number] = rules, said.opening if said else text
        return self._rules[number]

    def facts(self, game: Attributes) -> Record:
        """A record of a game, without moves."""
        rules, opening = self.rules(game.get("rule", ""))
        score = SCORES.get(game.get("bresult", ""), Score.UNKNOWN)
        return Record(
            rules,
            first=self.player(game.get("black", "")),
            second=self.player(game.get("white", "")),
            opening=opening,
            result=Result(score),
            tags=self._tags(game),
        )

    def _tags(self, game: Attributes) -> dict[str, str]:
        number = game.get("tournament", "")
        tournament = self._row("tournament", number)
        tags = {
            "event": self.name("tournament", number),
            "date": _date(tournament),
            "place": self._place(tournament),
            "opening name": self.name("opening", game.get("opening", "")),
            "publisher": self.player(game.get("publisher", "")),
        }
        tags |= {tag: game.get(name, "") for name, tag in PLAIN_TAGS.items()}
        tags |= {tag: game.get(name, "").strip("0 ") and game[name] for name, tag in TIMES.items()}
        return {tag: text for tag, text in tags.items() if text}

    def _place(self, tournament: Attributes) -> str:
        city = self._row("city", tournament.get("city", ""))
        country = tournament.get("country") or city.get("country", "")
        return ", ".join(filter(None, (city.get("name"), self.name("country", country))))


def _date(tournament: Attributes) -> str:
    start, end = tournament.get("start", ""), tournament.get("end", "")
    if start:
        return f"{start}/{end}" if end and end != start else start
    year, month = tournament.get("year", ""), tournament.get("month", "")
    return f"{year}-{month:0>2}" if year and month.strip("0") else year


def format_rule(record: Record) -> str:
    """The name of a rule from which `Tables.rules` gets the rules and the opening rule again."""
    short = record.opening
    said = parse_rule_text(short)
    is_clear = said and (said.win, said.k, said.opening) == (WinRule.RENJU, RENJU.k, short)
    if is_clear and record.rules.win is WinRule.RENJU:
        return short
    return format_rule_text(record.rules, record.opening)
