"""The frame codec inside real MicroPython gives, byte for byte, what it gives on CPython."""

import wire_stream
from in_micropython import run


def test_both_runtimes_agree(tmp_path):
    expected = wire_stream.answers(tmp_path)
    done = run(wire_stream.PROGRAM, str(tmp_path), heap="256k", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == expected
