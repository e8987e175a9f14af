"""Merging modules into one: the program does what it did, and nothing is there twice, or for nobody."""

import ast
import builtins
from types import SimpleNamespace
from typing import Any

import pytest

from tritempo_host.deploy.merge import merge

ROOT = "app.py"
MAIN = {"main.py": "import app\napp.out"}


def run(sources: dict[str, str], roots: tuple[str, ...] = (ROOT,), asks: str = "out") -> Any:
    """Merges, and gives what a module that stands apart finds in the root."""
    made = merge({"main.py": f"import app\nfound = app.{asks}", **sources}, roots)
    modules: dict[str, SimpleNamespace] = {}

    def load(
        name: str, _globals: object = None, _locals: object = None, wanted: tuple[str, ...] | None = None, *_: object
    ):
        if name not in modules:
            module = modules[name] = SimpleNamespace()
            if name + ".py" in made or name.replace(".", "/") + ".py" in made:
                module.__dict__["__builtins__"] = {**vars(builtins), "__import__": load}
                exec(made[name.replace(".", "/") + ".py"], module.__dict__)
        for each in wanted or ():
            if f"{name}/{each}.py" in made:
                setattr(modules[name], each, load(f"{name}.{each}"))
        return modules[name]

    return load("main").found


def names(source: str) -> set[str]:
    """What a module's functions, classes and assignments are called."""
    tree = ast.parse(source)
    found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return found | {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def test_the_same_name_in_two_modules_stays_two():
    found = run(
        {
            ROOT: "from p import a, b\nout = a.size(), b.size()",
            "p/a.py": "def _size():\n    return 1000\ndef size():\n    return _size()",
            "p/b.py": "def _size():\n    return 2000\ndef size():\n    return _size()",
        }
    )
    assert found == (1000, 2000)


def test_a_local_name_hides_no_other_modules_function():
    found = run(
        {
            ROOT: "from p import a\ndef of(text):\n    width = a.width(text)\n    return width\nout = of('abc')",
            "p/a.py": "def width(text):\n    return len(text)",
        }
    )
    assert found == 3


def test_a_class_keeps_what_is_its_own():
    found = run(
        {
            ROOT: "from p.a import kind, Thing\nclass Other(Thing):\n    kind = 'other'\n    def of(self):\n"
            "        return kind(), self.kind, [kind() for _ in (1,)]\nout = Other().of()",
            "p/a.py": "class Thing:\n    kind = 'thing'\ndef kind():\n    return 'a function'",
        }
    )
    assert found == ("a function", "other", ["a function"])


def test_numbers_and_short_words_stand_where_their_names_stood():
    sources = {
        ROOT: "from p.a import TOP, FIRST\nfrom p import a\n"
        "out = (TOP + a.BELOW, FIRST, a.SECOND, a.WORD, a.FAR, a.ROWS)",
        "p/a.py": "TOP = 1 << 4\nBELOW = TOP * 2 - 1\nFIRST, SECOND = range(2)\nWORD = 'short'\n"
        "FAR = 1 << 40\nROWS = (1, 2)",
    }
    assert run(sources) == (47, 0, 1, "short", 1 << 40, (1, 2))
    assert names(merge(sources | MAIN, (ROOT,))[ROOT]) == {"FAR", "ROWS", "out"}


def test_a_name_that_is_given_twice_is_no_constant():
    sources = {ROOT: "from p import a\nout = a.of()", "p/a.py": "N = 1\nif N:\n    N = 2\ndef of():\n    return N"}
    assert run(sources) == 2


def test_what_nobody_names_is_left_out():
    sources = {
        ROOT: "from p.a import used\nout = used()",
        "p/a.py": "class Box:\n    def open_it(self):\n        return 1\n    def break_it(self):\n        return 2\n"
        "def used():\n    return Box().open_it()\ndef unused():\n    return too()\ndef too():\n    pass",
    }
    made = merge(sources | MAIN, (ROOT,))[ROOT]
    assert run(sources) == 1
    assert names(made) == {"Box", "used", "out"}
    assert "break_it" not in made


def test_methods_whose_names_are_put_together_stay():
    found = run(
        {
            ROOT: "from p.a import Box\nout = Box().do('open')",
            "p/a.py": "class Box:\n    def _do_open(self):\n        return 1\n    def do(self, word):\n"
            "        return getattr(self, '_do_' + word)()",
        }
    )
    assert found == 1


LAZY = {
    ROOT: "from p.a import tag\ndef later():\n    from p.far import out\n    from p import near\n"
    "    return out(), near.N, near.of(), tag()",
    "p/a.py": "def tag():\n    return 'tag'",
    "p/far.py": "from p.a import tag\nfrom p import near\ndef out():\n    return tag() + near.of()",
    "p/near.py": "N = 7\ndef of():\n    return 'near'",
    "p/apart.py": "from p.near import of\nfrom p import near\nwords = [of(), near.N]",
}


def test_what_is_imported_in_a_function_stays_apart_with_what_it_needs():
    made = merge(LAZY, (ROOT, "p/far.py"))
    assert set(made) == {ROOT, "p/far.py", "p/apart.py"}
    assert run(LAZY, (ROOT, "p/far.py"), "later()") == ("tagnear", 7, "near", "tag")


def test_what_a_function_asks_of_a_module_that_it_imports_is_there():
    sources = {
        ROOT: "def out():\n    from p import far\n    return far.of()",
        "p/far.py": "from p.near import of_near\ndef of():\n    return of_near()",
        "p/near.py": "def of_near():\n    return 1",
    }
    assert run(sources, (ROOT, "p/far.py"), "out()") == 1


def test_a_module_that_stands_apart_finds_what_it_needs_in_a_bundle():
    made = merge(LAZY, (ROOT, "p/far.py"))
    assert "from p.far import of" in made["p/apart.py"]


def test_imports_of_a_module_that_stands_apart_come_where_they_stood():
    sources = {
        "main.py": "import gc\ngc.collect()\nimport app\napp.run()",
        ROOT: "from p import a\ndef run():\n    return a.of()",
        "p/a.py": "def of():\n    return 1",
    }
    lines = merge(sources, (ROOT,))["main.py"].splitlines()
    assert lines.index("gc.collect()") < lines.index("from app import run")


@pytest.mark.parametrize(
    "text", ["from p import a\nout = [a]", "from p.a import nothing\nout = nothing()"], ids=["handed-around", "missing"]
)
def test_what_cannot_be_followed_is_refused(text: str):
    with pytest.raises(SyntaxError, match=r"app\.py|p/a\.py"):
        merge({ROOT: text, "p/a.py": "def of():\n    pass"} | MAIN, (ROOT,))
