"""The Pico's file system as files: littlefs in the last 1,408 KB of the flash, as MicroPython lays it out."""

from typing import Any

OFFSET, BLOCK, BLOCKS = 0xA0000, 4096, 352
END = OFFSET + BLOCK * BLOCKS
_SIZES = {"block_size": BLOCK, "block_count": BLOCKS, "prog_size": 256, "read_size": 32, "cache_size": 256}


def _file_system(**more: Any) -> Any:
    from littlefs import LittleFS

    return LittleFS(mount=False, lookahead_size=32, block_cycles=100, **_SIZES, **more)


def made(files: dict[str, bytes]) -> bytes:
    """The bytes of a file system that holds these files, by path; for the flash at OFFSET."""
    system = _file_system()
    system.format()
    system.mount()
    for path, data in files.items():
        folder = path.rpartition("/")[0]
        if folder:
            system.makedirs(folder, exist_ok=True)
        with system.open(path, "wb") as file:
            file.write(data)
    system.unmount()
    return bytes(system.context.buffer)


def read(image: bytes | bytearray) -> dict[str, bytes]:
    """All files in an image of the whole flash, by path. Raises LittleFSError where there is no file system."""
    system = _file_system()
    system.context.buffer = bytearray(image[OFFSET:END])
    system.mount()
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                found[path] = file.read()
    return found
