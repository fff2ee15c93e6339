"""Which Tengen this is: its version, and a hash of all its files that decide results."""

from __future__ import annotations

import hashlib
import os
from functools import cache

import tengen

DECIDING_FILES = (".py", ".toml", ".txt", ".weights", ".xz")
"""How the names of these files end: code, and data such as openings, weights and proofs."""


@cache
def code_mark() -> str:
    """Return the version of Tengen in this process, with a hash of its code and its data."""
    return f"Tengen {tengen.__version__} (code {hash_files(os.path.dirname(tengen.__file__))[:8]})"


def hash_files(root: str) -> str:
    """Return a hash of the names and contents of all files in a folder that decide results."""
    digest = hashlib.sha256()
    for directory, folders, files in os.walk(root):
        folders.sort()
        for name in sorted(files):
            if name.endswith(DECIDING_FILES):
                path = os.path.join(directory, name)
                digest.update(f"{os.path.relpath(path, root)}\0".encode())
                with open(path, "rb") as file:
                    digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()
