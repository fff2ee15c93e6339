"""The full-screen game in the terminal, and its line-by-line twin."""
