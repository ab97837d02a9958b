"""The small changes that make mutants: of comparisons, sums, numbers and conditions."""

import ast
import copy
from collections.abc import Iterator

Change = tuple[ast.AST, ast.AST]  # a node, and what stands in its place

SWAPPED = {
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
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.Mult,),
    ast.Pow: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
PAIRS = ("min", "max"), ("argmin", "argmax"), ("minimum", "maximum"), ("any", "all")
PROMISES = ("strict", "kw_only")  # that hold without them too
MAX_COUNTED = 20  # a number that is counted rather than chosen
NAMES = dict(PAIRS) | {second: first for first, second in PAIRS}


def changes(node: ast.AST, of_looks: bool) -> Iterator[Change]:
    """Yield every change to a node and to what is in it, but not to texts and types.

    of_looks : numbers, signs, switches and keyword arguments are changed too
    """
    yield from _of_code(node)
    if of_looks:
        yield from _of_looks(node)
    for name, field in ast.iter_fields(node):
        is_promise = isinstance(node, ast.keyword) and node.arg in PROMISES
        if is_promise or name in ("annotation", "returns"):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield from changes(child, of_looks)


def _of_code(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare():
            for i, op in enumerate(node.ops):
                for other in SWAPPED[type(op)]:
                    ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
                    yield node, _with(node, ops=ops)
        case ast.BinOp() | ast.BoolOp():
            for other in SWAPPED.get(type(node.op), ()):
                yield node, _with(node, op=other())
        case ast.UnaryOp(op=ast.Not()):
            yield node, node.operand
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.If() | ast.While() | ast.IfExp():
            yield node.test, _not(node.test)
        case ast.comprehension():
            yield from ((test, _not(test)) for test in node.ifs)
        case ast.Return(value=ast.expr()) if ast.unparse(node) != "return None":
            yield node, ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            yield node, ast.Pass()
        case ast.Break() | ast.Continue():
            yield node, ast.Pass()
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield node.func, ast.Name(NAMES[name])
        case ast.Call(func=ast.Attribute(attr=name)) if name in NAMES:
            yield node.func, _with(node.func, attr=NAMES[name])
        case ast.Slice():
            for bound in filter(None, (node.lower, node.upper)):
                for op in (ast.Add, ast.Sub):
                    yield bound, ast.BinOp(bound, op(), ast.Constant(1))


def _of_looks(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Constant(value=bool() as value):
            yield node, ast.Constant(not value)
        case ast.UnaryOp(op=ast.USub()):
            yield node, node.operand
        case ast.Constant(value=int() | float() as value):
            yield from ((node, ast.Constant(other)) for other in _others(value))
        case ast.Call():
            for keyword in node.keywords:
                rest = [one for one in node.keywords if one is not keyword]
                if keyword.arg not in PROMISES:
                    yield node, _with(node, keywords=rest)


def _others(number: float) -> set[float]:
    """Return half and double; of a small one its neighbours too: 501 is as 500."""
    half = number // 2 if isinstance(number, int) else number / 2
    near = {number - 1, number + 1} if abs(number) <= MAX_COUNTED else set()
    return {half, 2 * number, *near} - {number}


def _not(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    vars(changed).update(fields)
    return changed
