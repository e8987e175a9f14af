"""Tournaments in the store: what was written down, entry by entry, and never changed.

What a caller may rely on: when `append` has returned, the entries are on the disk; all of one call, or none of them.
Two stations that write at once get one number after the other, whatever the database.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tritempo_host.problem import Problem
from tritempo_host.store.models import EntryRow, TournamentRow
from tritempo_host.store.store import Store
from tritempo_host.tournament.entry import Draft, Entry
from tritempo_host.tournament.fold import fold
from tritempo_host.tournament.state import Tournament
from tritempo_host.tournament.writing import written
from tritempo_host.words import language, speak


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament as the store lists it. `entries`: how many it has; `changed_at`: when the last was written."""

    id: int
    slug: str
    name: str
    created_at: datetime
    entries: int
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Written:
    """What an `append` wrote, and the tournament with it."""

    entries: tuple[Entry, ...]
    tournament: Tournament


class Tournaments:
    """The tournaments of an open store."""

    def __init__(self, store: Store, lang: str | None = None) -> None:
        self.store = store
        self._say = speak("entries", language(lang))

    # Reading

    def listed(self) -> list[Listed]:
        """All tournaments, the one that was made last at the end."""
        with self.store.reading() as session:
            rows = session.execute(
                select(TournamentRow, func.count(EntryRow.number), func.max(EntryRow.at))
                .outerjoin(EntryRow, EntryRow.tournament_id == TournamentRow.id)
                .group_by(TournamentRow.id)
                .order_by(TournamentRow.id)
            )
            return [
                Listed(row.id, row.slug, row.name, row.created_at, count, last or row.created_at)
                for row, count, last in rows
            ]

    def find(self, name: str | None = None) -> Listed:
        """The tournament of this slug, or of a name or slug that begins so; without a name the one that was made last.
        Raises Problem for none, or several."""
        there = self.listed()
        if not there:
            raise Problem(self._say("tournament_none", store=self.store.place))
        if name is None:
            return there[-1]
        wanted = slug_of(name)
        found = [each for each in there if each.slug == wanted]
        found = found or [each for each in there if wanted and each.slug.startswith(wanted)]
        if len(found) != 1:
            names = ", ".join(each.slug for each in found or there)
            raise Problem(self._say("tournament_which" if found else "tournament_absent", name=name, names=names))
        return found[0]

    def entries(self, tournament: Listed | int) -> list[Entry]:
        """All entries, in order."""
        with self.store.reading() as session:
            return self.read(session, _id(tournament))

    def load(self, tournament: Listed | int) -> Tournament:
        """The tournament as its entries add up."""
        return fold(self.entries(tournament))

    # Writing

    def new(self, name: str, rules: str, who: str, body: dict | None = None) -> Listed:
        """Makes a tournament: its row and its first entry. `body`: more of the entry `created`: date, place, settings.
        Raises Refused."""
        draft = Draft("created", {"name": name, "rules": rules, **(body or {})})
        number = self.store.write(partial(self._new, name=name, draft=draft, who=who))
        return next(each for each in self.listed() if each.id == number)

    def append(self, tournament: Listed | int, drafts: Sequence[Draft], who: str, seen: int | None = None) -> Written:
        """Writes entries, all or none. `seen`: the number of the last entry that the writer had read.

        Raises Refused for what cannot be, Conflict if somebody wrote about the same thing after `seen`.
        """
        return self.store.write(partial(self._append, number=_id(tournament), drafts=tuple(drafts), who=who, seen=seen))

    def _new(self, session: Session, name: str, draft: Draft, who: str) -> int:
        taken = set(session.scalars(select(TournamentRow.slug)))
        now = datetime.now(UTC)
        row = TournamentRow(slug=free_slug(slug_of(name), taken), name=name[:200], created_at=now)
        session.add(row)
        session.flush()
        self._append(session, row.id, (draft,), who, None)
        return row.id

    def _append(self, session: Session, number: int, drafts: tuple[Draft, ...], who: str, seen: int | None) -> Written:
        # one writer at a time for a tournament; on SQLite the transaction itself sees to that
        session.execute(select(TournamentRow.id).where(TournamentRow.id == number).with_for_update()).one()
        new, after = written(self.read(session, number), drafts, who, datetime.now(UTC), seen)
        session.add_all(row_of(number, each) for each in new)
        session.flush()
        return Written(tuple(new), after)

    @staticmethod
    def read(session: Session, number: int) -> list[Entry]:
        rows = session.scalars(select(EntryRow).where(EntryRow.tournament_id == number).order_by(EntryRow.number))
        return [Entry(row.number, row.at, row.who, row.kind, row.body, row.why) for row in rows]


def row_of(tournament: int, entry: Entry) -> EntryRow:
    """An entry as a row."""
    return EntryRow(
        tournament_id=tournament,
        number=entry.number,
        at=entry.at,
        who=entry.who,
        kind=entry.kind,
        body=dict(entry.body),
        why=entry.why,
    )


def slug_of(name: str) -> str:
    """A name as part of a command or a file's name: `3r MàTaM, Molins` -> `3r-matam-molins`."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")


def free_slug(slug: str, taken: set[str]) -> str:
    slug = slug or "tournament"
    return next(each for n in range(1, 10_000) if (each := slug if n == 1 else f"{slug}-{n}") not in taken)


def _id(tournament: Listed | int) -> int:
    return tournament if isinstance(tournament, int) else tournament.id
