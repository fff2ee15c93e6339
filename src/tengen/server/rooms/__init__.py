"""Rooms: games that are played over the network, with seats, clocks, computers and watchers."""
