"""UF2 files: is this one, whole, and for this chip?

A UF2 file is made of blocks of 512 bytes, each with three magic numbers, the address of its bytes in flash, its place
among the blocks, and the family of chips that it is for. Blocks of each family are counted by themselves: an image for
the RP2350 has one of another family before it (RP2350-E10).
"""

import struct
from pathlib import Path

from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.spoken import reason

BLOCK = 512
HEADER = "<8I"
MAGIC, MAGIC_2, MAGIC_END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
NOT_FLASH, HAS_FAMILY = 0x1, 0x2000
LARGEST = 64 * 1024 * 1024
# Chips by the names that they give themselves in INFO_UF2.TXT (see drive.py), and the families of each.
FAMILIES = {"RP2040": (0xE48BFF56,), "RP2350": (0xE48BFF59, 0xE48BFF5A, 0xE48BFF5B)}
BESIDE = (0xE48BFF57, 0xE48BFF58)  # "absolute" and "data": they go with an image for any chip


def check(path: Path, chip: str | None = None) -> bytes:
    """The bytes of a UF2 file, if all of it is there and it is for `chip` (a key of FAMILIES; None: for any of them).

    Raises DeployProblem: `uf2_not_read`, `not_uf2`, `uf2_cut_off`, `uf2_other_chip`, `uf2_no_pico`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST)
    except OSError as error:
        raise DeployProblem("uf2_not_read", file=path, why=reason(error)) from error
    if not data.startswith(struct.pack("<2I", MAGIC, MAGIC_2)):
        raise DeployProblem("not_uf2", file=path)
    if len(data) % BLOCK:
        raise DeployProblem("uf2_cut_off", file=path)
    seen: dict[int, set[int]] = {}
    totals: dict[int, int] = {}
    for start in range(0, len(data), BLOCK):
        first, second, flags, _, size, number, total, family = struct.unpack_from(HEADER, data, start)
        (end,) = struct.unpack_from("<I", data, start + BLOCK - 4)
        if (first, second, end) != (MAGIC, MAGIC_2, MAGIC_END) or size > 476 or number >= total:
            raise DeployProblem("not_uf2", file=path)
        if flags & NOT_FLASH:
            continue
        if not flags & HAS_FAMILY:
            raise DeployProblem("uf2_no_pico", file=path)
        if family in BESIDE:
            continue
        if totals.setdefault(family, total) != total:
            raise DeployProblem("not_uf2", file=path)
        seen.setdefault(family, set()).add(number)
    if any(len(seen[family]) != total for family, total in totals.items()):
        raise DeployProblem("uf2_cut_off", file=path)
    chips = {chip for chip, families in FAMILIES.items() if set(families) & set(seen)}
    if not chips:
        raise DeployProblem("uf2_no_pico", file=path)
    if chip and chip not in chips:
        raise DeployProblem("uf2_other_chip", file=path, chip=chip, other=", ".join(sorted(chips)))
    return data
