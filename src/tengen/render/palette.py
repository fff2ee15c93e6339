"""The colours of an animation, known before its first frame: those of a theme, and between them."""

from __future__ import annotations

from PIL import Image, ImageColor

from tengen.render.pieces import GHOST
from tengen.render.themes import Theme

Colour = tuple[int, ...]
CLEAR = 255
"""The one index that is no colour: there, what was before is seen."""
BLACK = (0, 0, 0)


def make_palette(theme: Theme) -> bytes:
    """Red, green and blue of 256 colours: steps between all that meet at a soft edge."""
    pairs = _neighbours(theme)
    solid = list(dict.fromkeys(colour for pair in pairs for colour in pair))
    steps = (CLEAR - len(solid)) // len(pairs) + 1
    between = [mix(*pair, step / steps) for pair in pairs for step in range(1, steps)]
    colours = list(dict.fromkeys(solid + between))
    return bytes(part for colour in colours for part in colour).ljust(3 * 256, b"\0")


def palette_image(palette: bytes) -> Image.Image:
    """What Pillow takes colours from; without the clear one, which is to be found by nobody."""
    image = Image.new("P", (1, 1))
    image.putpalette(palette[: 3 * CLEAR])
    return image


def _neighbours(theme: Theme) -> list[tuple[Colour, Colour]]:
    board, grid, text, seal, hint = map(
        ImageColor.getrgb, (theme.board, theme.grid, theme.text, theme.seal, theme.hint)
    )
    shaded = mix(board, BLACK, theme.shade)
    pairs: list[tuple[Colour, Colour]] = [
        (board, other) for other in (grid, text, seal, hint, shaded)
    ]
    for player, stone in theme.stones.items():
        face, rim, ink, mark = map(
            ImageColor.getrgb, (stone.face, stone.rim, stone.ink, stone.seal)
        )
        pairs += [(board, rim), (face, rim), (shaded, rim), (face, ink), (face, mark)]
        pairs += [(board, ImageColor.getrgb(theme.pens[player])), (board, mix(board, face, GHOST))]
    return [pair for pair in dict.fromkeys(pairs) if pair[0] != pair[1]]


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """So much of the other colour in the one."""
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
