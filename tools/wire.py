"""Write src/tengen/server/page/wire.d.ts: the messages of the server as TypeScript types."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, UnionType

import msgspec
from msgspec import inspect
from source_docs import docs_of

from tengen.rules.point import Point
from tengen.rules.rules import Rules
from tengen.server import game_options
from tengen.server.messages import game, study
from tengen.server.rooms import api

TARGET = Path(__file__).parent.parent / "src" / "tengen" / "server" / "page" / "wire.d.ts"
MODULES = (game, study, game_options, api)
HEAD = (
    "// Made by tools/wire.py from tengen.server: what the server and the page say to each other.\n"
)
WIDTH = 100
REQUESTS = {
    game.MakeGame,
    game.TakeSeat,
    study.PositionSpec,
    study.AnalysePosition,
    study.ReviewGame,
    study.StopReview,
    study.TryPuzzle,
}
"""What only the page sends."""
CUSTOM = {
    Point: ("number", "A point: row times width plus column, counted from 0 at the top left."),
    Rules: ("string", "As in `15x15/5 freestyle`."),
}
"""Types that are sent as a simple value, with its TypeScript type and description."""
PLAIN: dict[type[inspect.Type], str] = {
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.RawType: "unknown",
    inspect.StrType: "string",
}


def main() -> None:
    """Write the file."""
    TARGET.write_text(format_types())


def format_types() -> str:
    """Return the content of the file; each type follows the types that it uses."""
    writer = _Writer()
    for module in MODULES:
        for name, kind in _kinds_of(module):
            writer.write(name, inspect.type_info(kind), docs_of(module).get(name, ""))
    return "\n".join([HEAD, *writer.written.values()])


def _kinds_of(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield the structures and unions of a module, in their order."""
    for name, kind in vars(module).items():
        is_own = getattr(kind, "__module__", "") == module.__name__
        if isinstance(kind, UnionType) or (is_own and isinstance(kind, msgspec.StructMeta)):
            yield name, kind


class _Writer:
    """Writes each type once, when it is first used."""

    def __init__(self) -> None:
        self.written: dict[str, str] = {}

    def write(self, name: str, kind: inspect.Type, doc: str = "") -> str:
        """Write a type under a name, unless that is done, and return the name."""
        if name not in self.written:
            body = self._body(kind, name)
            self.written[name] = f"{_comment(doc or _doc_of(kind))}export {body}\n"
        return name

    def name(self, kind: inspect.Type) -> str:
        """Return the TypeScript expression that refers to a type."""
        match kind:
            case inspect.StructType() | inspect.EnumType() | inspect.CustomType():
                return self.write(kind.cls.__name__, kind)
            case inspect.UnionType():
                return " | ".join(map(self.name, kind.types))
            case inspect.TupleType():
                return f"[{', '.join(map(self.name, kind.item_types))}]"
            case inspect.VarTupleType():
                item = self.name(kind.item_type)
                return f"({item})[]" if " | " in item else f"{item}[]"
        return PLAIN[type(kind)]

    def _body(self, kind: inspect.Type, name: str) -> str:
        match kind:
            case inspect.StructType():
                return f"interface {name} {{\n{''.join(self._fields(kind))}}}"
            case inspect.EnumType():
                return f"type {name} ={''.join(_members(kind))};"
            case inspect.UnionType():
                parts = [f"\n  | {self.name(part)}" for part in kind.types]
                return f"type {name} ={''.join(parts)};"
            case inspect.CustomType():
                return f"type {name} = {CUSTOM[kind.cls][0]};"
        raise TypeError(f"no type for {name}")

    def _fields(self, struct: inspect.StructType) -> Iterator[str]:
        """Yield the fields; those with defaults are optional in requests but not in answers."""
        if struct.tag is not None:
            yield f"  {struct.tag_field}: {json.dumps(struct.tag)};\n"
        docs = docs_of(struct.cls)
        may_omit = struct.cls in REQUESTS or struct.cls.__struct_config__.omit_defaults
        for field in struct.fields:
            mark = "?" if may_omit and not field.required else ""
            doc = f"{docs.get(field.name, '')} {_limits(field.type)}"
            yield _comment(doc, "  ")
            yield f"  {field.encode_name}{mark}: {self.name(field.type)};\n"


def _members(kind: inspect.EnumType) -> Iterator[str]:
    docs = docs_of(kind.cls)
    for member in kind.cls:
        yield "\n" + _comment(docs.get(member.name, ""), "  ")
        yield f"  | {json.dumps(member.value)}"


def _doc_of(kind: inspect.Type) -> str:
    match kind:
        case inspect.CustomType():
            return CUSTOM[kind.cls][1]
        case inspect.StructType() | inspect.EnumType():
            return docs_of(kind.cls)[""]
    return ""


def _limits(kind: inspect.Type) -> str:
    """Describe the allowed values."""
    match kind:
        case inspect.IntType(ge=int(least), le=int(most)):
            return f"From {least} to {most}."
        case inspect.StrType(max_length=int(most)):
            return f"At most {most} characters."
    return ""


def _comment(text: str, indent: str = "") -> str:
    """Return a comment, or an empty text."""
    words = " ".join(text.split())
    if len(f"{indent}/** {words} */") <= WIDTH:
        return f"{indent}/** {words} */\n" if words else ""
    lines = textwrap.wrap(words, WIDTH - len(f"{indent} * "))
    return "\n".join([f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */\n"])


if __name__ == "__main__":
    main()
