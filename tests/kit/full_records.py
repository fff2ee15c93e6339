"""Generators of records with all features, in trees of any shape."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from kit.strategies import PLAYERS, SEEDS, some_rules
from tengen.records.format import Feature
from tengen.records.game_tree import Mark, MarkKind, Node, Sign, Stone
from tengen.records.record import TAGS, Record, Result, Score
from tengen.rules.coordinates import grid_points
from tengen.rules.outcome import Termination
from tengen.rules.rules import Player, Rules

KINDS = sorted(MarkKind, key=lambda kind: (kind is not MarkKind.LABEL, kind.value))
EVERYTHING = frozenset(Feature)
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=8)
LINES = st.lists(WORDS, max_size=3).map(" ".join)
"""Texts of one line that do not begin or end with a space."""
TEXTS = st.lists(LINES, max_size=3).map("\n".join).map(str.strip)


@st.composite
def records(
    draw: st.DrawFn,
    features: frozenset[Feature] = EVERYTHING,
    rules: st.SearchStrategy[Rules] | None = None,
    reasons: frozenset[Termination] = frozenset(Termination),
    largest: int = 25,
) -> Record:
    """Records with only these features; no point is used twice on a path.

    Marks are sorted by kind and stones by point, because formats keep no other order.
    """
    record = Record(draw(some_rules() if rules is None else rules))
    if Feature.PLAYERS in features:
        record.first, record.second = draw(LINES), draw(LINES)
    record.opening = draw(LINES) if Feature.OPENING in features else ""
    record.clock = draw(LINES) if Feature.CLOCK in features else ""
    if Feature.TAGS in features:
        names = st.sampled_from(TAGS) | WORDS
        record.tags = draw(st.dictionaries(names, LINES.filter(bool), max_size=4))
    if Feature.RESULT in features:
        reason = draw(st.sampled_from(sorted(reasons, key=lambda reason: reason.value)))
        record.result = Result(draw(st.sampled_from(Score)), reason)
    texts = draw(st.lists(TEXTS.filter(bool), min_size=1, max_size=5))
    grower = Grower(record, features, Random(draw(SEEDS)), texts)
    grower.grow(draw(st.integers(0, largest)), draw(PLAYERS))
    return record


class Grower:
    """Grows a random tree."""

    def __init__(
        self, record: Record, features: frozenset[Feature], random: Random, texts: list[str]
    ) -> None:
        self._features = features
        self._random = random
        self._texts = texts
        self._grid = grid_points(record.rules.width, record.rules.height)
        self._root = record.root

    def grow(self, count: int, turn: Player) -> None:
        """Add up to `count` nodes."""
        root, random = self._root, self._random
        self._describe(root)
        root.time = None
        places = [(root, self._set_up(root, frozenset()), Player.FIRST)]
        if self._has(Feature.SETUP, Feature.TURNS) and root.stones:
            root.turn = turn
            places = [(root, places[0][1], turn)]
        for _ in range(count):
            is_branch = self._has(Feature.VARIATIONS) and random.random() < 0.3
            parent, taken, due = random.choice(places) if is_branch else places[-1]
            node = Node()
            after = self._fill(node, taken, due)
            if after is None:
                continue
            self._describe(node)
            parent.children.append(node)
            places.append((node, *after))

    def _has(self, *features: Feature) -> bool:
        return self._features.issuperset(features)

    def _fill(
        self, node: Node, taken: frozenset[int], due: Player
    ) -> tuple[frozenset[int], Player] | None:
        """Make a node a move, a pass or a set-up; None if no point is free."""
        random, chance = self._random, self._random.random()
        if self._has(Feature.SETUP) and chance < 0.1:
            return self._set_up(node, taken), due
        node.player = random.choice(list(Player)) if self._has(Feature.TURNS) else due
        if self._has(Feature.TURNS) and chance < 0.2:
            return taken, node.player.other
        free = [at for at in range(len(self._grid)) if at not in taken]
        if not free:
            return None
        at = random.choice(free)
        node.point = self._grid[at]
        return taken | {at}, node.player.other

    def _set_up(self, node: Node, taken: frozenset[int]) -> frozenset[int]:
        if not self._has(Feature.SETUP) or self._random.random() < 0.5:
            return taken
        chosen = self._random.sample(range(len(self._grid)), min(3, len(self._grid)))
        stones = {at: self._random.choice([*Player, None]) for at in chosen}
        node.stones = tuple(Stone(self._grid[at], stones[at]) for at in sorted(stones))
        emptied = {at for at, player in stones.items() if player is None}
        return (taken | stones.keys()) - emptied

    def _describe(self, node: Node) -> None:
        random = self._random
        if self._has(Feature.COMMENTS) and random.random() < 0.2:
            node.comment = random.choice(self._texts)
        if self._has(Feature.TIMES) and node.is_move and random.random() < 0.5:
            node.time = random.randrange(100_000)
        if self._has(Feature.EVALUATIONS) and node.is_move and random.random() < 0.3:
            node.evaluation = random.choice(["35", "-1", "+M5", "-M12"])
        if self._has(Feature.SIGNS) and random.random() < 0.1:
            node.signs = tuple(sign for sign in Sign if random.random() < 0.6)
        wanted = [kind for kind in KINDS if self._has(_feature_of(kind))]
        if random.random() < 0.2:
            node.marks = tuple(self._mark(kind) for kind in wanted if random.random() < 0.5)

    def _mark(self, kind: MarkKind) -> Mark:
        text = self._texts[0].replace("\n", " ") if kind is MarkKind.LABEL else ""
        return Mark(kind, self._random.choice(self._grid), text)


def _feature_of(kind: MarkKind) -> Feature:
    return Feature.LABELS if kind is MarkKind.LABEL else Feature.MARKS
