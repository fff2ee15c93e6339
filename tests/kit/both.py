"""Both checkers asked about one file, and what they must agree on."""

from __future__ import annotations

import io
from types import ModuleType

from tengen.prove import check, quick_check

Facts = tuple[object, ...]
REFUSALS = (check.ProofRefused, quick_check.QuickRefused)


def facts(checker: ModuleType, packed: bytes) -> Facts:
    """All of a verdict, or where a file was refused, and whether that can be shown."""
    try:
        verdict = checker.check(io.BytesIO(packed))
    except REFUSALS as refused:
        return "refused", refused.part, refused.node, str(refused).isprintable()
    return *verdict[:-1], tuple(verdict.counts)


def agreed(packed: bytes) -> Facts:
    """What both say."""
    found = facts(quick_check, packed)
    assert found == facts(check, packed)
    return found
