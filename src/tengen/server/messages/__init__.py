"""The typed messages between a server and its clients: browsers, and `tengen play --join`.

Only msgspec is needed here, so terminal clients can import it without the packages of a server.
"""
