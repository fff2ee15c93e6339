"""The terminal: games, puzzles and records, full screen or line by line."""
