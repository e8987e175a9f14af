"""Runs the desk: one process, one laptop, until Ctrl-C."""

import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from tritempo_host.desk.access import start_links
from tritempo_host.desk.app import create_app
from tritempo_host.desk.config import Config
from tritempo_host.problem import Problem
from tritempo_host.spoken import reason
from tritempo_host.words import speak

END_S = 2  # that pages which are being listened to may take to end


def bound(config: Config) -> socket.socket:
    """The socket to listen on. Raises Problem where it cannot be had."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # asyncio sends at once (TCP_NODELAY) only where the protocol is named; else each answer waits 40 ms for the browser
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((config.host, config.port))
    except OSError as error:
        listening.close()
        say = speak("serve", config.lang)
        raise Problem(say("cannot_listen", host=config.host, port=config.port, why=reason(error))) from error
    return listening


def serve(config: Config, tell: Callable[[list[str]], object], open_browser: bool = False) -> None:
    """Serves until Ctrl-C. `tell` is given the addresses once pages can be had. Raises Problem."""
    with bound(config) as listening:
        port = listening.getsockname()[1]
        app = create_app(config)
        links = start_links(app.state.desk.access, port, config.open_to_all)
        server = _Server(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,  # addresses may have codes in them
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=END_S,
                lifespan="on",
            ),
            lambda: _begun(links, tell, open_browser),
            app.state.desk.hub.close,
        )
        with suppress(KeyboardInterrupt):  # it passes the Ctrl-C on that ended it, as one ends a desk
            server.run(sockets=[listening])


def _begun(links: list[str], tell: Callable[[list[str]], object], open_browser: bool) -> None:
    tell(links)
    if open_browser:
        # on Linux a browser that is not running yet may take its time
        threading.Thread(target=webbrowser.open, args=(links[0],), daemon=True).start()


class _Server(uvicorn.Server):
    """Says when it has begun, and ends the lines of events before it waits for what is still being answered."""

    def __init__(self, config: uvicorn.Config, begun: Callable[[], object], ending: Callable[[], object]) -> None:
        super().__init__(config)
        self._begun, self._ending = begun, ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._begun()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()
        await super().shutdown(sockets)
