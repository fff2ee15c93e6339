"""Games that are studied: analysis boards, records, pictures, lists, puzzles."""
