"""Read the docstrings of classes, their attributes and module constants from the source."""

from __future__ import annotations

import ast
import functools
import inspect
from itertools import pairwise
from types import ModuleType

Docs = dict[str, str]


def docs_of(owner: type | ModuleType) -> Docs:
    """Return the docstrings of the names in a class or a module; its own is at ''."""
    tree = _parse(owner)
    docs = {"": inspect.cleandoc(ast.get_docstring(tree) or "")}
    for statement, below in pairwise(tree.body):
        name, text = _name_of(statement), _text_of(below)
        if name and text:
            docs[name] = inspect.cleandoc(text)
    return docs


@functools.cache
def _parse(owner: type | ModuleType) -> ast.Module | ast.ClassDef:
    tree = ast.parse(inspect.getsource(owner))
    if isinstance(owner, ModuleType):
        return tree
    (kind,) = tree.body
    assert isinstance(kind, ast.ClassDef)
    return kind


def _name_of(statement: ast.stmt) -> str:
    match statement:
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return ""


def _text_of(statement: ast.stmt) -> str:
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
    return ""
