"""Finds out who wins, and hands the proof on as it goes."""
