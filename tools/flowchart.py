"""Draw flow charts as SVG: shapes with a few lines of text, and arrows between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from tengen.render.charts import ChartColours, chart_colours
from tengen.render.layout import text_width
from tengen.render.style import Theme
from tengen.render.svg import FONT, escape, number
from tengen.rules.rules import Player

WIDTH = 740
MARGIN = 20
TITLE_AT, TITLE_SIZE = 30, 15
SIZE, SMALL = 13, 12
LEADING = 17
SLANT = 16
ABOVE = 14
"""Distance above a shape at which an arrow from the side turns down to it."""
ARROW = 4
FRAME_TOP = 34
"""Height of the title of a frame."""
CODE = "`"
"""Marks a line that is program output and uses a monospaced font."""
MONOSPACE = 'font-family="ui-monospace,monospace"'

Spot = tuple[float, float]


class Kind(Enum):
    """The shapes of a flow chart."""

    END = "start or end"
    STEP = "step"
    SHOW = "input or output"
    WARN = "warning"
    ASK = "decision"


class Side(Enum):
    """The side of a shape where an arrow starts or ends."""

    TOP = (0, -1)
    BOTTOM = (0, 1)
    LEFT = (-1, 0)
    RIGHT = (1, 0)


@dataclass(frozen=True)
class Node:
    """A shape around its centre."""

    kind: Kind
    x: float
    y: float
    width: float
    lines: tuple[str, ...]

    @property
    def is_slanted(self) -> bool:
        """Whether it is a parallelogram."""
        return self.kind in {Kind.SHOW, Kind.WARN}

    @property
    def height(self) -> float:
        """The height that the lines need; a decision is a rhombus and needs twice that."""
        text = LEADING * len(self.lines)
        return 2 * text + 22 if self.kind is Kind.ASK else text + 14

    @property
    def room(self) -> float:
        """The largest width of a line."""
        if self.kind is Kind.ASK:
            return self.width * (1 - (LEADING * len(self.lines) - 5) / self.height)
        return self.width - (2 * SLANT if self.is_slanted else 16)

    def at(self, side: Side) -> Spot:
        """Return the middle of a side."""
        right, down = side.value
        inset = SLANT / 2 if self.is_slanted else 0
        return self.x + right * (self.width / 2 - inset), self.y + down * self.height / 2


@dataclass(frozen=True)
class Link:
    """An arrow with right angles and an optional word at its start."""

    spots: tuple[Spot, ...]
    word: str = ""
    has_head: bool = True


@dataclass(frozen=True)
class Frame:
    """A dashed frame around shapes that belong together; a state shows its number on a stone."""

    title: str
    names: tuple[str, ...]
    state: int | None = None
    beside: float = 8
    below: float = 12
    """The distance between the shapes and the frame."""

    def box(self, nodes: dict[str, Node]) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom, with room for the title."""
        held = [nodes[name] for name in self.names]
        left = min(node.x - node.width / 2 for node in held) - self.beside
        right = max(node.x + node.width / 2 for node in held) + self.beside
        top = min(node.at(Side.TOP)[1] for node in held) - FRAME_TOP
        return left, top, right, max(node.at(Side.BOTTOM)[1] for node in held) + self.below


