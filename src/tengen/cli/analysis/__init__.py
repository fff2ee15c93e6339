"""What `tengen analyse` reads and shows: positions as text in, rows of text or JSON out."""

__all__: list[str] = []
