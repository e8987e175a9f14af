"""The interface for programs, thrown everything at that its description allows, and a good deal that it does not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from desk.desks import make
from serving import Serving


@pytest.fixture(scope="module")
def interface(tmp_path_factory: pytest.TempPathFactory) -> Iterator[schemathesis.BaseSchema]:
    store: Path = tmp_path_factory.mktemp("api") / "store.db"
    make(store)
    serving = Serving(store)
    yield schemathesis.openapi.from_url(f"{serving.base}/api/openapi.json")
    serving.stop()


PATHS = ("", "/{slug}", "/{slug}/standings", "/{slug}/standings/{number}", "/{slug}/rounds/{number}")


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_is_as_it_is_described(interface: schemathesis.BaseSchema, path: str) -> None:
    @given(case=interface[f"/api/tournaments{path}"]["GET"].as_strategy())
    @settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
    def whatever_is_asked(case: schemathesis.Case) -> None:
        case.call_and_validate()

    whatever_is_asked()


def test_all_paths_are_asked_for(interface: schemathesis.BaseSchema) -> None:
    assert set(interface) == {f"/api/tournaments{path}" for path in PATHS}
