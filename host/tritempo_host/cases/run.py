"""Runs cases: what was expected, what came out, and where the two differ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from tritempo_host.cases.shape import MisshapenError
from tritempo_host.cases.systems import SYSTEMS
from tritempo_host.rules.exact import short

# What an input that has the right shape can still do to the rules: it cannot be, and they say so.
IMPOSSIBLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)
NEEDED = ("system", "input", "expected")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case that was run. `expected` and `got` hold what differs; both are empty where the case passed.

    `problem`: key of words/cases.toml and its values, where there is nothing to compare. `reading`: the alternative
    that what came out agrees with, in the words of the case.
    """

    id: str
    system: str = ""
    rule: str = ""
    expected: Mapping[str, Any] = field(default_factory=dict)
    got: Mapping[str, Any] = field(default_factory=dict)
    problem: tuple[str, Mapping[str, Any]] | None = None
    reading: str | None = None

    @property
    def passed(self) -> bool:
        return not self.expected and self.problem is None


def run_all(cases: Sequence[Any], settings: Mapping[str, Mapping[str, Any]] | None = None) -> list[Outcome]:
    """The cases of a file, in their order. One whose id is that of another before it fails: the two cannot be told
    apart."""
    first: dict[str, int] = {}
    outcomes = []
    for place, case in enumerate(cases, start=1):
        found = run(case, place, settings)
        before = first.setdefault(found.id, place)
        if before != place:
            found = replace(found, expected={}, got={}, problem=("case_twice", {"place": before}), reading=None)
        outcomes.append(found)
    return outcomes


def run(case: Any, place: int, settings: Mapping[str, Mapping[str, Any]] | None = None) -> Outcome:
    """One case; `place` (from 1) names one without an id. `settings`: by rule set, where not the defaults. Never raises
    for anything that JSON can hold."""
    if not isinstance(case, dict):
        return Outcome(f"#{place}", problem=("case_no_object", {}))
    head = (_text(case.get("id")).strip() or f"#{place}", _text(case.get("system")), _text(case.get("rule")))
    if missing := [key for key in NEEDED if key not in case]:
        return Outcome(*head, problem=("case_missing", {"field": missing[0]}))
    expected = case["expected"]
    if not isinstance(expected, dict) or not expected:
        return Outcome(*head, problem=("case_expected", {}))
    system = SYSTEMS.get(case["system"]) if isinstance(case["system"], str) else None
    if system is None:
        return Outcome(*head, expected, problem=("case_system", {"system": head[1] or case["system"]}))
    try:
        system.shape(case["input"])
        more = (expected,) if system.judges else ()
        got = system.answer(case["input"], system.settings(settings or {}), *more)
    except MisshapenError as error:
        values = {"where": f"input.{error.where}".rstrip("."), **error.values}
        return Outcome(*head, expected, problem=(error.code, values))
    except IMPOSSIBLE as error:
        return Outcome(*head, expected, problem=("case_impossible", {"why": reason(error)}))
    wrong = [key for key, value in expected.items() if key not in got or not same(value, got[key])]
    if not wrong:
        return Outcome(*head)
    return Outcome(
        *head,
        {key: expected[key] for key in wrong},
        {key: plain(got[key]) for key in wrong if key in got},
        reading=_reading(case.get("alternatives"), got),
    )


def same(expected: Any, got: Any) -> bool:
    """Whether two values are the same in JSON: 4 is 4.0, but neither "4" nor true; tuples stand for lists."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        return expected.keys() == got.keys() and all(same(value, got[key]) for key, value in expected.items())
    if isinstance(expected, list | tuple) and isinstance(got, list | tuple):
        return len(expected) == len(got) and all(map(same, expected, got))
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, int | Fraction) and isinstance(got, int | Fraction):
        return expected == got
    return type(expected) is type(got) and expected == got


def plain(value: Any) -> Any:
    """The value as JSON has it; a fraction that is no whole number as the text "1.5"."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else short(value, 6)
    return value


def reason(error: Exception) -> str:
    """What is wrong in the words of who raised it: a CODE of which words/scoring.toml has sheet_CODE, or a sentence."""
    if isinstance(error, ValueError) and error.args:
        return str(error.args[0])
    return f"{type(error).__name__}: {error}"


def _reading(alternatives: Any, got: Mapping[str, Any]) -> str | None:
    for each in alternatives if isinstance(alternatives, Sequence) else ():
        if isinstance(each, dict):
            wanted = {key: value for key, value in each.items() if key != "reading"}
            if wanted and all(key in got and same(value, got[key]) for key, value in wanted.items()):
                return _text(each.get("reading")) or "?"
    return None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
