"""A desk that runs as a program of its own, as an organiser starts it."""

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path


class Serving:
    """`tritempo serve`. `url`: its address for the organiser; `base`: that without a path."""

    def __init__(self, store: Path, *options: str) -> None:
        words = [
            "serve",
            "--store",
            str(store),
            "--http-port",
            "0",
            "--no-browser",
            "--lang",
            "en",
            "--who",
            "Núria",
            *options,
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tritempo_host", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
        )
        self.errors: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"https?://\S+", line):
                self.url = found[0]
                break
        else:
            raise AssertionError(f"no desk: {''.join(self.errors)}")
        self.base = re.match(r"https?://[^/]+", self.url)[0]  # type: ignore[index]
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        self.errors.extend(iter(self.process.stderr.readline, ""))

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """As Ctrl-C does; it must end at once, and have said nothing on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(30)
        assert "Traceback" not in "".join(self.errors), "".join(self.errors)
