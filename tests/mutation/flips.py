"""One small change at a time to a piece of Python: a comparison, a constant, a sign, an ``and``, a ``not``.

Left alone is what is no rule: decorators and their arguments, annotations and other types, words, the ``strict`` of a
``zip``. A place in a sequence is moved on by one and not back: of a single thing the first is the last.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from types import CodeType

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
WRITTEN = dict(
    zip(
        (*COMPARISONS, *SIGNS, ast.And, ast.Or),
        ("<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not", *"+-*", "//", *"/%|&", "and", "or"),
        strict=True,
    )
)


@dataclass(frozen=True)
class Flip:
    """One change: on which lines, and what becomes what."""

    line: int
    end: int
    what: str
    inside: bool
    """In a function; else it is executed when the module is imported."""


def flips(tree: ast.Module) -> list[Flip]:
    """All changes that can be made to this tree, always in the same order."""
    return [flip for flip, _ in _found(tree)]


def flipped(source: str, name: str, number: int) -> CodeType:
    """The module compiled with the change of this number in it."""
    tree = ast.parse(source)
    _found(tree)[number][1]()
    return compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True)


def functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and its classes, in their order, without those inside other functions."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_flags & 0x01:  # CO_OPTIMIZED: a function or lambda; a class body is none
                yield each
            else:
                yield from functions(each)


def changed_function(before: CodeType, after: CodeType) -> tuple[CodeType, CodeType] | None:
    """Which function of a module differs, before and after; None where the change is outside of functions."""
    pairs = zip(functions(before), functions(after), strict=True)
    return next(((old, new) for old, new in pairs if old != new), None)


def _found(tree: ast.Module) -> list[tuple[Flip, Callable[[], None]]]:
    finder = _Finder()
    finder.visit(tree)
    return finder.found


class _Finder(ast.NodeVisitor):
    def __init__(self) -> None:
        self.found: list[tuple[Flip, Callable[[], None]]] = []
        """Each with what makes it."""
        self.depth = 0
        """How many functions around: a ``|`` outside of them makes a type."""

    def _add(self, node: ast.expr | ast.stmt, what: str, target: ast.AST, attribute: str, value: object) -> None:
        flip = Flip(node.lineno, node.end_lineno or node.lineno, what, self.depth > 0)
        self.found.append((flip, partial(setattr, target, attribute, value)))

    # Scopes

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node.args, node.body)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node.args, [node.body])

    def _function(self, args: ast.arguments, body: list[ast.stmt] | list[ast.expr]) -> None:
        for default in (*args.defaults, *filter(None, args.kw_defaults)):
            self.visit(default)
        self.depth += 1
        for each in body:
            self.visit(each)
        self.depth -= 1

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for each in node.body:
            self.visit(each)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    # Changes

    def visit_Compare(self, node: ast.Compare) -> None:
        for i, old in enumerate(node.ops):
            for new in COMPARISONS[type(old)]:
                ops = [*node.ops[:i], new(), *node.ops[i + 1 :]]
                self._add(node, f"{WRITTEN[type(old)]} -> {WRITTEN[new]}", node, "ops", ops)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        new = ast.Or if isinstance(node.op, ast.And) else ast.And
        self._add(node, f"{WRITTEN[type(node.op)]} -> {WRITTEN[new]}", node, "op", new())
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add(node, "not x -> x", node, "operand", ast.UnaryOp(ast.Not(), node.operand))
        elif isinstance(node.op, ast.USub):
            self._add(node, "-x -> x", node, "op", ast.UAdd())
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        self._sign(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._sign(node)

    def _sign(self, node: ast.BinOp | ast.AugAssign) -> None:
        new = SIGNS.get(type(node.op))
        if new is not None and (self.depth or not isinstance(node.op, ast.BitOr)):
            self._add(node, f"{WRITTEN[type(node.op)]} -> {WRITTEN[new]}", node, "op", new())
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "isinstance":
            self.visit(node.args[0])
            return
        if name in CALLS:
            self._add(node, f"{name} -> {CALLS[name]}", node.func, "id", CALLS[name])
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":
            self.visit(node.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        index = node.slice
        if isinstance(index, ast.Constant) and isinstance(index.value, int):
            self._add(index, f"{index.value} -> {index.value + 1}", index, "value", index.value + 1)
        else:
            self.visit(index)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._add(node, f"{value} -> {not value}", node, "value", not value)
        elif isinstance(value, int | float):
            for new in (value + 1, value - 1):
                self._add(node, f"{value} -> {new}", node, "value", new)
