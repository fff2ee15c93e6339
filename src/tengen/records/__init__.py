"""Recorded games: one tree for all of them, a reader and a writer for every format."""
