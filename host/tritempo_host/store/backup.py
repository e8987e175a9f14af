"""A tournament as one file, and back: what was written down, and the raw logs of its games with the clocks' keys.

A restored tournament is complete: standings, pages and audits come out as before. Nothing in a store is ever changed by
a restore: it adds what is missing, in one transaction, or says why it cannot.
"""

import base64
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tritempo_host.problem import Problem
from tritempo_host.store import archive, location
from tritempo_host.store.models import Device, DeviceKey, EntryRow, Log, Piece, TournamentRow
from tritempo_host.store.played import matching_of
from tritempo_host.store.store import Store
from tritempo_host.store.tournaments import Listed, Tournaments, free_slug, row_of, slug_of
from tritempo_host.tournament.entry import Entry
from tritempo_host.tournament.fold import fold
from tritempo_host.tournament.refused import Refused
from tritempo_host.tournament.spoken import said
from tritempo_host.tournament.state import Tournament
from tritempo_host.words import language, speak

SNAPSHOTS = "snapshots"


def backup(store: Store, tournament: Listed, path: Path, lang: str | None = None) -> Path:
    """Writes the tournament to a new file. Raises Problem if there is one of this name, or it cannot be written."""
    say = speak("entries", language(lang))
    data = packed(store, tournament)
    try:
        archive.create(path, data)
    except FileExistsError:
        raise Problem(say("backup_exists", path=path)) from None
    except OSError as error:
        raise Problem(say("backup_unwritten", path=path, why=error.strerror or error)) from error
    return path


def snapshot(store: Store, tournament: Listed, lang: str | None = None) -> Path:
    """A backup in the folder `snapshots` beside the store (of a server's: in the user's data folder), to be made after
    each round that is closed. One that is there already is left as it is. Raises Problem."""
    folder = beside(store) / SNAPSHOTS
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        say = speak("entries", language(lang))
        raise Problem(say("backup_unwritten", path=folder, why=error.strerror or error)) from error
    return _dated(store, tournament, folder, lang)


def missing_snapshot(store: Store, tournament: Listed, lang: str | None = None) -> Path | None:
    """Makes the one that should have been made after the last round that is closed, if the program was killed before it
    could; None if it is there. Raises Problem."""
    state = Tournaments(store, lang).load(tournament)
    if not _last_closed(state):
        return None
    with suppress(OSError):  # no such folder, or one that cannot be read
        begins = f"{_begins(tournament, state)}-"
        if any(each.name.startswith(begins) for each in (beside(store) / SNAPSHOTS).iterdir()):
            return None
    return snapshot(store, tournament, lang)


def copy_to(store: Store, tournament: Listed, folder: Path, lang: str | None = None) -> Path:
    """The same in another folder, such as a stick's: one that is there, since one that was made would lie on the
    computer's own disk. Raises Problem."""
    if not is_there(folder):
        raise Problem(speak("entries", language(lang))("backup_no_folder", path=folder))
    return _dated(store, tournament, folder, lang)


def is_there(folder: Path) -> bool:
    """Whether there is such a folder; of a stick that was just pulled out the system may know no more than an error."""
    try:
        return folder.is_dir()
    except OSError:
        return False


def beside(store: Store) -> Path:
    """The folder that the store is in; of a server's the user's data folder."""
    url = store.engine.url
    sqlite = url.get_backend_name() == "sqlite"
    return Path(str(url.database)).resolve().parent if sqlite else location.default_path().parent


def _dated(store: Store, tournament: Listed, folder: Path, lang: str | None) -> Path:
    """A backup whose name says how far the tournament is."""
    state = Tournaments(store, lang).load(tournament)
    path = folder / f"{_begins(tournament, state)}-{state.last:06}.zip"
    try:
        if not path.is_file():
            archive.create(path, packed(store, tournament))
    except OSError as error:
        say = speak("entries", language(lang))
        raise Problem(say("backup_unwritten", path=path, why=error.strerror or error)) from error
    return path


def _begins(tournament: Listed, state: Tournament) -> str:
    """How the name of a copy begins: which tournament it is of, and how many of its rounds are closed."""
    return f"{tournament.slug}-{state.uid}-r{_last_closed(state):02}"


def _last_closed(state: Tournament) -> int:
    return max((number for number, each in state.rounds.items() if each.closed), default=0)


