"""A whole tournament: as tables, one CSV file each, and as one JSON file that can be read again.

The tables say what the program knows and computes, for spreadsheets and for programs of others. The JSON file has the
same tables, and before them `entries`: all that was ever written down, from which everything else follows. Reading it
reads those and nothing else, so that no figure can contradict them.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tritempo_host.export.table import to_json
from tritempo_host.export.tables import Whole, tables
from tritempo_host.export.trouble import refuse
from tritempo_host.tournament import fold
from tritempo_host.tournament.entry import Entry
from tritempo_host.tournament.refused import Refused
from tritempo_host.tournament.state import Tournament

FORMAT = "tritempo tournament"
VERSION = 1


def csv_files(whole: Whole, excel: bool = False) -> dict[str, bytes]:
    """One file a table: `standings.csv`."""
    return {f"{each.name}.csv": each.csv(excel) for each in tables(whole)}


def whole_json(whole: Whole) -> str:
    """One file with everything."""
    entries = [
        {
            "number": e.number,
            "at": e.at.astimezone(UTC).isoformat(),
            "who": e.who,
            "kind": e.kind,
            "body": e.body,
            "why": e.why,
        }
        for e in whole.entries
    ]
    made = {each.name: each.objects() for each in tables(whole) if each.name != "entries"}
    return to_json({"format": FORMAT, "version": VERSION, "entries": entries, **made})


def read_json(text: str) -> tuple[list[Entry], Tournament]:
    """The entries of a file that `whole_json` wrote, and the tournament that they make. Raises CannotHoldError."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise refuse("json_not") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise refuse("json_not")
    if data.get("version") != VERSION:
        raise refuse("json_version", version=data.get("version"))
    try:
        entries = [_entry(number, each) for number, each in enumerate(data["entries"], 1)]
        return entries, fold(entries)
    except Refused as refused:
        raise refuse("json_entry", entry=refused.values.get("entry"), why=refused.code) from None
    except (KeyError, TypeError, ValueError) as error:
        raise refuse("json_entry", entry=error, why=type(error).__name__) from None


def _entry(number: int, data: Mapping[str, Any]) -> Entry:
    at = datetime.fromisoformat(data["at"])
    if data["number"] != number or at.tzinfo is None or not isinstance(data["body"], dict):
        raise ValueError(number)
    return Entry(number, at.astimezone(UTC), str(data["who"]), str(data["kind"]), data["body"], data.get("why"))
