"""Write docs/record.schema.json, the schema of Tengen's JSON records."""

from __future__ import annotations

import json
from pathlib import Path

from tengen.records.json_schema import make_schema

TARGET = Path(__file__).parent.parent / "docs" / "record.schema.json"


def main() -> None:
    """Write the file."""
    TARGET.write_text(format_schema())


def format_schema() -> str:
    """Return the content of the file."""
    return json.dumps(make_schema(), indent=2) + "\n"


if __name__ == "__main__":
    main()
