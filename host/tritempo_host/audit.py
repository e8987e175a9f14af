"""The audit of a log: is every line sealed by the clock, and does every record follow from the presses?

`audit` reads the lines as far as their chain holds (tritempo.journal), replays them through the clock's own state
machine (tritempo.replay) and says what it found. It never repairs anything and never raises, whatever the bytes are;
its work is bounded, so that neither a huge file nor a log made to be slow can hold it up.

What a verdict means:

    sound      every line is sealed by the clock's key, and the game in it adds up and has ended (or never began)
    open       the same, but the game has not ended: it goes on, or lines were cut off at the end
    unsigned   the game adds up, but without the clock's key nobody can say who wrote the lines
    part       fetched in part; what is here is as the clock gave it
    cut        the log ends in the middle of a line; before that it holds
    changed    from some line on it is not what the clock wrote, or not this clock's
    not_a_log  nothing in it can be read as a log
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from tritempo.game import Game
from tritempo.journal import FORMAT, Chain, JournalError, Line, Reader, Reading, read
from tritempo.logfiles import LARGEST
from tritempo.replay import Replay, ReplayError
from tritempo_host.text import clean
from tritempo_host.words import speak

# From the worst to the best; a log's verdict is the worst that a finding brings with it.
VERDICTS = ("not_a_log", "changed", "cut", "part", "unsigned", "open", "sound")

# code of a finding: (severity, the best verdict that a log with it can have). Words for each are in words/audit.toml.
CODES = {
    "empty": ("error", "not_a_log"),
    "too_large": ("error", "not_a_log"),
    "no_header": ("error", "not_a_log"),
    "newer_format": ("error", "not_a_log"),
    "converted": ("error", "changed"),
    "wrong_key": ("error", "changed"),
    "other_device": ("error", "changed"),
    "other_game": ("error", "changed"),
    "second_header": ("error", "changed"),
    "lines_missing": ("error", "changed"),
    "lines_repeated": ("error", "changed"),
    "line_long": ("error", "changed"),
    "line_text": ("error", "changed"),
    "line_form": ("error", "changed"),
    "line_time": ("error", "changed"),
    "line_seal": ("error", "changed"),
    "replay_control": ("error", "changed"),
    "replay_holders": ("error", "changed"),
    "replay_missing": ("error", "changed"),
    "replay_automatic": ("error", "changed"),
    "replay_ignored": ("error", "changed"),
    "replay_counted": ("error", "changed"),
    "replay_why": ("error", "changed"),
    "replay_order": ("error", "changed"),
    "replay_header": ("error", "changed"),
    "replay_due": ("error", "cut"),
    "too_many_undos": ("error", "changed"),
    "torn_line": ("error", "cut"),
    "part": ("warning", "part"),
    "unsigned": ("warning", "unsigned"),
    "not_ended": ("warning", "open"),
    "key_changed": ("warning", "sound"),
    "other_content": ("warning", "sound"),
    "overflow": ("warning", "sound"),
    "jump": ("warning", "sound"),
    "crash": ("warning", "sound"),
    "still_open": ("info", "open"),
    "power_cut": ("info", "sound"),
    "replaced": ("info", "sound"),
    "rest_holds": ("info", "sound"),
    "rest_unknown": ("info", "sound"),
}
# An undo replays the game from its beginning. So many replayed lines are 500 undos in a game of 600 lines.
MOST_REPLAYED = 300_000
# What the clock notes about itself that an organiser should look at (docs/journal.md); the words are the codes.
NOTES = ("overflow", "jump", "crash", "replaced")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the audit found: at line `line` (its own number, from 0), which begins at byte `offset`."""

    code: str  # of CODES
    line: int | None = None
    offset: int | None = None
    values: dict[str, Any] = field(default_factory=dict)  # what its sentence speaks of

    @property
    def severity(self) -> str:
        """error, warning or info."""
        return CODES[self.code][0]

    def text(self, lang: str) -> str:
        """The sentence for a person."""
        # what a log says is a stranger's text: it must not be able to play tricks on a terminal
        shown = {key: "-" if value is None else clean(str(value), 120) for key, value in self.values.items()}
        return speak("audit", lang)(self.code, line=self.line, **shown)

    def placed(self, lang: str) -> str:
        """The sentence, with the line and byte where that is, if it is somewhere."""
        text = self.text(lang)
        if self.line is None:
            return text
        return speak("audit", lang)("at_line", line=self.line, offset=self.offset, text=text)

    def as_dict(self, lang: str) -> dict[str, Any]:
        """Plain JSON types; `text` is the sentence in one language."""
        place = {"line": self.line, "offset": self.offset}
        return {"severity": self.severity, "code": self.code, **place, **self.values, "text": self.text(lang)}


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found. `lines` are those that hold, and `game` is the game after them: both end before an error."""

    size: int
    valid_bytes: int  # where the lines that hold end
    header: dict[str, Any] | None  # None: not even the first line holds
    lines: tuple[Line, ...]
    game: Game | None
    findings: tuple[Finding, ...]  # in the order of their lines

    @property
    def verdict(self) -> str:
        """One of VERDICTS."""
        found = {CODES[finding.code][1] for finding in self.findings}
        return next((verdict for verdict in VERDICTS if verdict in found), "sound")

    @property
    def flagged(self) -> bool:
        """Whether a person should look at it."""
        return any(finding.severity != "info" for finding in self.findings)

    def with_findings(self, *more: Finding, instead_of: tuple[str, ...] = ()) -> "Audit":
        """The same audit, told with `more` findings and without those whose codes are `instead_of`."""
        kept = [finding for finding in self.findings if finding.code not in instead_of]
        return replace(self, findings=_sorted([*kept, *more]))


def seals(key: bytes, data: bytes) -> bool:
    """Whether a key seals the first line of a log, and so is the one to audit it with."""
    try:
        Reader(key).take(data[: data.find(b"\n") + 1])
    except JournalError:
        return False
    return True


def named_device(data: bytes) -> str | None:
    """The clock that a log says it is from, or None if it is no log."""
    header = read(data[: data.find(b"\n") + 1]).header
    return header["device"] if header else None


def audit(data: bytes, key: bytes | None = None, device: str | None = None, game: str | None = None) -> Audit:
    """Audits the bytes of a log. `key`: the clock's (None: seals are not checked); `device` and `game`: whose log it
    should be, where that is known. Never raises."""
    if not data:
        return _unreadable(data, Finding("empty"))
    if len(data) > LARGEST:
        return _unreadable(data, Finding("too_large", values={"largest": LARGEST}))
    reading = read(data, key)
    if reading.header is None:
        return _unreadable(data, *_journal_fault(data, reading, key))
    findings = [] if key else [Finding("unsigned", values={"device": reading.header["device"]})]
    for code, has, wanted in (
        ("other_device", reading.header["device"], device),
        ("other_game", reading.header["game"], game),
    ):
        if wanted is not None and has != wanted:
            findings.append(Finding(code, 0, 0, {"found": has, "expected": wanted}))
    played, lines, fault = _replayed(reading)
    if fault:
        findings.append(fault)
    if reading.fault:
        findings += _journal_fault(data, reading, key)
    replaced = bool(lines) and lines[-1].kind == "note" and lines[-1].word == "replaced"
    if played and played.state != "ended" and not replaced and not fault and not reading.fault:
        findings.append(Finding("not_ended"))
    findings += _notes(lines)
    valid_bytes = fault.offset if fault and fault.offset is not None else reading.valid_bytes
    return Audit(len(data), valid_bytes, reading.header, lines, played, _sorted(findings))


def _unreadable(data: bytes, *findings: Finding) -> Audit:
    return Audit(len(data), 0, None, (), None, findings)


def _sorted(findings: list[Finding]) -> tuple[Finding, ...]:
    # those of the whole log first, then by line; sort keeps the order of those of one line
    return tuple(sorted(findings, key=lambda finding: -1 if finding.line is None else finding.line))


# The replay


def _replayed(reading: Reading) -> tuple[Game | None, tuple[Line, ...], Finding | None]:
    """The game after the lines that add up, those lines, and what is wrong with the next."""
    replay, done, replayed = None, 0, 0
    try:
        replay = Replay(reading.header)
        for line in reading.lines[1:]:
            done += 1
            if line.word == "undo":
                replayed += line.n
                if replayed > MOST_REPLAYED:
                    break
            replay.take(line)
        else:
            return replay.game, tuple(reading.lines), _due(replay, reading)
        fault = Finding("too_many_undos", done, reading.lines[done].offset)
    except ReplayError as error:
        values = {"found": _as_in_log(error.found), "expected": _as_in_log(error.expected)}
        fault = Finding(f"replay_{error.reason}", error.line, reading.lines[error.line].offset, values)
    return replay and replay.game, tuple(reading.lines[: fault.line]), fault


def _due(replay: Replay, reading: Reading) -> Finding | None:
    """What should still come: the clock writes an input and what follows from it at once at one stroke."""
    if not replay.due or reading.fault:
        return None
    t_ms, word, args = replay.due[0]
    expected = " ".join([str(t_ms), f"*{word}", *map(str, args)])
    return Finding("replay_due", len(reading.lines), reading.valid_bytes, {"expected": expected})


def _as_in_log(text: str | None) -> str | None:
    """`flag 2 at 165000 ms`, as the replay says it, written as it would stand in the log: `165000 *flag 2`."""
    record = re.fullmatch(r"(.*) at (-?\d+) ms", text or "")
    return f"{record[2]} *{record[1]}" if record else text


def _notes(lines: tuple[Line, ...]) -> Iterator[Finding]:
    """Power cuts, and what the clock noted about itself."""
    for line in lines:
        if line.kind == "input" and line.word == "power":
            yield Finding("power_cut", line.n, line.offset, {"t_ms": line.t})
        elif line.kind == "note" and line.word in NOTES:
            values = {"t_ms": line.t, "value": line.args[0] if line.args else None}
            yield Finding(line.word, line.n, line.offset, values)


# The first line that is not sound, and what comes after it


def _journal_fault(data: bytes, reading: Reading, key: bytes | None) -> list[Finding]:
    """What is wrong where the chain ends, and what can be said of the bytes after it."""
    fault, offset = reading.fault, reading.valid_bytes
    assert fault is not None
    end = data.find(b"\n", offset) + 1 or len(data)
    line = data[offset:end]
    found = Finding(_fault_code(fault, line), fault.line, offset)
    if found.code in ("lines_missing", "lines_repeated"):
        found.values.update(found=int(line.split(b" ", 1)[0]), expected=fault.line)
    if found.code in ("torn_line", "no_header", "newer_format") or end == len(data):
        return [found]
    return [found, _rest(found, data[end:], line, key)]


def _fault_code(fault: JournalError, line: bytes) -> str:
    # the marks of another encoding stand at a file's beginning; further on the same bytes are just damage
    marked = fault.line == 0 and line.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"))
    if marked or line.endswith(b"\r\n"):
        return "converted"
    begins_a_log = line.startswith(b"0 0 new {")
    if fault.line == 0:
        if not begins_a_log:
            return "no_header"
        if fault.reason == "header" and _is_newer(line):
            return "newer_format"
        return {"cut": "torn_line", "tag": "wrong_key"}.get(fault.reason, "no_header")
    if begins_a_log:
        return "second_header"
    if fault.reason == "number":
        return "lines_missing" if int(line.split(b" ", 1)[0]) > fault.line else "lines_repeated"
    return {"cut": "torn_line", "tag": "line_seal"}.get(fault.reason, f"line_{fault.reason}")


def _is_newer(line: bytes) -> bool:
    declared = re.search(rb'"format": ?(\d{1,9})\b', line)
    return declared is not None and int(declared[1]) > FORMAT


def _rest(found: Finding, after: bytes, broken: bytes, key: bytes | None) -> Finding:
    """Whether the lines after the broken one fit one another. If they do, the damage is at that one place."""
    rest = after.split(b"\n")
    count = len(rest) - 1 + bool(rest[-1])
    chain = Chain(key, broken[:-1].rpartition(b" ")[2]) if key else None
    bodies = [line.rpartition(b" ") for line in rest[:-1]]
    holds = chain is not None and not rest[-1] and all(chain.next(body) == tag for body, _, tag in bodies)
    return Finding("rest_holds" if holds else "rest_unknown", found.line, found.offset, {"lines": count})
