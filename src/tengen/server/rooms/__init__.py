"""Rooms: games over the network, with seats, clocks, computers and watchers."""
