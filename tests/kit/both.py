"""Both checkers run on the same file: they must agree."""

from __future__ import annotations

import io
from types import ModuleType

from tengen.prove import check, quick_check

Facts = tuple[object, ...]
REFUSALS = (check.ProofRefused, quick_check.QuickRefused)


def facts(checker: ModuleType, packed: bytes) -> Facts:
    """Return a verdict, or where the file was refused, and whether the error can be printed."""
    try:
        verdict = checker.check(io.BytesIO(packed))
    except REFUSALS as refused:
        return "refused", refused.part, refused.node, str(refused).isprintable()
    return *verdict[:-1], tuple(verdict.counts)


def agreed(packed: bytes) -> Facts:
    """Return the verdict of both checkers, which must be equal."""
    found = facts(quick_check, packed)
    assert found == facts(check, packed)
    return found
