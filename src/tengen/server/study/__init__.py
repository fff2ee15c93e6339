"""Analysis boards, records, pictures, game lists and puzzles."""
