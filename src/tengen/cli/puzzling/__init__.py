"""The parts of `tengen puzzles`."""