@dataclass
class Chart:
    """A flow chart, to which shapes and arrows are added."""

    title: str
    description: str
    nodes: dict[str, Node] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)

    def stack(
        self, start: tuple[float, float, float], *nodes: tuple[str, Kind, float, str]
    ) -> None:
        """Add shapes below each other, with arrows: from x and top, with a gap between them."""
        x, top, gap = start
        last = ""
        for name, kind, width, text in nodes:
            shape = Node(kind, x, 0, width, tuple(text.split("\n")))
            self.nodes[name] = Node(kind, x, top + shape.height / 2, width, shape.lines)
            top += shape.height + gap
            if last:
                self.link(last, name, word=_usual_word(self.nodes[last]))
            last = name

    def put(self, name: str, kind: Kind, at: Spot, width: float, text: str) -> None:
        """Add a shape."""
        self.nodes[name] = Node(kind, *at, width, tuple(text.split("\n")))

    def link(
        self,
        start: str,
        end: str,
        sides: tuple[Side, Side] = (Side.BOTTOM, Side.TOP),
        *,
        by: float | None = None,
        word: str = "",
    ) -> None:
        """Add an arrow; `by` is the x of its vertical part, or the y of its horizontal part."""
        p, q = self.nodes[start].at(sides[0]), self.nodes[end].at(sides[1])
        self.links.append(Link(tuple(_route(p, q, sides, by)), word))

    def join(self, start: str, x: float) -> None:
        """Add a line from the right side of a shape to a line that runs at `x`."""
        right, y = self.nodes[start].at(Side.RIGHT)
        self.links.append(Link(((right, y), (x, y)), has_head=False))

    @property
    def height(self) -> float:
        """The height down to the lowest shape or frame, with a margin."""
        ends = [node.at(Side.BOTTOM)[1] for node in self.nodes.values()]
        ends += [frame.box(self.nodes)[3] for frame in self.frames]
        return max(ends) + MARGIN

    def draw(self, theme: Theme) -> str:
        """Return the chart as an SVG document."""
        paper = chart_colours(theme)
        body = [line for frame in self.frames for line in _draw_frame(frame, self.nodes, theme)]
        body += [line for link in self.links for line in _draw_link(link, paper)]
        body += [line for node in self.nodes.values() for line in _draw_node(node, theme)]
        return make_page((self.title, self.description), self.height, body, paper)


def make_page(words: tuple[str, str], height: float, body: list[str], paper: ChartColours) -> str:
    """Return a standalone SVG document with a title and an invisible description."""
    title, description, size = escape(words[0]), escape(words[1]), number(height)
    look = f'font-size="{TITLE_SIZE}" font-weight="600" fill="{paper.text}"'
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {size}" '
            f'width="{WIDTH}" height="{size}" role="img" aria-label="{title}" {FONT}>'
        ),
        f"<title>{title}</title>",
        f"<desc>{description}</desc>",
        f'<rect width="{WIDTH}" height="{size}" rx="8" fill="{paper.page}"/>',
        f'<text x="{WIDTH // 2}" y="{TITLE_AT}" {look}>{title}</text>',
        *body,
        "</svg>\n",
    ]
    return "\n".join(lines)


def line_width(line: str) -> float:
    """Return the approximate width of a line in pixels."""
    if line.startswith(CODE):
        return 0.62 * SMALL * (len(line) - 1)
    return SIZE * text_width(line) * 0.93


def _usual_word(node: Node) -> str:
    return "no" if node.kind is Kind.ASK else ""


def _route(p: Spot, q: Spot, sides: tuple[Side, Side], by: float | None) -> Iterator[Spot]:
    is_across = [side in {Side.LEFT, Side.RIGHT} for side in sides]
    yield p
    if is_across == [True, True] and by is not None:
        yield from ((by, p[1]), (by, q[1]))
    elif is_across == [True, False] and by is not None:
        yield from ((by, p[1]), (by, q[1] - ABOVE), (q[0], q[1] - ABOVE))
    elif is_across == [True, False]:
        yield q[0], p[1]
    elif is_across == [False, True]:
        yield p[0], q[1]
    elif by is not None:
        yield from ((p[0], by), (q[0], by))
    yield q


def _draw_link(link: Link, paper: ChartColours) -> Iterator[str]:
    path = "L".join(f"{number(x)} {number(y)}" for x, y in link.spots)
    yield f'<path d="M{path}" fill="none" stroke="{paper.text}" stroke-width="1.3"/>'
    if link.has_head:
        yield _draw_head(link.spots[-2], link.spots[-1], paper)
    if link.word:
        x, y = _beside(link)
        anchor = "start" if x > link.spots[0][0] else "end"
        yield (
            f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" {paper.small}>'
            f"{escape(link.word)}</text>"
        )


