"""`/t/SLUG/files`: a tournament as files, to keep, for other programs and as a web site. `/t/SLUG/backup`: all of it in
one, with its clocks' keys. `/restore`: such a file is put into the store."""

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tritempo_host.desk.access import Role, form_of, needs
from tritempo_host.desk.current import Current
from tritempo_host.desk.desk import Desk, desk_of
from tritempo_host.desk.played import facts, played
from tritempo_host.desk.view import back, language_of, page, tournament_of
from tritempo_host.export.pairs import to_tou, to_tsh
from tritempo_host.export.site.render import render
from tritempo_host.export.trouble import CannotHoldError
from tritempo_host.export.turns import Timed, turn_table
from tritempo_host.export.whole import Whole, csv_files, whole_json
from tritempo_host.problem import Problem
from tritempo_host.store.backup import packed, restore_data
from tritempo_host.text import clean

DATE = (1980, 1, 1, 0, 0, 0)  # the same content is the same file
ZIP = "application/zip"


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write a tournament down. `name`: of the file, after the tournament's. `pairs`: for two at a table."""

    code: str
    name: str
    kind: str
    made: Callable[[Desk, Current, str], bytes]
    pairs: bool = False


def _whole(desk: Desk, current: Current) -> Whole:
    return Whole(current.tournament, current.entries, played(desk, current).matching)


def _tables(desk: Desk, current: Current, lang: str, excel: bool = False) -> bytes:
    return zipped(csv_files(_whole(desk, current), excel))


def _json(desk: Desk, current: Current, lang: str) -> bytes:
    return whole_json(_whole(desk, current)).encode()


def _turns(desk: Desk, current: Current, lang: str, excel: bool = False) -> bytes:
    logs = [Timed(log, summary, place) for place, (log, summary) in played(desk, current).logs.items()]
    return turn_table(logs, current.tournament).csv(excel)


def _site(desk: Desk, current: Current, lang: str) -> bytes:
    return zipped({name: text.encode() for name, text in render(facts(desk, current), lang).items()})


FORMS = (
    Form("site", "web.zip", ZIP, _site),
    Form("excel", "excel.zip", ZIP, partial(_tables, excel=True)),
    Form("csv", "csv.zip", ZIP, _tables),
    Form("turns", "turns.csv", "text/csv", _turns),
    Form("json", "tournament.json", "application/json", _json),
    Form("tsh", "a.t", "text/plain", lambda _desk, current, _lang: to_tsh(current.tournament), pairs=True),
    Form("tou", "results.tou", "text/plain", lambda _desk, current, _lang: to_tou(current.tournament), pairs=True),
)


def zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


def _download(name: str, kind: str, data: bytes) -> Response:
    """`name`: letters, digits, points and lines only."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, media_type=kind, headers=headers)


@needs(Role.ARBITER)
def files(request: Request) -> Response:
    """What there is to take along."""
    current = tournament_of(request)
    return _files(request, current)


def _files(request: Request, current: Current, told: str = "", status: int = 200) -> Response:
    pairs = current.tournament.ruleset.sizes == (2, 2)
    return page(
        request,
        "files.html",
        status=status,
        topics=(current.topic,),
        forms=[each for each in FORMS if pairs or not each.pairs],
        told=told,
    )


@needs(Role.ARBITER)
def file(request: Request) -> Response:
    current, desk = tournament_of(request), desk_of(request)
    form = next((each for each in FORMS if each.code == request.path_params["form"]), None)
    if form is None:
        raise HTTPException(404)
    lang = language_of(request)
    try:
        data = form.made(desk, current, lang)
    except CannotHoldError as error:
        return _files(request, current, error.spoken(lang), 422)
    return _download(f"{current.listed.slug}-{form.name}", form.kind, data)


@needs(Role.ORGANISER)
def backup(request: Request) -> Response:
    current, desk = tournament_of(request), desk_of(request)
    name = f"{current.listed.slug}-{current.tournament.last:04}.zip"
    return _download(name, ZIP, packed(desk.store, current.listed))


@needs(Role.ORGANISER, upload=True)
def restore(request: Request) -> Response:
    """A tournament comes back, or is continued, from a backup's file."""
    if request.method != "POST":
        return page(request, "restore.html", told="", nothing=False)
    sent, desk = form_of(request).get("file"), desk_of(request)
    if not isinstance(sent, UploadFile) or not sent.filename:
        return page(request, "restore.html", status=422, told="", nothing=True)
    before = {each.id: each.entries for each in desk.now.listed()}
    try:
        listed = restore_data(desk.store, sent.file.read(), clean(sent.filename, 80), language_of(request))
    except Problem as problem:
        return page(request, "restore.html", status=422, told=problem.message, nothing=False)
    desk.now.look()
    key = "restored" if listed.id not in before else "continued" if listed.entries > before[listed.id] else "same"
    return back(request, f"/t/{listed.slug}", f"restore_{key}", "desk_settings", name=listed.name, n=listed.entries)


routes = [
    Route("/t/{slug}/files", files),
    Route("/t/{slug}/files/{form}", file),
    Route("/t/{slug}/backup", backup),
    Route("/restore", restore, methods=["GET", "POST"]),
]
