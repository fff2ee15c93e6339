"""Certificates of wins: a format for them, and two checkers that believe nothing in them."""
