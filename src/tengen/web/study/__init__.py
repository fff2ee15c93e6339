"""Games that are looked at: analysis boards, records, pictures, lists, puzzles."""
