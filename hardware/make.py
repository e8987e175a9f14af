"""Makes what follows from board.toml: `make hardware`, or

python hardware/make.py          writes it
python hardware/make.py --check  exits with 1 if something is not current (the tests do that)
"""

import sys

from making.check import checked
from making.everything import ROOT, files
from making.problem import BoardProblem
from making.read import SOURCE


def main(arguments: list[str]) -> int:
    try:
        wanted = files(checked(SOURCE.read_text(encoding="utf-8")))
    except BoardProblem as problem:
        print(problem, file=sys.stderr)
        return 1
    stale = []
    for path, text in wanted.items():
        if not path.exists() or path.read_bytes() != text.encode("utf-8"):
            stale.append(path.relative_to(ROOT))
            if "--check" not in arguments:
                path.write_text(text, encoding="utf-8", newline="\n")
    for path in stale:
        print(f"{path} is not current: run `make hardware`" if "--check" in arguments else f"{path} made")
    return int(bool(stale) and "--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
