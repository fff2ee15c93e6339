"""The optional packages: what needs each, and which extra of Tengen installs it."""

from __future__ import annotations

PACKAGE = "tengen-gomoku"
"""The name of Tengen on the package index."""

_FULL_SCREEN = "the full-screen game needs Textual", "play"
_SERVER = "the game in the browser needs {name}", "web"
_ENGINE = "the engine was not compiled when Tengen was installed, and so needs Cython", "uncompiled"
_NEEDS = {
    "Cython": _ENGINE,
    "PIL": ("pictures as PNG or GIF need Pillow", "pictures"),
    "cython": _ENGINE,
    "distributed": ("tasks on a cluster need distributed", "cluster"),
    "httptools": _SERVER,
    "numpy": ("training needs NumPy", "train"),
    "psycopg": ("games in PostgreSQL need psycopg", "postgresql"),
    "rich": _FULL_SCREEN,
    "segno": _SERVER,
    "starlette": _SERVER,
    "textual": _FULL_SCREEN,
    "uvicorn": _SERVER,
    "websockets": ("games on a server need websockets", "play"),
}


def explain_missing(error: ModuleNotFoundError) -> str:
    """Return what needs the missing package, and the command that installs it.

    Raise the error itself if the package is not an optional one.
    """
    name = (error.name or "").partition(".")[0]
    if name not in _NEEDS:
        raise error
    what, extra = _NEEDS[name]
    return f"{what.format(name=name)}: pip install '{PACKAGE}[{extra}]'"
