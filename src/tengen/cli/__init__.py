"""The front door: commands and exit statuses. A command's room is opened when it is run."""

__all__: list[str] = []
