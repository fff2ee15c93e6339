"""The game in the browser: pages, sockets, rooms, typed messages, engine workers."""
