"""`/events`: what has changed, as server-sent events: only that something did, and how often.

Pages fetch what it is, and the reader's role decides what they get.
"""

import asyncio
import json
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tritempo_host.desk.access import Role, needs
from tritempo_host.desk.desk import desk_of

KIND = "text/event-stream"
HEADERS = {"Cache-Control": "no-store"}
TOPICS = 8
REST_S = 0.2  # what comes within it is told at once
HEARTBEAT_S = 15.0  # a proxy, or a phone that sleeps, gives up a line on which nothing comes


@needs(Role.PUBLIC)
async def events(request: Request) -> Response:
    if request.method == "HEAD":  # who asks only what it is gets no line, and would wait for its end for ever
        return Response(headers=HEADERS, media_type=KIND)
    hub = desk_of(request).hub
    topics = [topic for topic in request.query_params.get("topics", "").split(",") if topic][:TOPICS]

    async def lines() -> AsyncIterator[str]:
        known: dict[str, int] = {}
        yield "retry: 2000\n\n"
        while not hub.closed:
            now = await hub.changed(topics, known, HEARTBEAT_S)
            known |= now
            yield f"data: {json.dumps(now)}\n\n" if now else ":\n\n"
            await asyncio.sleep(REST_S)

    return StreamingResponse(lines(), media_type=KIND, headers=HEADERS)


routes = [Route("/events", events)]