def restore(store: Store, path: Path, lang: str | None = None) -> Listed:
    """Puts a backup's tournament into the store: `restore_data` of a file. Raises Problem."""
    try:
        data = path.read_bytes()
    except OSError as error:
        say = speak("entries", language(lang))
        raise Problem(say("backup_unread", path=path, why=error.strerror or error)) from error
    return restore_data(store, data, str(path), lang)


def restore_data(store: Store, data: bytes, name: str, lang: str | None = None) -> Listed:
    """Puts a backup's tournament into the store. One that is there already is continued if the file knows more of it,
    and left alone if it knows less. `name`: the file's, for what is said of it.

    Raises Problem for what is no backup, was cut or changed, or is of a tournament that went another way here.
    """
    say = speak("entries", language(lang))
    try:
        manifest, files = archive.unpack(data)
    except archive.NotABackupError:
        raise Problem(say("backup_foreign", path=name)) from None
    except archive.NewerBackupError:
        raise Problem(say("backup_newer", path=name)) from None
    except archive.DamagedError as error:
        raise Problem(say("backup_damaged", path=name)) from error
    try:
        entries = [_entry(json.loads(line)) for line in files["entries.jsonl"].splitlines()]
        clocks = json.loads(files["clocks.json"])
        state = fold(entries)
        if not entries or [each.number for each in entries] != list(range(1, len(entries) + 1)):
            raise ValueError("numbers")
    except Refused as refused:
        raise Problem(say("backup_refused", path=name, why=said(refused, language(lang)))) from refused
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise Problem(say("backup_damaged", path=name)) from error
    wanted = manifest.get("slug")
    slug = slug_of(wanted) if isinstance(wanted, str) else slug_of(state.name)
    work = partial(_restore, entries=entries, slug=slug, clocks=clocks, files=files, say=say, path=name)
    number = store.write(work)
    return next(each for each in Tournaments(store, lang).listed() if each.id == number)


def packed(store: Store, tournament: Listed) -> bytes:
    """The bytes of a backup."""
    entries = Tournaments(store).entries(tournament)
    state = fold(entries)
    lines = "".join(json.dumps(_line(entry), ensure_ascii=False) + "\n" for entry in entries)
    clocks, logs = _logs(store, entries)
    about = {
        "slug": tournament.slug,
        "name": state.name,
        "uid": state.uid,
        "entries": len(entries),
        "rules": state.rules,
    }
    return archive.pack(
        about,
        {"entries.jsonl": lines.encode(), "clocks.json": json.dumps(clocks, indent=1).encode(), **logs},
    )


def _logs(store: Store, entries: Sequence[Entry]) -> tuple[list[dict[str, Any]], dict[str, bytes]]:
    """The clocks and the logs that belong to a game of the tournament, two of one game both, in all their contents."""
    games = {
        (match.log.device, match.log.game)
        for matches in matching_of(store, entries).games.values()
        for match in matches
    }
    clocks: dict[str, dict[str, Any]] = {}
    files: dict[str, bytes] = {}
    for log in sorted(store.logs(), key=lambda each: (each.device, each.game, each.version)):
        if (log.device, log.game) not in games:
            continue
        if log.device not in clocks:
            clocks[log.device] = _clock(store, log.device)
        name = f"logs/{len(files) + 1:05}.log"
        files[name] = store.data(log)
        clocks[log.device]["logs"].append(
            {
                "file": name,
                "game": log.game,
                "version": log.version,
                "number": log.number,
                "clock_size": log.clock_size,
                "closed": log.closed,
                "fetched_at": log.fetched_at.isoformat(),
                "changed_at": log.changed_at.isoformat(),
            }
        )
    return list(clocks.values()), files


def _clock(store: Store, device: str) -> dict[str, Any]:
    with store.reading() as session:
        row = session.get_one(Device, device)
        return {
            "device": row.id,
            "board": row.board,
            "firmware": row.firmware,
            "first_seen": row.first_seen.isoformat(),
            "last_seen": row.last_seen.isoformat(),
            "keys": [[base64.b64encode(key).decode(), trusted] for key, trusted in store.keys(device)],
            "logs": [],
        }


