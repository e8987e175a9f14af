"""Under which names the desk answers, and how others reach it.

A page from anywhere can have its name point at this computer (DNS rebinding), and the browser would then let it read
what the desk answers. So a request has to name this computer as it is called. A number cannot be made to point
elsewhere.
"""

import ipaddress
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

ELSEWHERE = "192.0.2.1"  # nobody's: towards where a way is looked for
INTERNAL = ("docker", "br-", "veth", "virbr")  # networks within this computer
SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915


def address(text: str | None) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address from what a socket or a header calls it; None if it is none."""
    try:
        found = ipaddress.ip_address((text or "").partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_loopback(text: str | None) -> bool:
    found = address(text)
    return found is not None and found.is_loopback


def name_of(host: str) -> str:
    """A Host header without its port: `[::1]:8300` -> `::1`. Empty for what is none."""
    if host.startswith("["):
        inner, closed, rest = host[1:].partition("]")
        return inner if closed and (not rest or _is_port(rest)) else ""
    name, colon, port = host.partition(":")
    return "" if colon and not _is_port(colon + port) else name.lower().removesuffix(".")


def _is_port(text: str) -> bool:
    return text[0] == ":" and text[1:].isascii() and text[1:].isdecimal() and len(text) <= 6


def own_names(more: Iterable[str] = ()) -> frozenset[str]:
    """What this computer is called in its network."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, name.partition(".")[0] + ".local", *(each.lower() for each in more if each)})


def may_name(host: str, open_to_all: bool, names: frozenset[str]) -> bool:
    """Whether the desk answers to this Host header."""
    name = name_of(host)
    if not open_to_all:
        return name == "localhost" or is_loopback(name)
    return bool(name) and (name in names or address(name) is not None)


def network_addresses() -> list[str]:
    """This computer's addresses as others in its network reach it, the likeliest first. Sends nothing and asks no name
    server: a hall may have neither internet nor a router."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect((ELSEWHERE, 9))
        found.append(probe.getsockname()[0])
    found += _interfaces()
    return [each for each in dict.fromkeys(found) if not is_loopback(each) and each != "0.0.0.0"]


def _interfaces() -> list[str]:
    """An address of each network that this computer is in, also of those that lead nowhere else, as its own hotspot."""
    if sys.platform == "win32":
        with suppress(OSError):
            return [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
        return []
    import fcntl

    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            if not name.startswith(INTERNAL):
                with suppress(OSError):  # it has no address
                    answer = fcntl.ioctl(asked, SIOCGIFADDR, name.encode()[:15].ljust(40, b"\0"))
                    found.append(socket.inet_ntoa(answer[20:24]))
    return found


def start_links(access: Any, port: int, open_to_all: bool) -> list[str]:
    """What an organiser opens, on this computer first, then as others reach it; with the code that lets in."""
    if not open_to_all:
        return [f"http://localhost:{port}/"]
    names = ["localhost", *access.names, *network_addresses()]
    return [f"http://{name}:{port}/enter?code={access.code}" for name in names]


def base_url(config: Any, host: str = "", scheme: str = "http") -> str:
    """How others begin an address of the desk: `http://192.168.1.20:8300`. `host`: how who asks has reached it, which
    is taken over unless nobody else could."""
    name = name_of(host)
    reached = bool(name) and name != "localhost" and not is_loopback(name)
    if reached:
        return f"{scheme}://{host}"
    others = [*config.names, *network_addresses()] if config.open_to_all else []
    port = host.removeprefix(f"[{name}]").removeprefix(name)  # with its colon
    return f"{scheme}://{others[0] if others else 'localhost'}{port}"


class Hosts:
    """Refuses requests that name another computer."""

    def __init__(self, app: ASGIApp, config: Any) -> None:
        self.app = app
        self.open_to_all = config.open_to_all
        self.names = own_names(config.names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        hosts = [value for key, value in scope["headers"] if key == b"host"]
        host = hosts[0].decode("latin-1") if len(hosts) == 1 else ""
        if may_name(host, self.open_to_all, self.names):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await PlainTextResponse("421: this computer is not called so.\n", 421)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})
