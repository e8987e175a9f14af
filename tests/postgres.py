"""A PostgreSQL server of the tests' own: in a temporary folder, on a socket in it, gone with the tests.

The server refuses to run as root; then it runs as `postgres`, else as `nobody`.
"""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

PLACES = ("/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt")  # Debian, macOS
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG
_databases = count(1)


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`, of the newest version that is installed; None without any."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = [path.parent for place in PLACES for path in Path(place).glob("*/bin/initdb")]
    return max(
        found,
        key=lambda path: [int(n) for n in path.parts[-2].rpartition("@")[2].split(".") if n.isdigit()],
        default=None,
    )


def needed() -> bool:
    """Whether a missing server is a failure: in CI."""
    return bool(os.environ.get("CI") or os.environ.get("TRITEMPO_NEED_POSTGRES"))


@contextmanager
def server() -> Iterator[str]:
    """A running server: the URL of its databases, up to the name. Skips, or in CI fails, where there is none."""
    folder = programs()
    if folder is None:
        message = "no PostgreSQL server is installed (looked for initdb)"
        pytest.fail(message) if needed() else pytest.skip(message)
    # not below pytest's own folder, which another user may not enter; and a socket's path may have 107 bytes
    home = Path(tempfile.mkdtemp(prefix="tritempo-pg-"))
    who: dict[str, Any] = {}
    if os.getuid() == 0:
        user = next(pwd.getpwnam(name) for name in ("postgres", "nobody") if _is_user(name))
        os.chown(home, user.pw_uid, user.pw_gid)
        who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    data = home / "data"
    run = {"cwd": home, "env": {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(home)}, **who}
    try:
        init = [folder / "initdb", "-D", data, "-U", "tritempo", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(init, check=True, capture_output=True, **run)
        # what is tested is the program, never the disk of this server; so it need not wait for it
        options = ["-c", "fsync=off", "-c", "listen_addresses=", "-c", f"unix_socket_directories={home}"]
        with (home / "log").open("wb") as log:
            process = subprocess.Popen(
                [folder / "postgres", "-D", data, *options], stdout=log, stderr=log, preexec_fn=_die_with_parent, **run
            )
        try:
            _wait(process, home)
            yield f"postgresql+psycopg://tritempo@/{{name}}?host={home}"
        finally:
            process.send_signal(signal.SIGQUIT)  # at once: nothing of it is needed any more
            process.wait(30)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def new_database(server_url: str) -> str:
    """Makes an empty database, and gives its URL."""
    name = f"test{next(_databases)}"
    host = server_url.partition("host=")[2]
    with psycopg.connect(host=host, user="tritempo", dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
    return server_url.format(name=name)


def _wait(process: "subprocess.Popen[Any]", home: Path) -> None:
    """Until the server answers; fails with its own words if it does not."""
    until = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(host=str(home), user="tritempo", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > until:
                pytest.fail(f"PostgreSQL did not start:\n{(home / 'log').read_text(errors='replace')}")
            time.sleep(0.05)


def _is_user(name: str) -> bool:
    try:
        return bool(pwd.getpwnam(name))
    except KeyError:
        return False


def _die_with_parent() -> None:
    """A test run that is killed leaves no server behind (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGQUIT)