def _draw_head(start: Spot, end: Spot, paper: ChartColours) -> str:
    (x0, y0), (x1, y1) = start, end
    right, down = (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
    back = f"{number(x1 - 2 * ARROW * right)} {number(y1 - 2 * ARROW * down)}"
    wing = f"m{number(ARROW * down)} {number(ARROW * right)}"
    far = f"l{number(-2 * ARROW * down)} {number(-2 * ARROW * right)}"
    return f'<path d="M{back}{wing}{far}L{number(x1)} {number(y1)}z" fill="{paper.text}"/>'


def _beside(link: Link) -> Spot:
    (x0, y0), (x1, y1) = link.spots[:2]
    if y0 == y1:
        return x0 + (12 if x1 > x0 else -12), y0 - 5
    return x0 + 7, y0 + (14 if y1 > y0 else -6)


def _draw_node(node: Node, theme: Theme) -> Iterator[str]:
    paper, stone = chart_colours(theme), theme.stones[Player.FIRST]
    fill, stroke, ink = {
        Kind.END: (stone.face, stone.rim, stone.ink),
        Kind.STEP: (paper.page, paper.rule, paper.text),
        Kind.SHOW: (paper.page, paper.rule, paper.text),
        Kind.WARN: (paper.page, paper.seal, paper.text),
        Kind.ASK: (theme.board, theme.grid, theme.text),
    }[node.kind]
    yield f'{_shape(node)} fill="{fill}" stroke="{stroke}" stroke-width="1.3"/>'
    top = node.y - LEADING * (len(node.lines) - 1) / 2 + 4.5
    for index, line in enumerate(node.lines):
        is_code = line.startswith(CODE)
        look = f'font-size="{SMALL}" {MONOSPACE}' if is_code else f'font-size="{SIZE}"'
        yield (
            f'<text x="{number(node.x)}" y="{number(top + LEADING * index)}" {look} '
            f'fill="{ink}">{escape(line.removeprefix(CODE))}</text>'
        )


def _shape(node: Node) -> str:
    """Return the start of the SVG element, without its colours."""
    left, top = node.x - node.width / 2, node.y - node.height / 2
    right, bottom = left + node.width, top + node.height
    if node.kind is Kind.ASK:
        return _polygon((left, node.y), (node.x, top), (right, node.y), (node.x, bottom))
    if node.is_slanted:
        corners = (left + SLANT, top), (right, top), (right - SLANT, bottom), (left, bottom)
        return _polygon(*corners)
    radius = node.height / 2 if node.kind is Kind.END else 3
    return (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(node.width)}" '
        f'height="{number(node.height)}" rx="{number(radius)}"'
    )


def _polygon(*corners: Spot) -> str:
    return f'<path d="M{"L".join(f"{number(x)} {number(y)}" for x, y in corners)}z"'


def _draw_frame(frame: Frame, nodes: dict[str, Node], theme: Theme) -> Iterator[str]:
    paper = chart_colours(theme)
    left, top, right, bottom = frame.box(nodes)
    yield (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(right - left)}" '
        f'height="{number(bottom - top)}" rx="8" fill="none" stroke="{paper.rule}" '
        'stroke-dasharray="4 4"/>'
    )
    x, y = left + 12, top + 20
    if frame.state is not None:
        yield from _draw_stone(x + 7, y - 4.5, str(frame.state), theme)
        x += 24
    yield (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="start" {paper.small}>'
        f"{escape(frame.title)}</text>"
    )


def _draw_stone(x: float, y: float, text: str, theme: Theme) -> Iterator[str]:
    stone = theme.stones[Player.FIRST]
    yield (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="10" fill="{stone.face}" '
        f'stroke="{stone.rim}"/>'
    )
    yield (
        f'<text x="{number(x)}" y="{number(y + 4.5)}" font-size="{SIZE}" font-weight="600" '
        f'fill="{stone.ink}">{text}</text>'
    )
