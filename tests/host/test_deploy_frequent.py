"""What a module names most comes first, and the program is the same."""

from tritempo_host.deploy.frequent import MOST, frequent_first


def many(count: int) -> str:
    """A function that says so many names, the later the oftener, and a text."""
    says = [f"box.name_{i} = len('a b')" for i in range(count) for _ in range(i)]
    return "def of(box):\n" + "".join(f"    {each}\n" for each in says) + "    return 'out'\n"


def test_a_module_of_few_names_stays_as_it_is():
    assert frequent_first(many(20)) == many(20)


def test_the_most_frequent_names_come_first():
    source = many(MOST + 40)
    made = frequent_first(source)
    before = made.removesuffix(source)
    assert before and before != made
    assert f".name_{MOST + 39}\n" in before and ".len\n" in before and "['a b']\n" in before
    assert ".name_1\n" not in before
    assert before.splitlines()[MOST + 2 :] == ["len = len"]


def test_the_program_is_the_same():
    class Box:
        pass

    names: dict = {}
    exec(frequent_first(many(MOST + 10)), names)
    assert names["of"](Box()) == "out"
