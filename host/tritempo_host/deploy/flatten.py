"""Takes the modules out of their packages before the firmware is compiled, and gives them short names.

For each module that is imported MicroPython keeps its name with all packages, and the two paths at which it looks for
it: 80 bytes for `tritempo.display.show`, and 300 for the package, which on a clock is nothing. `ta` takes 20.
"""

import ast
import string
from collections.abc import Iterable

PREFIX = "t"  # no module of MicroPython's own has a name of it and one letter


def flatten(sources: dict[str, str], stay: Iterable[str] = ()) -> tuple[dict[str, str], str]:
    """Sources by file name ("tritempo/game.py") as modules without packages; and a list of what became what.

    `stay`: files that keep their names, and so their packages. Raises SyntaxError.
    """
    stay = set(stay)
    packages = {f"{file.rpartition('/')[0]}/__init__.py" for file in stay}
    kept = {file for file in sources if "/" not in file or file in stay | packages}
    moved = [file for file in sources if file not in kept and not _is_empty(sources[file])]
    new = {_dotted(file): PREFIX + letter for file, letter in zip(moved, string.ascii_letters, strict=False)}
    if len(new) < len(moved):
        raise SyntaxError(f"more modules than letters: {len(moved)}")
    moving = _Moving(new)
    flat = {}
    for file, text in sources.items():
        if file in kept or file in moved:
            name = file if file in kept else f"{new[_dotted(file)]}.py"
            flat[name] = ast.unparse(moving.visit(ast.parse(text, file))) + "\n"
    return flat, "".join(f"{file} {new[_dotted(file)]}.py\n" for file in moved)


def _dotted(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _is_empty(text: str) -> bool:
    """Whether a source says nothing but what it is."""
    return all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in ast.parse(text).body)


class _Moving(ast.NodeTransformer):
    def __init__(self, new: dict[str, str]) -> None:
        self._new = new

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.AST]:
        of = node.module or ""
        imports: list[ast.AST] = []
        for alias in node.names:
            module = self._new.get(f"{of}.{alias.name}")
            if module is None:
                imports.append(ast.ImportFrom(self._new.get(of, of), [alias], 0))
            else:
                imports.append(ast.Import([ast.alias(module, alias.asname or alias.name)]))
        return imports

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for alias in node.names:
            if alias.name in self._new:
                if alias.asname is None:
                    raise SyntaxError(f"import {alias.name} without `as`")
                alias.name = self._new[alias.name]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`forget("tritempo.comeback", ...)`: of those modules that are part of another there is nothing to forget."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "forget":
            names = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            node.args = [ast.Constant(self._new[name]) for name in names if name in self._new]
        return node
