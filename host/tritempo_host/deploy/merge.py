"""Makes few modules of many before the firmware is compiled: on a Pico each module takes memory beside its code.

A module of its own costs some 250 bytes, a `from x import Y` eight and more for each name, a constant as much, and each
takes time at power-on. So the modules that a root imports when it is imported itself become one with it (a *bundle*);
what is imported in a function, when it is needed, stays apart, or is the root of a bundle of its own. Whole numbers and
short words that a module gives a name stand where that name stood. Functions, classes and methods that nobody on the
clock names, for only the host and the tests use them, are left out.

Names of two modules that are the same are told apart by the module's name. `Name.attr` of a module is followed only
where the module is not handed around; else SyntaxError.
"""

import ast
import copy
import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

LARGEST = 1 << 30  # whole numbers below it are no objects
LONGEST = 10  # characters of a word that MicroPython keeps as a name, and so but once
# MicroPython calls these by itself on an object that has them.
PROTOCOLS = {"ioctl", "readinto", "readblocks", "writeblocks", "mount", "umount", "open", "stat", "write", "read"}
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
}

Symbol = tuple[str, str]  # the file where it comes into the world, and its name there


@dataclass
class _Module:
    file: str
    tree: ast.Module
    bundle: str  # the file of the root that it becomes one with, its own if it stays apart
    own: set[str] = field(default_factory=set)  # names that come into the world here
    names: dict[str, Symbol] = field(default_factory=dict)  # names of other modules' symbols
    modules: dict[str, str] = field(default_factory=dict)  # name -> the file of the module that it stands for
    outside: dict[str, ast.stmt] = field(default_factory=dict)  # name -> the import of something that is not ours


def merge(sources: dict[str, str], roots: Iterable[str]) -> dict[str, str]:
    """Sources by file name ("tritempo/game.py"), with bundles made of the roots, in their order. Raises SyntaxError."""
    merging = _Merging({file: ast.parse(text, file) for file, text in sources.items()}, roots)
    return {file: merging.source(file) for file in sources if file in merging.bundles}


