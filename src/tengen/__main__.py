"""`python -m tengen`."""


def main() -> int:
    """Run."""
    return 0
