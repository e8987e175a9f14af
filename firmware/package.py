"""Build hook: puts the clock's program into the wheel, for the virtual clock and to deploy it.

Not into an editable install, where it would age.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PROGRAM = ("main.py", "app.py", "virtual", "device", "loader")


class Firmware(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            for name in PROGRAM:
                build_data["force_include"][f"firmware/{name}"] = f"tritempo_host/_firmware/{name}"
