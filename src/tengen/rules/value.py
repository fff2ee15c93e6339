"""Frozen values: equal when their fields are.

The standard library's dataclasses would do the same, but importing them more than doubles
the time that Python itself needs to start.
"""

from __future__ import annotations


class Value:
    """A frozen thing made of the fields that its class lists in `__slots__`."""

    __slots__: tuple[str, ...] = ()

    def _set(self, **fields: object) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def _fields(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.__slots__])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot set {name}: a {type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        pairs = zip(self.__slots__, self._fields(), strict=False)
        fields = ", ".join(f"{name}={value!r}" for name, value in pairs)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[type[Value], tuple[object, ...]]:
        return type(self), self._fields()