class _Merging:
    def __init__(self, trees: dict[str, ast.Module], roots: Iterable[str]) -> None:
        self._files = {_dotted(file): file for file in trees}
        self._modules = {file: _Module(file, tree, file) for file, tree in trees.items()}
        self.bundles: dict[str, list[_Module]] = {}
        self._gather(roots)
        for module in self._modules.values():
            self._bind(module)
        self._constants: dict[Symbol, ast.Constant] = {}
        for bundle in self.bundles.values():
            for module in bundle:
                self._find_constants(module)
        self._new = self._rename()
        self._attributes = self._all_attributes()
        self._keep = self._reached()

    # -- which modules become one -------------------------------------------------------------------------------------

    def _gather(self, roots: Iterable[str]) -> None:
        taken: set[str] = set()
        for root in roots:
            if root in self._modules:
                self.bundles[root] = list(self._closure(root, taken))
        for file, module in self._modules.items():
            if file not in taken:
                self.bundles[file] = [module]
        for root, bundle in self.bundles.items():
            for module in bundle:
                module.bundle = root

    def _closure(self, file: str, taken: set[str]) -> Iterator[_Module]:
        """What a module imports as it is imported, each before those that need it; packages stay what they are."""
        if file in taken or file.endswith("__init__.py"):
            return
        taken.add(file)
        for node in self._modules[file].tree.body:
            for dotted in _imported(node):
                if dotted in self._files:
                    yield from self._closure(self._files[dotted], taken)
        yield self._modules[file]

    # -- what each name means -----------------------------------------------------------------------------------------

    def _bind(self, module: _Module) -> None:
        for node in module.tree.body:
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self._bind_from(module, node, alias)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.asname or alias.name
                    if alias.name in self._files and not self._files[alias.name].endswith("__init__.py"):
                        module.modules[name] = self._files[alias.name]
                    else:
                        module.outside[name] = ast.Import([alias])
            else:
                module.own.update(_stored(node))

    def _bind_from(self, module: _Module, node: ast.ImportFrom, alias: ast.alias) -> None:
        name = alias.asname or alias.name
        of = node.module or ""
        file = self._files.get(f"{of}.{alias.name}")
        home = self._files.get(of)
        if file is not None:
            module.modules[name] = file
        elif home is not None and not home.endswith("__init__.py"):
            module.names[name] = (home, alias.name)
        else:
            module.outside[name] = ast.ImportFrom(of, [alias], 0)

    def _home(self, symbol: Symbol) -> Symbol:
        """Where a symbol that is handed on comes from."""
        file, name = symbol
        module = self._modules[file]
        if name in module.names and name not in module.own:
            return self._home(module.names[name])
        if name not in module.own and name not in module.outside:
            raise SyntaxError(f"{file}: there is no {name}")
        return symbol

    def module_meant(self, module: _Module, node: ast.expr) -> str | None:
        """The file of the module that an expression stands for: `panels`, and `panels.font`. None: it is no module."""
        if isinstance(node, ast.Name):
            return module.modules.get(node.id)
        of = self.module_meant(module, node.value) if isinstance(node, ast.Attribute) else None
        return self._modules[of].modules.get(node.attr) if of and isinstance(node, ast.Attribute) else None

    def resolve(self, module: _Module, name: str) -> Symbol | None:
        """The symbol of a global name in a module; None: Python's own."""
        if name in module.own or name in module.outside:
            return module.file, name
        return self._home(module.names[name]) if name in module.names else None

    # -- constants ----------------------------------------------------------------------------------------------------

    def _find_constants(self, module: _Module) -> None:
        seen: list[str] = [name for node in module.tree.body for name in _stored(node)]
        for node in module.tree.body:
            if not isinstance(node, ast.Assign) or len(node.targets) != 1:
                continue
            target = node.targets[0]
            if isinstance(target, ast.Name):
                pairs = [(target, node.value)]
            elif isinstance(target, ast.Tuple):
                pairs = list(zip(target.elts, _parts(node.value), strict=False))
            else:
                continue
            for each, value in pairs:
                found = self._value(module, value)
                if isinstance(each, ast.Name) and found is not None and seen.count(each.id) == 1:
                    self._constants[module.file, each.id] = found

    def _value(self, module: _Module, node: ast.expr) -> ast.Constant | None:
        if isinstance(node, ast.Constant):
            value = node.value
            small = isinstance(value, int) and abs(value) < LARGEST
            return node if small or (isinstance(value, str) and len(value) <= LONGEST) else None
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self._value(module, node.operand)
            return ast.Constant(-inner.value) if inner is not None and type(inner.value) is int else None
        if isinstance(node, ast.Name):
            symbol = self.resolve(module, node.id)
            return self._constants.get(symbol) if symbol else None
        of = self.module_meant(module, node.value) if isinstance(node, ast.Attribute) else None
        if of and isinstance(node, ast.Attribute):
            return self._constants.get((of, node.attr))
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            left, right = self._value(module, node.left), self._value(module, node.right)
            if left is not None and right is not None and type(left.value) is int and type(right.value) is int:
                value = _OPERATORS[type(node.op)](left.value, right.value)
                return ast.Constant(value) if abs(value) < LARGEST else None
        return None

    def constant(self, symbol: Symbol) -> ast.Constant | None:
        return self._constants.get(symbol)

    # -- names in a bundle --------------------------------------------------------------------------------------------

    def _rename(self) -> dict[Symbol, str]:
        """What each symbol is called: by its name, where no other has it, and no function calls something so."""
        new: dict[Symbol, str] = {}
        for bundle in self.bundles.values():
            if len(bundle) == 1:
                [module] = bundle
                new |= {(module.file, name): name for name in module.own | set(module.outside)}
                continue
            owners: dict[str, set[str]] = {}
            for module in bundle:
                for name in module.own:
                    owners.setdefault(name, set()).add(module.file)
                for name, statement in module.outside.items():
                    owners.setdefault(name, set()).add(ast.unparse(statement))
            local = set().union(*(_locals(module.tree) for module in bundle))
            for module in bundle:
                stem = module.file.removesuffix(".py").rsplit("/", 1)[-1]
                for name in module.own | set(module.outside):
                    alone = len(owners[name]) == 1 and name not in local
                    new[module.file, name] = name if alone else f"{name}_{stem}"
            if len({new[module.file, name] for module in bundle for name in module.own}) != sum(
                len(module.own) for module in bundle
            ):
                raise SyntaxError(f"{bundle[-1].file}: two names have become one")
        return new

    def called(self, symbol: Symbol) -> str:
        return self._new[symbol]

    def bundle_of(self, file: str) -> str:
        return self._modules[file].bundle

    # -- what is used at all ------------------------------------------------------------------------------------------

    def _all_attributes(self) -> set[str]:
        """Whatever may be asked of an object by name."""
        found = set(PROTOCOLS)
        for module in self._modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                    found.add(node.attr)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.add(node.value)
                elif isinstance(node, ast.Name):
                    found.add(node.id)
        return found

    def is_asked(self, method: str, prefixes: tuple[str, ...]) -> bool:
        return method in self._attributes or method.startswith(("__", *prefixes))

    def prefixes(self) -> tuple[str, ...]:
        """What the names begin with that a `getattr` puts together."""
        found = set()
        for module in self._modules.values():
            for node in ast.walk(module.tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr":
                    name = node.args[1]
                    if isinstance(name, ast.BinOp) and isinstance(name.left, ast.Constant):
                        found.add(str(name.left.value))
        return tuple(sorted(found))

    def _reached(self) -> set[Symbol]:
        """The symbols that something needs, beginning with what stands apart and what is done at an import."""
        needs: dict[Symbol, set[Symbol]] = {}
        todo: list[Symbol] = []
        for bundle in self.bundles.values():
            for module in bundle:
                for node in module.tree.body:
                    if isinstance(node, ast.Import | ast.ImportFrom):
                        continue  # what is imported, and used by nobody, is not needed
                    used = set(_Uses(self, module).of(node))
                    stored = list(_stored(node))
                    if len(bundle) == 1 or not isinstance(node, _LEFT_OUT) or not stored:
                        todo += used
                        todo += [(module.file, name) for name in stored]
                    else:
                        for name in stored:
                            needs.setdefault((module.file, name), set()).update(used)
        reached: set[Symbol] = set()
        while todo:
            symbol = todo.pop()
            if symbol not in reached:
                reached.add(symbol)
                todo += needs.get(symbol, ())
        return reached

    # -- the sources --------------------------------------------------------------------------------------------------

    def source(self, root: str) -> str:
        bundle = self.bundles[root]
        if len(bundle) == 1 and not self._touches_bundles(bundle[0]):
            return ast.unparse(bundle[0].tree) + "\n"
        imports: dict[str, ast.stmt] = {}
        body: list[ast.stmt] = []
        first = None  # where the imports belong: a module that stands apart may do something before them
        for module in bundle:
            writer = _Writer(self, module, imports, self._taken(bundle))
            for node in module.tree.body:
                if first is None and isinstance(node, ast.Import | ast.ImportFrom) and writer.is_ours(node):
                    first = len(body)
                body += writer.statement(node, len(bundle) > 1)
        at = first or 0 if len(bundle) == 1 else 0
        tree = ast.Module([*body[:at], *imports.values(), *body[at:]], [])
        return ast.unparse(ast.fix_missing_locations(tree)) + "\n"

    def _taken(self, bundle: list[_Module]) -> set[str]:
        """The names that what is imported from another bundle cannot have."""
        mine = {self._new[module.file, name] for module in bundle for name in module.own | set(module.outside)}
        return mine.union(*(_locals(module.tree) for module in bundle))

    def _touches_bundles(self, module: _Module) -> bool:
        files = {
            self._files[dotted] for node in ast.walk(module.tree) for dotted in _imported(node) if dotted in self._files
        }
        return any(len(self.bundles[self.bundle_of(file)]) > 1 for file in files)

    def is_kept(self, module: _Module, names: list[str]) -> bool:
        return not names or any((module.file, name) in self._keep for name in names)

    def file_of(self, dotted: str) -> str | None:
        return self._files.get(dotted)


_LEFT_OUT = (ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)


class Scopes(ast.NodeVisitor):
    """Walks a statement and knows of each name whether it is a global one."""

    def __init__(self) -> None:
        self._local: list[set[str]] = []

    def is_global(self, name: str) -> bool:
        return not any(name in names for names in self._local)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        for outside in [*node.decorator_list, *node.args.defaults, *(each for each in node.args.kw_defaults if each)]:
            self.visit(outside)
        # What is local to a class is not seen by its methods.
        outer, self._local = self._local, [names for names in self._local if not isinstance(names, _OfClass)]
        self._local.append(_locals_of(node))
        for inner in node.body:
            self.visit(inner)
        self._local = outer

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST | None:
        for outside in [*node.args.defaults, *(each for each in node.args.kw_defaults if each)]:
            self.visit(outside)
        outer, self._local = self._local, [names for names in self._local if not isinstance(names, _OfClass)]
        self._local.append(_arguments(node.args))
        self.visit(node.body)
        self._local = outer

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | None:
        for outside in [*node.decorator_list, *node.bases]:
            self.visit(outside)
        self._local.append(_OfClass(name for inner in node.body for name in _stored(inner)))
        for inner in node.body:
            self.visit(inner)
        self._local.pop()

    def _comprehension(self, node: ast.AST) -> ast.AST:
        names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
        self._local.append(names)
        self.generic_visit(node)
        self._local.pop()
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815 (ast's names)


class _OfClass(set[str]):
    """The names in the body of a class."""


class _Uses(Scopes):
    """The symbols that a statement uses."""

    def __init__(self, merging: _Merging, module: _Module) -> None:
        super().__init__()
        self._merging = merging
        self._module = module
        self._found: list[Symbol] = []
        self._named: dict[str, str] = {}  # modules that a function has imported: name -> file

    def of(self, node: ast.stmt) -> list[Symbol]:
        self.visit(node)
        return self._found

    def visit_Name(self, node: ast.Name) -> None:
        if self.is_global(node.id):
            self._use(self._merging.resolve(self._module, node.id))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        here = self.is_global(_root(node))
        of = self._merging.module_meant(self._module, node.value) if here else self._named.get(ast.unparse(node.value))
        if of:
            self._use((of, node.attr))
        else:
            self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            module = self._merging.file_of(f"{node.module}.{alias.name}")
            if module is not None:
                self._named[alias.asname or alias.name] = module
            file = self._merging.file_of(node.module or "")
            if file is not None and not file.endswith("__init__.py"):
                self._use((file, alias.name))

    def _use(self, symbol: Symbol | None) -> None:
        if symbol is not None:
            file = symbol[0]
            home = symbol if file.endswith("__init__.py") else self._merging._home(symbol)
            if self._merging.constant(home) is None:
                self._found.append(home)


class _Writer(ast.NodeTransformer, Scopes):
    """Writes a module's statements as those of its bundle."""

    def __init__(self, merging: _Merging, module: _Module, imports: dict[str, ast.stmt], taken: set[str]) -> None:
        Scopes.__init__(self)
        self._merging = merging
        self._module = module
        self._imports = imports  # of the bundle, by name
        self._taken = taken
        self._prefixes = merging.prefixes()
        self._bundled = False
        self._named: dict[str, str] = {}  # modules that a function has imported: name -> file

    def statement(self, node: ast.stmt, bundled: bool) -> list[ast.stmt]:
        self._bundled = bundled
        if isinstance(node, ast.Import | ast.ImportFrom):
            if bundled or self.is_ours(node):
                return []  # they come with the names that are used
            return [node]
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return []  # what the module says of itself
        stored = list(_stored(node))
        if bundled and isinstance(node, _LEFT_OUT) and not self._merging.is_kept(self._module, stored):
            return []
        written = self.visit(copy.deepcopy(node))
        return [] if written is None else [written]

    def is_ours(self, node: ast.Import | ast.ImportFrom) -> bool:
        return not any(alias.asname or alias.name in self._module.outside for alias in node.names)

    # -- names --------------------------------------------------------------------------------------------------------

    def _write(self, symbol: Symbol) -> ast.expr:
        """An expression for a symbol, and the import that it needs."""
        constant = self._merging.constant(symbol)
        if constant is not None:
            return ast.Constant(constant.value)
        file, name = symbol
        new = self._merging.called(symbol)
        bundle = self._merging.bundle_of(file)
        statement = self._merging._modules[file].outside.get(name)
        if statement is not None and bundle == self._module.bundle:
            if self._bundled:
                self._imports[new] = _renamed(statement, new)
        elif bundle != self._module.bundle:
            of = _dotted(bundle)
            here = f"{new}_{of.rsplit('.', 1)[-1]}" if new in self._taken else new
            self._imports[here] = ast.ImportFrom(of, [ast.alias(new, None if here == new else here)], 0)
            new = here
        return ast.Name(new, ast.Load())

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not self.is_global(node.id):
            return node
        if node.id in self._module.modules and isinstance(node.ctx, ast.Load):
            raise SyntaxError(f"{self._module.file}:{node.lineno}: the module {node.id} is handed around")
        symbol = self._merging.resolve(self._module, node.id)
        if symbol is None:
            return node
        if isinstance(node.ctx, ast.Load):
            return self._write(symbol)
        return ast.Name(self._merging.called(symbol), node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        of = self._merging.module_meant(self._module, node.value) if self.is_global(_root(node)) else None
        if of:
            return self._write(self._merging._home((of, node.attr)))
        if isinstance(node.value, ast.Name) and node.value.id in self._named and not self.is_global(node.value.id):
            symbol = self._merging._home((self._named[node.value.id], node.attr))
            constant = self._merging.constant(symbol)
            if constant is not None:
                return ast.Constant(constant.value)
            return ast.Attribute(node.value, self._merging.called(symbol), node.ctx)
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        of_class = self._bundled and any(isinstance(names, _OfClass) for names in self._local[-1:])
        if of_class and not self._merging.is_asked(node.name, self._prefixes):
            return None
        if any("asm_pio" in ast.unparse(each) for each in node.decorator_list):
            node.decorator_list = [self.visit(each) for each in node.decorator_list]
            return self._named_anew(node)  # an assembler's words
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        node.returns = None
        for arg in [*node.args.args, *node.args.kwonlyargs]:
            arg.annotation = None
        outer, self._local = self._local, [names for names in self._local if not isinstance(names, _OfClass)]
        self._local.append(_locals_of(node))
        body = []
        for inner in node.body:
            written = self.visit(inner)
            body += written if isinstance(written, list) else [] if written is None else [written]
        node.body = body or [ast.Pass()]
        self._local = outer
        return self._named_anew(node)

    def _named_anew(self, node: ast.FunctionDef | ast.ClassDef) -> ast.FunctionDef | ast.ClassDef:
        if not self._local:
            node.name = self._merging.called((self._module.file, node.name))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        outer, self._local = self._local, [names for names in self._local if not isinstance(names, _OfClass)]
        self._local.append(_arguments(node.args))
        node.body = self.visit(node.body)
        self._local = outer
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [self.visit(each) for each in node.bases]
        self._local.append(_OfClass(name for inner in node.body for name in _stored(inner)))
        body = []
        for inner in node.body:
            written = None if isinstance(inner, ast.AnnAssign) and inner.value is None else self.visit(inner)
            body += [] if written is None else [written]
        node.body = body or [ast.Pass()]
        self._local.pop()
        return self._named_anew(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        assert node.value is not None
        return self.visit(ast.Assign([node.target], node.value, lineno=node.lineno))

    def visit_Import(self, node: ast.Import) -> ast.AST:
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | None:
        """One in a function: of a module that has become part of another."""
        of = node.module or ""
        kept = []
        for alias in node.names:
            file = self._merging.file_of(f"{of}.{alias.name}")
            home = self._merging.file_of(of)
            if file is not None:
                bundle = self._merging.bundle_of(file)
                self._named[alias.asname or alias.name] = file
                if bundle != file:
                    package, _, stem = _dotted(bundle).rpartition(".")
                    module = [ast.alias(stem, alias.asname or alias.name)]
                    return ast.ImportFrom(package, module, 0) if package else ast.Import(module)
            elif home is not None and not home.endswith("__init__.py"):
                symbol = self._merging._home((home, alias.name))
                bundle = self._merging.bundle_of(symbol[0])
                new = self._merging.called(symbol)
                name = alias.asname or alias.name
                kept.append(ast.ImportFrom(_dotted(bundle), [ast.alias(new, None if new == name else name)], 0))
        if kept:
            if len(kept) > 1:
                raise SyntaxError(f"{self._module.file}:{node.lineno}: one name at a time")
            return kept[0]
        return node


def _renamed(statement: ast.stmt, name: str) -> ast.stmt:
    assert isinstance(statement, ast.Import | ast.ImportFrom)
    [alias] = statement.names
    aliases = [ast.alias(alias.name, None if alias.name == name else name)]
    return ast.Import(aliases) if isinstance(statement, ast.Import) else ast.ImportFrom(statement.module, aliases, 0)


def _root(node: ast.expr) -> str:
    """The name that an expression of attributes begins with."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _dotted(file: str) -> str:
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imported(node: ast.AST) -> Iterator[str]:
    """The modules that a statement imports, or may: `from a import b` can mean a and a.b."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
        yield node.module or ""


def _parts(node: ast.expr) -> Iterable[ast.expr]:
    """The values that one assignment gives to several names."""
    if isinstance(node, ast.Tuple):
        return node.elts
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "range" and len(node.args) == 1:
        count = node.args[0]
        if isinstance(count, ast.Constant) and isinstance(count.value, int):
            return [ast.Constant(i) for i in range(count.value)]
    return ()


def _stored(node: ast.AST) -> Iterator[str]:
    """The names that a statement binds where it stands."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
        return
    if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    if isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    for child in ast.iter_child_nodes(node):
        yield from _stored(child)


def _arguments(args: ast.arguments) -> set[str]:
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    return {arg.arg for arg in every if arg is not None}


def _locals_of(node: ast.FunctionDef) -> set[str]:
    names = _arguments(node.args)
    for inner in node.body:
        names.update(_stored(inner))
    return names


def _locals(tree: ast.Module) -> set[str]:
    """All that functions and comprehensions call something."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            found |= _locals_of(node)
        elif isinstance(node, ast.Lambda):
            found |= _arguments(node.args)
        elif isinstance(node, ast.comprehension):
            found |= {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
    return found
