"""What is needed only now and then leaves a Pico's memory again: the next import brings it back, in some 30 ms."""

import sys


def forget(*names):
    """Modules ("tritempo.comeback") that nobody holds any more. On a computer they stay."""
    if sys.implementation.name != "micropython":
        return
    for name in names:
        if sys.modules.pop(name, None) is not None:
            package, _, last = name.rpartition(".")
            package = sys.modules.get(package)
            if hasattr(package, last):
                delattr(package, last)
