"""Memory: RAM, and the flash by a file that is written, read back and taken away. Logs are not touched."""

from collections.abc import Iterator

from tritempo_host.selftest.bench import Bench
from tritempo_host.selftest.record import Finding, Status, remark

STEP = "memory"
LEAST_RAM = 100 * 1024  # bytes; the clock's own budget while it plays
LOW_BLOCKS = 0.2  # of all; the clock itself says so on its display


def run(bench: Bench) -> Iterator[Finding]:
    board = bench.hands.do("board()")
    free = board["mem_free"]
    enough = free >= LEAST_RAM
    said = remark("ram_free" if enough else "ram_low", kb=free // 1024, least=LEAST_RAM // 1024)
    yield Finding(STEP, "RAM", Status.PASS if enough else Status.FAIL, (said,), {"free_bytes": free})

    tried = bench.hands.do("flash()")
    blocks = {"blocks": board["blocks"], "blocks_free": board["blocks_free"], "block_bytes": board["block"]}
    figures = {"written_bytes": tried["bytes"], "written_ms": tried["ms"], **blocks}
    if tried["error"] is not None:
        yield Finding(STEP, "flash", Status.FAIL, (remark("flash_error", why=tried["error"]),), figures)
        return
    if tried["wrong"]:
        yield Finding(STEP, "flash", Status.FAIL, (remark("flash_wrong", pieces=tried["wrong"]),), figures)
        return
    said = remark(
        "flash_good",
        kb=tried["bytes"] // 1024,
        ms=tried["ms"],
        free=board["blocks_free"],
        blocks=board["blocks"],
    )
    if board["blocks_free"] < LOW_BLOCKS * board["blocks"]:
        yield Finding(STEP, "flash", Status.WARN, (said, remark("flash_filling")), figures)
    else:
        yield Finding(STEP, "flash", Status.PASS, (said,), figures)
