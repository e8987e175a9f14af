"""What a look at a board has found, and what follows from it for a deploy. No line is touched here."""

import json
from dataclasses import dataclass
from typing import Any

from tritempo_host.deploy.build import BLOCK, Build, blocks_of, digest
from tritempo_host.deploy.problems import DeployProblem

OLDEST, NEWEST = (1, 24), (1, 28)  # MicroPython; .mpy files of version 6 run on all of them
MPY_VERSION = 6
SLOTS = ("a", "b")
# Besides the pack: the loader, its folder, and some for littlefs to work in.
SPARE_BLOCKS = 8
SEATS = (3, 4)
DISPLAYS = ("ssd1306", "ssd1309", "sh1106")
DEFAULTS = {"seats": 3, "display": "ssd1306"}  # of a board that says nothing else


@dataclass(frozen=True)
class Slot:
    """`build`: what it calls itself; None: there is none. `whole`: its hash is right. `blocks`: what it takes."""

    version: str | None
    build: str | None
    whole: bool
    blocks: int


def check_micropython(who: dict[str, Any], port: str) -> None:
    """`who`: see prompt.py. Raises DeployProblem `not_a_pico` or `other_micropython`."""
    version = ".".join(str(part) for part in who["version"][:3])
    if who["name"] != "micropython" or who["platform"] != "rp2":
        what = f"{who['name']} {version}, {who['machine'] or who['platform']}"
        raise DeployProblem("not_a_pico", port=port, what=what)
    if not OLDEST <= tuple(who["version"][:2]) <= NEWEST or who["mpy"] & 0xFF != MPY_VERSION:
        raise DeployProblem(
            "other_micropython",
            port=port,
            version=version,
            oldest=".".join(map(str, OLDEST)),
            newest=".".join(map(str, NEWEST)),
        )


class Board:
    """A board by what its prompt says (`who`, prompt.py) and what is on it (`look`, firmware/loader/install.py)."""

    def __init__(self, found: dict[str, Any]) -> None:
        self._found = found
        self.free = int(found["free"])  # bytes of flash
        self.machine = str(found["machine"])
        self.micropython = ".".join(str(part) for part in found["version"][:3])
        self.slots = {
            name: Slot(about["version"], about["build"], about["whole"], blocks_of(about["size"]))
            for name, about in found["slots"].items()
        }
        slot, _, trial = found["pointer"]
        self.pointer: str | None = slot
        self.on_trial = bool(trial)

    @property
    def foreign(self) -> bool:
        """Whether another program's main.py is on it."""
        return self._found["main"] is not None and not self._found["ours"]

    @property
    def empty(self) -> bool:
        """Whether no firmware was ever put on it."""
        return self.pointer is None and all(slot.build is None for slot in self.slots.values())

    def in_use(self, running: str | None) -> str | None:
        """The slot to keep: the one that the loader would start. `running`: the build that answered a hello, or None.

        A firmware on its trial that has not answered is not kept if the one before it is whole.
        """
        whole = [name for name in SLOTS if self.slots[name].whole]
        if self.pointer in whole:
            proven = not self.on_trial or running == self.slots[self.pointer].build
            others = [name for name in whole if name != self.pointer]
            return self.pointer if proven or not others else others[0]
        return whole[0] if whole else None

    def running(self, hello: dict[str, Any] | None) -> str | None:
        """The slot that the clock ran which said this hello; None for a board without a whole firmware."""
        return self.in_use(hello.get("build") if hello else None)

    def check_room(self, made: Build, target: str, port: str) -> None:
        """Raises DeployProblem `no_room`: a slot is emptied before it is filled, and nothing else is ever deleted."""
        needed = (made.blocks + SPARE_BLOCKS) * BLOCK
        room = self.free + self.slots[target].blocks * BLOCK
        if room < needed:
            raise DeployProblem("no_room", port=port, needed=-(-needed // 1024), free=room // 1024)

    def same_loader(self, made: Build) -> bool:
        return self._found["loader"] == digest(made.loader)

    def same_main(self, made: Build) -> bool:
        return self._found["main"] == digest(made.main)

    @property
    def options(self) -> dict[str, Any]:
        """What /board.json says, as far as it makes sense."""
        try:
            kept = json.loads(self._found["options"] or "{}")
        except ValueError:
            return {}
        if not isinstance(kept, dict):
            return {}
        good = {"seats": SEATS, "display": DISPLAYS}
        return {name: kept[name] for name, values in good.items() if kept.get(name) in values}
