"""`/t/SLUG/import`: teams and players from a file, or from text that was copied. First what was understood is shown;
nothing is written before that is confirmed. The file travels along in the form, and is read again when it is confirmed:
if that comes out otherwise, because somebody wrote something meanwhile, it is shown again instead of written."""

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, form_of, needs, session_of
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import write
from tritempo_host.desk.forms import now, typed
from tritempo_host.desk.lineups import Lineup, lineups
from tritempo_host.desk.problems import TOLD, spoken, status_of
from tritempo_host.desk.view import address, back, language_of, page, tournament_of
from tritempo_host.text import clean
from tritempo_host.tournament import Player, Tournament
from tritempo_host.tournament.importing import THERE, Imported, read_people
from tritempo_host.tournament.spoken import said
from tritempo_host.tournament.spreadsheet import MOST, WrongLines, decoded
from tritempo_host.tournament.writing import written

WRONG = 100  # lines that are shown; more tell nobody more
MENDABLE = 100_000  # characters: a file up to here is put in the box, to be mended there
SEPARATORS = {";": "semicolon", ",": "comma", "\t": "tab"}
ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "iso8859-16": "ISO 8859-16",
    "latin-1": "ISO 8859-1",
}


@dataclass(frozen=True, slots=True)
class Preview:
    """What a file would write. `after`: the tournament with it. `digest`: the same for the same entries."""

    found: Imported
    after: Tournament
    digest: str

    @property
    def teams(self) -> int:
        return sum(each.kind == "team" for each in self.found.drafts)

    @property
    def players(self) -> int:
        return sum(each.kind == "player" for each in self.found.drafts)


@needs(Role.ORGANISER, upload=True)
def importing(request: Request) -> Response:
    current = tournament_of(request)
    if request.method != "POST":
        return _form(request, current)
    name, data = _sent(request)
    passing = typed(request, "passing") == "1"
    if data is None:
        return _form(request, current, problem="import_nothing", status=422)
    try:
        preview = _read(current, data, passing, session_of(request).who)
        if typed(request, "do") != "confirm":
            return _shown(request, current, preview, name, data, passing)
        if typed(request, "digest") != preview.digest:
            return _shown(request, current, preview, name, data, passing, changed=True)
        write(request, current, preview.found.drafts, current.tournament.last)
    except WrongLines as wrong:
        return _wrong(request, current, wrong, name, data)
    except TOLD as error:
        return _form(request, now(request), told=spoken(request, error), status=status_of(error))
    key = "imported_teams" if current.tournament.by_teams else "imported_players"
    return back(request, address(current, "people"), key, "desk_people", teams=preview.teams, players=preview.players)


def _sent(request: Request) -> tuple[str, bytes | None]:
    """(name, content) of the file; ("", …) of what was copied into the box; None if there is neither."""
    form = form_of(request)
    packed, file, text = form.get("data"), form.get("file"), form.get("text")
    if isinstance(packed, str):
        return clean(typed(request, "filename"), 80), _unpacked(packed)
    if isinstance(file, UploadFile) and file.filename:
        return clean(file.filename, 80), file.file.read(MOST + 1)
    if isinstance(text, str) and text.strip():
        return "", text.encode("utf-8", "replace")
    return "", None


def _packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data, 6)).decode("ascii")


def _unpacked(packed: str) -> bytes | None:
    """None for what this page has not packed. Never more than a file may have."""
    try:
        stream = zlib.decompressobj()
        data = stream.decompress(base64.urlsafe_b64decode(packed), MOST + 1)
    except (ValueError, zlib.error):
        return None
    return data if stream.eof or len(data) > MOST else None


def _read(current: Current, data: bytes, passing: bool, who: str) -> Preview:
    """Raises WrongLines, Refused."""
    found = read_people(data, current.tournament, passing)
    _, after = written(current.entries, found.drafts, who, datetime.now(UTC))
    t = current.tournament
    # numbers and the first round of who comes late are part of what is shown
    said_so = json.dumps(
        [[each.kind, each.body] for each in found.drafts] + [t.teams_ever, t.players_ever, t.next_round], sort_keys=True
    )
    return Preview(found, after, hashlib.sha256(said_so.encode()).hexdigest())


def _form(request: Request, current: Current, status: int = 200, **values: Any) -> Response:
    t = current.tournament
    usual: dict[str, Any] = {"problem": "", "told": "", "text": "", "wrong": (), "more": 0, "name": "", "passed": 0}
    return page(request, "import.html", status=status, preview=None, boards=t.ruleset.boards, **(usual | values))


def _shown(
    request: Request,
    current: Current,
    preview: Preview,
    name: str,
    data: bytes,
    passing: bool,
    changed: bool = False,
) -> Response:
    before, after = current.tournament, preview.after
    new = [number for number in after.entrants if number not in before.entrants]
    rows: Sequence[tuple[int, str, str, Lineup | Player]]
    if after.by_teams:
        laid = lineups(after, language_of(request), new)
        rows = [(each, after.teams[each].name, after.teams[each].club, laid[each]) for each in new]
    else:
        rows = [(each, after.players[each].name, after.players[each].club, after.players[each]) for each in new]
    found = preview.found
    return page(
        request,
        "import.html",
        status=409 if changed else 200,
        preview=preview,
        rows=rows,
        boards=after.ruleset.boards,
        name=name,
        data=_packed(data),
        passing=passing,
        changed=changed,
        encoding=ENCODINGS.get(found.encoding, found.encoding),
        separator=SEPARATORS.get(found.separator, ""),
        rated=any(each.body.get("rating") for each in found.drafts),
        licensed=any(each.body.get("licence") for each in found.drafts),
        clubs=any(each.body.get("club") for each in found.drafts),
        late=before.next_round if before.rounds else None,
        problem="",
        told="",
    )


def _wrong(request: Request, current: Current, wrong: WrongLines, name: str, data: bytes) -> Response:
    """What is wrong, line by line; a file that is not too long is put in the box, to be mended there."""
    lang = language_of(request)
    try:
        text = decoded(data)[0]
    except WrongLines:
        text = ""
    lines = text.splitlines() if len(text) <= MOST else []
    quoted = [
        (each.line, clean(lines[each.line - 1], 120) if 0 < each.line <= len(lines) else "", said(each, lang))
        for each in wrong.lines[:WRONG]
    ]
    there = sum(each.code in THERE for each in wrong.lines)
    return _form(
        request,
        current,
        status=422,
        wrong=quoted,
        more=max(0, len(wrong.lines) - WRONG),
        name=name,
        text=text if len(text) <= MENDABLE else "",
        there=there,
        data=_packed(data) if there else "",
    )


routes = [Route("/t/{slug}/import", importing, methods=["GET", "POST"])]
