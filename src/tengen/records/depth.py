"""How deep a tree may be: a bound for readers, far beyond any game."""

DEEPEST = 10_000
"""Nodes on a path; a board has 2,704 points, and the rest is for passes and set-ups."""
TOO_DEEP = f"more than {DEEPEST:,} nodes follow each other: what comes after them is left out"
