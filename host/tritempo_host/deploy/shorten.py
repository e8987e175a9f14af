"""Shortens the names in the firmware before it is compiled: on a Pico each name takes memory, and time at power-on.

MicroPython keeps every name that its own firmware does not have in RAM, some 20 bytes each, and at an import it looks
each one up among all the others. The clock has some 1,000 of them: 20 KB of the 224 that a Pico leaves a program.

So a public name becomes one of MicroPython's own (names.txt), which costs nothing, and so does a private one (`_name`)
as far as there are any left; the rest become `_a`, `_b`, ... in each module anew. What a name means to somebody else
stays: see `_kept`.
"""

import ast
import builtins
import itertools
import keyword
import string
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

# Names that MicroPython calls by itself on an object that has them (streams, block devices, file systems), or that its
# exceptions have: nothing of ours may be called so by chance.
_CALLED = {
    *("args", "value", "errno", "read", "readinto", "readline", "readlines", "write", "flush", "close", "seek", "tell"),
    *("ioctl", "readblocks", "writeblocks", "mount", "umount", "open", "stat", "ilistdir", "mkdir", "rename", "remove"),
    *("chdir", "getcwd", "statvfs", "send", "throw", "key", "items", "values", "get"),
}
# How the loader starts the firmware; and what MicroPython's compiler takes for its own, `x = const(1)`.
_ENTRY = {"run", "main", "const"}


@cache
def known() -> frozenset[str]:
    """The names that MicroPython's own firmware has: they are what `dir` says of its modules and types on a Pico."""
    text = Path(__file__).with_name("names.txt").read_text(encoding="ascii")
    return frozenset(line for line in text.split("\n") if line and not line.startswith("#"))


@dataclass
class _Names:
    """What the sources do with names."""

    all: set[str] = field(default_factory=set)
    stored: set[str] = field(default_factory=set)  # those that MicroPython keeps: not what is local to a function
    kept: set[str] = field(default_factory=set)
    prefixes: set[str] = field(default_factory=set)  # of names that are put together while the program runs
    users: dict[str, set[str]] = field(default_factory=dict)  # name -> the files that use it
    bases: dict[str, set[str]] = field(default_factory=dict)  # file -> the classes that its classes are made from
    classes: dict[str, str] = field(default_factory=dict)  # class -> its file


def shorten(sources: dict[str, str], whole: frozenset[str] = frozenset()) -> tuple[dict[str, str], str]:
    """Sources by file name ("tritempo/game.py") with their names shortened; and a list of what became what.

    `whole`: files that stay as they are, with all the names in them. Raises SyntaxError.
    """
    trees = {file: ast.parse(text, file) for file, text in sources.items()}
    names = _Names()
    for file, tree in trees.items():
        _Reader(file, names, file in whole).visit(tree)
    new = _choose(names, _kept(names, sources), list(sources))
    shorter = dict(sources)
    for file, tree in trees.items():
        if file not in whole:
            shorter[file] = ast.unparse(_Renamer(new[file]).visit(tree)) + "\n"
    lines = [f"{file} {short} {long}" for file, of in sorted(new.items()) for long, short in sorted(of.items())]
    return shorter, "\n".join([*lines, ""])


