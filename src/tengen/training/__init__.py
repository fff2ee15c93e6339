"""The learned evaluation: games of the engine against itself, training, and weights."""
