"""Modules out of their packages: what a program does stays the same, and only what must keep its name keeps it."""

import pytest

from tritempo_host.deploy.flatten import flatten

SOURCES = {
    "main.py": "from part.one import f\nfrom part import two as second\nimport part.two as too\n",
    "part/__init__.py": '"""What lives here."""\n',
    "part/one.py": "from part import VERSION, three\n\n\ndef f():\n    forget('part.two', 'part.gone')\n",
    "part/two.py": "from os import stat\n",
    "part/three.py": "",
    "kept/__init__.py": "",
    "kept/test.py": "def g():\n    from part import two\n    return two\n",
}


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def test_modules_get_short_names_and_whoever_imports_them_uses_these():
    flat, names = flatten(SOURCES | {"part/three.py": "x = 1\n"}, ["kept/test.py"])
    assert names == "part/one.py ta.py\npart/two.py tb.py\npart/three.py tc.py\n"
    assert set(flat) == {"main.py", "ta.py", "tb.py", "tc.py", "kept/__init__.py", "kept/test.py"}
    assert lines(flat["main.py"]) == ["from ta import f", "import tb as second", "import tb as too"]
    assert lines(flat["ta.py"])[:2] == ["from part import VERSION", "import tc as three"]
    assert lines(flat["tb.py"]) == ["from os import stat"]
    assert lines(flat["kept/test.py"]) == ["def g():", "import tb as two", "return two"]


def test_only_modules_that_are_there_are_forgotten():
    flat, _ = flatten(SOURCES)
    assert "forget('tb')" in flat["ta.py"]


def test_a_package_that_holds_something_is_a_module_too():
    flat, names = flatten({"main.py": "from part import VERSION\n", "part/__init__.py": "VERSION = '1'\n"})
    assert flat == {"main.py": "from ta import VERSION\n", "ta.py": "VERSION = '1'\n"}
    assert names == "part/__init__.py ta.py\n"


def test_a_module_named_with_its_package_is_refused():
    with pytest.raises(SyntaxError, match="import part"):
        flatten({"main.py": "import part.two\n", "part/two.py": "x = 1\n"})
    with pytest.raises(SyntaxError, match="more modules"):
        flatten({f"part/m{n}.py": "x = 1\n" for n in range(53)})