class _Reader(ast.NodeVisitor):
    def __init__(self, file: str, names: _Names, whole: bool) -> None:
        self._file = file
        self._names = names
        self._whole = whole
        self._local = False

    def visit(self, node: ast.AST) -> None:
        for name in _names_of(node):
            self._names.all.add(name)
            self._names.users.setdefault(name, set()).add(self._file)
            if self._whole:
                self._names.kept.add(name)
            if _is_stored(node, self._local):
                self._names.stored.add(name)
        self._names.kept.update(_kept_by(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
            self._names.prefixes.update(_prefix(node.args[1], f"{self._file}:{node.lineno}"))
        outside, self._local = self._local, self._local or isinstance(node, ast.FunctionDef | ast.Lambda)
        if isinstance(node, ast.ClassDef):
            self._local = False
            self._names.classes[node.name] = self._file
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            self._names.bases.setdefault(self._file, set()).update(bases)
        self.generic_visit(node)
        self._local = outside


class _Renamer(ast.NodeTransformer):
    def __init__(self, new: dict[str, str]) -> None:
        self._new = new

    def visit(self, node: ast.AST) -> ast.AST:
        for attribute in ("id", "attr", "arg", "name", "asname"):
            old = getattr(node, attribute, None)
            if isinstance(old, str):
                setattr(node, attribute, self._new.get(old, old))
        if isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [self._new.get(name, name) for name in node.names]
        return self.generic_visit(node)


def _names_of(node: ast.AST) -> Iterator[str]:
    """All names at a node, of whatever kind."""
    if isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
        return
    for attribute in ("id", "attr", "arg", "name", "asname"):
        name = getattr(node, attribute, None)
        if isinstance(name, str):
            yield name


def _is_stored(node: ast.AST, local: bool) -> bool:
    """Whether the names at a node come into the world there, and MicroPython keeps them."""
    if isinstance(node, ast.Attribute):
        return isinstance(node.ctx, ast.Store)
    if isinstance(node, ast.Name):
        return isinstance(node.ctx, ast.Store) and not local
    return isinstance(node, ast.arg | ast.FunctionDef | ast.ClassDef | ast.Global | ast.alias)


def _kept_by(node: ast.AST) -> Iterator[str]:
    """Names that mean something beyond the program here."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value  # for getattr or setattr, or data of the same name: MicroPython has it anyway
    elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("namedtuple"):
        yield from ast.literal_eval(node.args[1]).replace(",", " ").split()  # its fields are names in a text
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg  # perhaps of a function that is not ours, or the key of a dict
    elif isinstance(node, ast.Import):
        for alias in node.names:
            yield from alias.name.split(".")
    elif isinstance(node, ast.ImportFrom):
        yield from (node.module or "").split(".")
    elif isinstance(node, ast.ClassDef) and any("E" in ast.unparse(base) for base in node.bases):
        yield node.name  # an error: a crash is noted in the log under its name
    elif isinstance(node, ast.FunctionDef) and any(_is_foreign(decorator) for decorator in node.decorator_list):
        for inner in ast.walk(node):  # an assembler's words, a machine's types
            yield from _names_of(inner)


def _is_foreign(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).startswith(("rp2.", "micropython."))


def _prefix(name: ast.expr, where: str) -> Iterator[str]:
    """What the names begin with that a `getattr` may ask for."""
    if isinstance(name, ast.BinOp) and isinstance(name.left, ast.Constant):
        yield str(name.left.value)
    elif not isinstance(name, ast.Constant | ast.Name):
        raise SyntaxError(f"{where}: a getattr whose name cannot be followed")


def _kept(names: _Names, sources: dict[str, str]) -> set[str]:
    """MicroPython's names and Python's, those of modules, those that are also data, and those of errors."""
    kept = names.kept | known() | set(dir(builtins)) | _CALLED | _ENTRY
    for file in sources:
        kept.update(file.removesuffix(".py").split("/"))
    prefixes = ("__", *names.prefixes)
    return kept | {name for name in names.stored if name.startswith(prefixes)}


def _choose(names: _Names, kept: set[str], files: list[str]) -> dict[str, dict[str, str]]:
    """File -> old name -> new name."""
    old = sorted(names.stored - kept)
    private = {name for name in old if name.startswith("_") and len(names.users[name]) == 1}
    free = iter(sorted(known() - names.all - _CALLED - _ENTRY - set(dir(builtins)) - set(keyword.kwlist)))
    # Where there are more names than MicroPython has, the longest gain most.
    public = sorted((name for name in old if name not in private), key=lambda name: (-len(name), name))
    common = dict(zip(public, free, strict=False))
    # Those that are left go to the files with the most private names.
    most = Counter(next(iter(names.users[name])) for name in private)
    rest = sorted(private, key=lambda name: (-most[next(iter(names.users[name]))], -len(name), name))
    common |= dict(zip(rest, free, strict=False))
    private -= common.keys()
    # An object of classes in two files must not have two attributes of one name: those files share their letters.
    shared = _letters(names)
    related = {names.classes[base] for file in files for base in names.bases.get(file, ()) if base in names.classes}
    related |= {file for file in files if names.bases.get(file, set()) & names.classes.keys()}
    new = {}
    for file in files:
        mine = sorted(name for name in private if names.users[name] == {file})
        new[file] = {name: common[name] for name in common if file in names.users[name]}
        letters = shared if file in related else _letters(names)
        new[file] |= {name: next(letters) for name in mine}
    return new


def _letters(names: _Names) -> Iterator[str]:
    """_a to _z, _aa to _zz, and so on, but for names that are in use."""
    for length in itertools.count(1):
        for letters in itertools.product(string.ascii_lowercase, repeat=length):
            name = "_" + "".join(letters)
            if name not in names.all and name not in known():
                yield name
