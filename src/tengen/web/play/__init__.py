"""Games that are played: rooms, seats, clocks, machines, and who is told what."""
