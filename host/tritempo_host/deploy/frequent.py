"""Has a module name first what it names most: MicroPython's compiler numbers names in the order in which they come.

Code says a name's number in one byte if it is below 128, else in two. A bundle (merge.py) has some 1,500 names, so it
begins with a statement that names the most frequent ones. It is never done, and gone from memory after the import.

Names of Python's own (`len`) are looked for in the module first, and in a full one that means nearly all its places: so
those that a bundle uses more than once become its own, too.
"""

import ast
import builtins
from collections import Counter

from tritempo_host.deploy.merge import LONGEST, Scopes

MOST = 126  # the first number is the module's own, and one is kept back for `gc`


def frequent_first(source: str) -> str:
    """The source with that statement before it. A module with few names stays as it is."""
    tree = ast.parse(source)
    counts = _Counts()
    counts.visit(tree)
    if len(counts.found) <= MOST:
        return source
    stored = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own = [name for name in dir(builtins) if name not in stored and counts.globals[name] > 1]
    names = [name for name, _ in sorted(counts.found.items(), key=lambda item: (-item[1], item[0]))[:MOST]]
    lines = [f"    gc.{name}" if name.isidentifier() else f"    gc[{name!r}]" for name in names]
    return "\n".join(["import gc", "if not gc:", *lines, *(f"{name} = {name}" for name in own), source])


class _Counts(Scopes, ast.NodeVisitor):
    """How often the functions of a module say each name; what the module itself says is gone after the import."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Counter[str] = Counter()
        self.globals: Counter[str] = Counter()  # those of them that are looked for in the module
        self._depth = 0

    def _say(self, name: str) -> None:
        if self._depth:
            self.found[name] += 1

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._depth += 1
        self._say(node.name)
        for arg in [*node.args.args, *node.args.kwonlyargs]:
            self._say(arg.arg)
        super().visit_FunctionDef(node)
        self._depth -= 1

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._depth += 1
        for arg in node.args.args:
            self._say(arg.arg)
        super().visit_Lambda(node)
        self._depth -= 1

    def visit_Name(self, node: ast.Name) -> None:
        if self.is_global(node.id):
            self._say(node.id)
            self.globals[node.id] += 1

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._say(node.attr)
        self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        self._say(node.arg or "")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # what a function says of itself is left out
            self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        if not all(isinstance(each, ast.Constant) for each in node.elts):  # else it is an object, and no code
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and len(node.value) <= LONGEST:
            self._say(node.value)
