"""Talks to clocks over a serial line: finds them (`find`) and asks them (`client`).

The frames are those of `tritempo.wire`, the very codec that runs on the clock; docs/link.md explains them.
"""

from tritempo_host.link.client import Clock
from tritempo_host.link.problems import LinkProblem, Refused

__all__ = ["Clock", "LinkProblem", "Refused"]
