"""The typed messages between a server and its clients: browsers, and `tengen play --join`.

Nothing here needs more than msgspec: terminal clients import it without the packages of a server.
"""
