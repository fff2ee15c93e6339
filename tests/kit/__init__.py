"""Shared test helpers: generators of games, fake servers and workers, slow reference checks."""
