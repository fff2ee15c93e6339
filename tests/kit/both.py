"""Both checkers asked about one file, and what they must agree on."""

from __future__ import annotations

import io
from types import ModuleType

from tengen.proofs import check, quick

Facts = tuple[object, ...]


def facts(checker: ModuleType, packed: bytes) -> Facts:
    """All of a verdict, or where a file was refused, and whether that can be shown."""
    try:
        verdict = checker.check(io.BytesIO(packed))
    except checker.Refused as refused:
        return "refused", refused.part, refused.node, str(refused).isprintable()
    return *verdict[:-1], tuple(verdict.counts)


def agreed(packed: bytes) -> Facts:
    """What both say."""
    found = facts(quick, packed)
    assert found == facts(check, packed)
    return found
