"""Who is the second person to enter a game: names are compared as where a second entry is checked."""

from types import SimpleNamespace
from typing import Any

import pytest

from tritempo_host.desk import who_enters


@pytest.mark.parametrize(
    ("who", "second"), [("Anna Bou", False), ("ANNA  bou", False), ("Pere", True)], ids=["same", "as typed", "other"]
)
def test_a_name_in_other_capitals_is_no_second_person(monkeypatch: pytest.MonkeyPatch, who: str, second: bool) -> None:
    monkeypatch.setattr(who_enters, "session_of", lambda _: SimpleNamespace(who=who))
    game: Any = SimpleNamespace(round=1, result=SimpleNamespace(who="Anna Bou"), checked=None)
    rounds = {1: SimpleNamespace(closed=None)}
    current: Any = SimpleNamespace(tournament=SimpleNamespace(settings={"double_entry": True}, rounds=rounds))
    request: Any = None
    assert who_enters.is_second(request, current, game) is second
    assert who_enters.may_write(request, current, game)