def _restore(
    session: Session,
    entries: list[Entry],
    slug: str,
    clocks: list[dict[str, Any]],
    files: dict[str, bytes],
    say: Callable[..., str],
    path: str,
) -> int:
    uid = entries[0].body.get("uid")
    row = _same(session, uid)
    have = Tournaments.read(session, row.id) if row else []
    if row is None:
        taken = set(session.scalars(select(TournamentRow.slug)))
        name = fold(entries).name
        row = TournamentRow(slug=free_slug(slug, taken), name=name[:200], created_at=entries[0].at)
        session.add(row)
        session.flush()
    common = min(len(have), len(entries))
    if have[:common] != entries[:common]:
        raise Problem(say("backup_other", path=path, slug=row.slug, have=len(have), brings=len(entries)))
    session.add_all(row_of(row.id, entry) for entry in entries[len(have) :])
    for clock in clocks:
        _restore_clock(session, clock, files, say)
    session.flush()
    return row.id


def _same(session: Session, uid: object) -> TournamentRow | None:
    """The tournament with this uid, held so that nobody writes to it meanwhile."""
    firsts = session.scalars(select(EntryRow).where(EntryRow.number == 1))
    number = next((row.tournament_id for row in firsts if uid and row.body.get("uid") == uid), None)
    if number is None:
        return None
    return session.scalars(select(TournamentRow).where(TournamentRow.id == number).with_for_update()).one()


def _restore_clock(session: Session, clock: dict[str, Any], files: dict[str, bytes], say: Callable[..., str]) -> None:
    device = session.get(Device, clock["device"])
    new = device is None
    first, last = (datetime.fromisoformat(clock[key]) for key in ("first_seen", "last_seen"))
    if device is None:
        device = Device(
            id=clock["device"], first_seen=first, last_seen=last, board=clock["board"], firmware=clock["firmware"]
        )
        session.add(device)
        session.flush()
    known = set(session.scalars(select(DeviceKey.key).where(DeviceKey.device_id == device.id)))
    for text, trusted in clock["keys"]:
        key = base64.b64decode(text)
        if key not in known:
            # in a store that has met the clock another key waits for a person's word, as in a sync
            row = DeviceKey(device_id=device.id, key=key, first_seen=first, last_seen=last, trusted=new and trusted)
            session.add(row)
    session.flush()
    for log in clock["logs"]:
        _restore_log(session, device.id, log, files[log["file"]], say)


def _restore_log(session: Session, device: str, log: dict[str, Any], content: bytes, say: Callable[..., str]) -> None:
    rows = session.scalars(
        select(Log).where(Log.device_id == device, Log.game == log["game"]).order_by(Log.version).with_for_update()
    ).all()
    have = {row.version: row for row in rows}
    row = have.get(log["version"])
    there = b"" if row is None else Store.content(session, row.id)
    if row is not None and there.startswith(content):
        return
    # an entry names a log with its version: another content in its place would be another log
    if not content.startswith(there) or (row is None and log["version"] != len(rows) + 1):
        raise Problem(say("backup_log", log=f"{device}/{log['game']}"))
    fetched, changed = (datetime.fromisoformat(log[key]) for key in ("fetched_at", "changed_at"))
    if row is None:
        row = Log(device_id=device, game=log["game"], version=log["version"], number=log["number"], size=0)
        row.fetched_at, row.clock_size, row.closed = fetched, log["clock_size"], log["closed"]
        row.sha256, row.changed_at = "", changed
        session.add(row)
    else:
        row.clock_size, row.closed = max(row.clock_size, log["clock_size"]), row.closed or log["closed"]
    row.size, row.sha256, row.changed_at = len(content), archive.sha256(content), changed
    session.flush()
    if len(content) > len(there):
        session.add(Piece(log_id=row.id, start=len(there), data=content[len(there) :]))
    session.flush()


def _line(entry: Entry) -> dict[str, Any]:
    return {
        "number": entry.number,
        "at": entry.at.isoformat(),
        "who": entry.who,
        "kind": entry.kind,
        "body": dict(entry.body),
        "why": entry.why,
    }


def _entry(line: dict[str, Any]) -> Entry:
    at = datetime.fromisoformat(line["at"])
    if at.tzinfo is None:
        raise ValueError("zone")
    return Entry(line["number"], at, line["who"], line["kind"], line["body"], line["why"])
