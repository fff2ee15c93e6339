"""What `tengen solve` does beside solving: the certificate, the bar, the words, what is kept."""

__all__: list[str] = []
