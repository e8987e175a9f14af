# Tritempo. Starts the clock's firmware, see docs/deploy.md. What it asks of loader.mpy never changes.
import sys

sys.path[:] = ["/firmware", ".frozen"]

import loader  # noqa: E402

run, build, then = loader.find()  # pyright: ignore
del loader, sys.modules["loader"]  # its memory is the clock's
if run:
    run(build, then)
