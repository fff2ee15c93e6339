"""Valid commands, requests and paths, and a function that damages them."""

from __future__ import annotations

from random import Random

COMMANDS = (
    '{"type":"PlayMove","seat":1,"point":112}',
    '{"type":"MakeChoice","seat":2,"choice":"black"}',
    '{"type":"DeclareFifths","seat":1,"count":3}',
    '{"type":"ProposeFifth","seat":1,"point":14}',
    '{"type":"TakeBack","seat":1}',
    '{"type":"OfferDraw","seat":2}',
    '{"type":"Claim","seat":1}',
    '{"type":"ChangeSitter","seat":1,"sitter":{"type":"computer","level":3}}',
    '{"type":"LookAtClock","seat":1}',
)
BODIES = (
    '{"opponent":"computer","rules":"15x15/5 freestyle","level":3,"side":"random"}',
    '{"opponent":"here","rules":"9x9/4 standard","moves":[1,2,3],"name":"Anna"}',
    '{"opponent":"friend","rules":"renju","opening":"swap","clock":{"move":30000}}',
    '{"name":"Ben"}',
    '{"position":{"rules":"15x15/5 freestyle","moves":[112]},"id":1,"type":"LookAt"}',
    '{"moves":[112,113]}',
    "h8 h9 i9",
    "(;GM[4]SZ[15];B[hh];W[ii])",
)
PATHS = (
    "/",
    "/api/choices",
    "/api/games",
    "/api/games?before=7",
    "/api/games/LINK",
    "/api/games/LINK/seat",
    "/api/games/LINK/qr.svg",
    "/api/games/LINK/record.sgf",
    "/api/games/LINK/picture.png?move=3&theme=dark",
    "/api/records?name=x.sgf",
    "/api/export/sgf",
    "/api/picture.svg",
    "/api/puzzles",
    "/api/puzzles/3",
    "/api/puzzles/3/try",
    "/game/LINK",
    "/analysis",
    "/page/style.css",
    "/socket/game/LINK",
)
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")
SCRAPS = (
    '"', "{", "}", "[", "]", ",", ":", "null", "-1", "1e999", "99999999999999999999", "0.5",
    "true", "\\ud800", "\x00", "é", "../", "%2e%2e%2f", "%00", "?", "#", "&", "=", "<script>",
)  # fmt: skip


def damaged(text: str, rng: Random) -> str:
    """Return the text with some random damage."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(text))
        end = min(len(text), at + rng.choice((0, 0, 1, 3, 20)))
        put_in = rng.choice((*SCRAPS, "", text[: rng.randint(0, 20)]))
        text = text[:at] + put_in * rng.choice((1, 1, 1, 2, 500)) + text[end:]
    return text[:6000]
