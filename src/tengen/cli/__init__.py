"""The command line: commands and exit statuses. A command imports what it needs when it runs."""

__all__: list[str] = []
