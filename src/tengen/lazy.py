"""Names of a package that are loaded when they are first asked for.

    __getattr__ = lazy_names(__name__, {"format_moves": "notation"})

A package offers a name of one of its modules this way if most programs do without that module.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy_names(package: str, modules: Mapping[str, str]) -> Callable[[str], object]:
    """What `__getattr__` of a package is, with the module of each name."""

    def find(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415 - most programs do without it

        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return find
