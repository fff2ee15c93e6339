"""Small changes to Python code, each of which a test should notice."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitXor: (ast.BitOr,),
    ast.Break: (ast.Continue,),
    ast.Continue: (ast.Break,),
}
UNCHANGED = (ast.Assert, ast.Import, ast.ImportFrom, ast.ClassDef)
IGNORED_FIELDS = {"annotation", "returns", "decorator_list", "type_params"}
CALLS = {"max": "min", "min": "max", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """A file with one change."""

    file: Path
    line: int
    lines: range
    """The lines of the statement; a test that reaches one of them may notice the change."""
    what: str
    code: str
    is_reached_by_calls: bool
    """Whether it is in a function, and therefore not run on import."""

    def __str__(self) -> str:
        return f"{self.file.parent.name}/{self.file.name}:{self.line}: {self.what}"


def mutants_of(file: Path) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    tree = ast.parse(file.read_text("utf-8"))
    called = {id(inner) for node in ast.walk(tree) for inner in body_of(node)}
    for statement in statements_of(tree):
        for change in (*removals(statement), *changes_in(statement)):
            undo = change.make()
            code = ast.unparse(tree)
            undo()
            lines = range(statement.lineno, header_end(statement) + 1)
            is_called = id(statement) in called
            yield Mutant(file, change.line, lines, change.what, code, is_called)


def body_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes in the body of a function."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for statement in node.body:
            yield from ast.walk(statement)


def statements_of(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield every statement that can be changed."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or isinstance(node, UNCHANGED):
            continue
        if not is_for_type_checkers(node):
            yield node


def is_for_type_checkers(statement: ast.stmt) -> bool:
    """Return whether this is `TYPE_CHECKING = False` or `if TYPE_CHECKING`."""
    names = getattr(statement, "targets", []) or [getattr(statement, "test", None)]
    return any(isinstance(name, ast.Name) and name.id == "TYPE_CHECKING" for name in names)


def header_end(statement: ast.stmt) -> int:
    """Return the last line of a statement, without its body."""
    body: list[ast.stmt] = getattr(statement, "body", [])
    if not body:
        return statement.end_lineno or statement.lineno
    return max(statement.lineno, body[0].lineno - 1)


class Change(NamedTuple):
    """A change that can be undone: `make` makes it and returns a function that undoes it."""

    line: int
    what: str
    make: Callable[[], Callable[[], None]]


def changes_in(statement: ast.stmt) -> Iterator[Change]:
    """Yield the changes of a statement and its expressions, but not of its body."""
    for parent, field, index, node in expressions_of(statement):
        for new in replacements(parent, field, node):
            what = f"{name_of(node)} -> {name_of(new)}"
            line = getattr(node, "lineno", getattr(parent, "lineno", statement.lineno))
            yield Change(line, what, setter(parent, field, index, new))


def removals(statement: ast.stmt) -> Iterator[Change]:
    """Yield the changes that remove a statement or its return value."""
    if is_removable(statement):
        yield Change(statement.lineno, f"no {name_of(statement)}", remover(statement))
    if isinstance(statement, ast.Return) and not is_nothing(statement.value):
        nothing = ast.Constant(None)
        yield Change(statement.lineno, "return None", setter(statement, "value", None, nothing))


def is_removable(statement: ast.stmt) -> bool:
    """Return whether a statement can be removed without leaving names undefined."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.Assign):
        return isinstance(statement.targets[0], ast.Attribute | ast.Subscript)
    return isinstance(statement, ast.AugAssign | ast.Raise | ast.Delete)


def is_nothing(node: ast.expr | None) -> bool:
    """Return whether there is no value, or one that is equivalent to None."""
    return node is None or (isinstance(node, ast.Constant) and node.value in {None, False})


def expressions_of(
    statement: ast.stmt,
) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Yield every node that is not a statement, with its parent, field and index."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        parent = waiting.pop()
        for field, value in ast.iter_fields(parent):
            if field in IGNORED_FIELDS or is_zip_strict(parent):
                continue
            for index, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(node, ast.AST) and not isinstance(node, ast.stmt):
                    yield parent, field, index, node
                    if not isinstance(node, ast.JoinedStr):
                        waiting.append(node)


def is_zip_strict(node: ast.AST) -> bool:
    """Return whether this is the `strict` argument of `zip`."""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def replacements(parent: ast.AST, field: str, node: ast.AST) -> Iterator[ast.AST]:
    """Yield the replacements of a node."""
    for other in SWAPS.get(type(node), ()):
        if not (isinstance(parent, ast.BinOp) and is_text(parent)):
            yield other()
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    if isinstance(node, ast.Name) and node.id in CALLS and field == "func":
        yield ast.Name(CALLS[node.id])
    if field == "test" and isinstance(node, ast.Call | ast.Name | ast.Attribute):
        yield ast.UnaryOp(ast.Not(), node)


def is_text(node: ast.BinOp) -> bool:
    """Return whether this concatenates texts, which is not arithmetic."""
    sides = (node.left, node.right)
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str | bytes))
        for side in sides
    )


def setter(
    parent: ast.AST, field: str, index: int | None, new: ast.AST
) -> Callable[[], Callable[[], None]]:
    """Return a function that puts another node there and returns its undo function."""

    def put(node: ast.AST) -> ast.AST:
        if index is None:
            old: ast.AST = getattr(parent, field)
            setattr(parent, field, node)
        else:
            nodes = getattr(parent, field)
            old, nodes[index] = nodes[index], node
        return old

    def make() -> Callable[[], None]:
        old = put(new)
        return lambda: void(put(old))

    return make


def remover(statement: ast.stmt) -> Callable[[], Callable[[], None]]:
    """Return a function that turns a statement into `pass` and returns its undo function."""

    def make() -> Callable[[], None]:
        kind, fields = statement.__class__, dict(vars(statement))
        statement.__class__ = ast.Pass
        return lambda: restore(kind, fields)

    def restore(kind: type[ast.stmt], fields: dict[str, object]) -> None:
        statement.__class__ = kind
        vars(statement).update(fields)

    return make


def void(_value: object) -> None:
    """Ignore a value."""


def name_of(node: ast.AST) -> str:
    """Return a short text of a node."""
    try:
        text = ast.unparse(copy.deepcopy(node))
    except (AttributeError, KeyError, TypeError, ValueError):
        text = ""
    return " ".join(text.split())[:60] or type(node).__name__
