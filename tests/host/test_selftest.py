"""The self-test on the host: a bench with a made-up clock and a made-up person, and time that the test moves."""

import json
import re
from collections.abc import Callable
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from device import panels, pins
from device import selftest as on_the_clock
from device.buttons import DEAF_US
from tritempo_host.cli import cli
from tritempo_host.deploy import reach
from tritempo_host.deploy.problems import DeployProblem
from tritempo_host.link.problems import NoSuchPort, PortBusy, Refused
from tritempo_host.selftest import run
from tritempo_host.selftest.bench import Answer, Bench
from tritempo_host.selftest.record import Finding, Record, Status
from tritempo_host.selftest.screen import Speech
from tritempo_host.selftest.steps import buttons, display, memory, timing
from tritempo_host.words import LANGUAGES, catalogue

HELLO = {"device": "e6614c311b7e6f35", "board": "pico", "firmware": "0.1.0", "build": "3f8a1c02", "state": "setup"}
PORT = "/dev/clock"
BOARD = {
    "id": "e6614c311b7e6f35",
    "chip": "Raspberry Pi Pico with RP2040",
    "micropython": "1.28.0",
    "mem_free": 180_000,
    "blocks": 352,
    "blocks_free": 300,
    "block": 4096,
}


class FakeBoard:
    """A clock at its prompt, and the fingers on it. `press`: what the buttons do when one is asked for."""

    def __init__(self, **faults: Any) -> None:
        self.faults = faults
        self.calls: list[str] = []
        self.now_s = 1000.0
        self.waiting: list[list] = []
        self.down: list[str] = list(faults.get("stuck", ()))
        self.seats = faults.get("seats", 3)
        self.ppm = faults.get("ppm", 12)
        self.round_trip_s = faults.get("round_trip_s", 0.001)

    # the Hands

    def do(self, call: str) -> dict[str, Any]:
        self.calls.append(call)
        self.now_s += 0.01
        if call == self.faults.get("gone_at"):
            raise DeployProblem("prompt_gone", port=PORT)
        if call == self.faults.get("interrupted_at"):
            raise KeyboardInterrupt
        if call == self.faults.get("raises_at"):
            raise DeployProblem("prompt_failed", port=PORT, why="OSError: 5")
        name = call.partition("(")[0]
        answers: dict[str, Any] = {
            "board": BOARD | self.faults.get("board", {}),
            "options": {"seats": self.seats, "display": "ssd1306"},
            "flash": {"bytes": 16384, "wrong": 0, "ms": 210, "error": None} | self.faults.get("flash", {}),
            "bus": {"found": [0x3C], "sda": 1, "scl": 1} | self.faults.get("bus", {}),
            "show": {"trouble": self.faults.get("trouble")},
            "clock_module": self.faults.get("module", {"found": False, "unix": None, "memory": False}),
        }
        if name == "buttons":
            rested, self.waiting = self.waiting, []
            return {"rested": rested, "down": self.down}
        return answers.get(name, {})

    def ticks(self, count: int) -> list[tuple[float, int, float]]:
        out = []
        for _ in range(count):
            before = self.now_s
            self.now_s += self.round_trip_s
            middle = (before + self.now_s) / 2
            out.append((before, int(middle * 1e6 * (1 + self.ppm / 1e6)) % timing.WRAP_US, self.now_s))
        return out

    def rest(self, seconds: float) -> None:
        self.now_s += seconds


def taps(*presses: tuple[str, int], bounce_us: int = 1500) -> list[list]:
    """What the clock says of presses: (button, ms at which it went down)."""
    out = []
    for name, ms in presses:
        out += [[name, True, ms, bounce_us, 3], [name, False, ms + 90, 0, 1]]
    return out


def thrice(name: str, **how: Any) -> list[list]:
    return taps((name, 1000), (name, 1400), (name, 1800), **how)


class FakePerson:
    """Presses what it is asked to (or what `presses` says), and answers yes (or what `answers` says)."""

    def __init__(
        self,
        board: FakeBoard,
        presses: dict[str, list[list]] | None = None,
        answers: dict[str, list[Answer]] | None = None,
        present: bool = True,
    ) -> None:
        self.board = board
        self.presses = presses or {}
        self.answers = answers or {}
        self.present = present
        self.asked: list[str] = []
        self._next: list[list] = []

    def ask(self, key: str, **values: Any) -> Answer:
        shown = f"{key} {values.get('button', values.get('level', ''))}".strip()
        self.asked.append(shown)
        if not self.present:
            return Answer.SKIP
        queue = self.answers.get(shown, [])
        if queue:
            return queue.pop(0)
        return Answer.NO if key == "button_again" else Answer.YES

    def tell(self, key: str, **values: Any) -> None:
        if key == "button_press":
            name = values["button"]
            events = self.presses.get(name, thrice(name))
            # The clock is asked once for what came before; then the finger comes.
            self.board.waiting = []
            board, do = self.board, self.board.do

            def once(call: str) -> dict[str, Any]:
                answer = do(call)
                if call == "buttons()":
                    board.waiting = events
                    board.do = do  # type: ignore[method-assign]
                return answer

            board.do = once  # type: ignore[method-assign]


def bench_of(board: FakeBoard, person: FakePerson) -> Bench:
    return Bench(
        board,
        person,
        {"seats": board.seats, "display": "ssd1306"},
        now_s=lambda: board.now_s,
        rest=board.rest,
        wall_s=lambda: 1_800_000_000,
    )


def record_of(
    *only: str, person: Callable[[FakeBoard], FakePerson] = FakePerson, seconds: float = 30, **faults: Any
) -> tuple[Record, FakeBoard, FakePerson]:
    board = FakeBoard(**faults)
    somebody = person(board)
    record = Record(PORT, datetime(2026, 11, 30, 12, 0, tzinfo=UTC), dict(HELLO))
    run.test(bench_of(board, somebody), record, only, seconds, lambda finding: None)
    return record, board, somebody


def by_part(record: Record) -> dict[str, Finding]:
    return {f"{each.step} {each.part}".strip(): each for each in record.findings}


def keys(finding: Finding) -> list[str]:
    return [said.key for said in finding.remarks]


# A good clock


def test_a_good_clock_passes_every_step() -> None:
    record, board, person = record_of()
    assert record.passed and not record.stopped
    found = by_part(record)
    assert list(found) == [
        *("memory RAM", "memory flash"),
        *("buttons", "buttons A", "buttons B", "buttons C", "buttons PAUSE", "buttons TRUMP"),
        *("lights A", "lights B", "lights C"),
        *("display I2C", "display chess", "display full", "display corners", "display accents"),
        *("buzzer 1", "buzzer 2", "buzzer 3"),
        *("clock_module", "time"),
    ]
    assert {each.status for name, each in found.items() if name != "clock_module"} == {Status.PASS}
    assert found["clock_module"].status is Status.SKIP
    assert person.asked[:2] == ["light_full A", "light_dim A"]
    assert board.calls[-1] == "stop()"


def test_a_fourth_seat_has_its_button_and_light() -> None:
    record, board, _ = record_of("buttons", "lights", seats=4)
    assert {"buttons D", "lights D"} <= set(by_part(record))
    assert "lights(0, 0, 0, 255)" in board.calls


def test_only_what_is_asked_for_is_tested() -> None:
    record, board, _ = record_of("buzzer")
    assert {each.step for each in record.findings} == {"buzzer"}
    assert not any(call.startswith(("lights", "show", "flash")) for call in board.calls)


def test_without_questions_only_what_the_clock_knows_is_judged() -> None:
    record, _, _ = record_of(person=lambda board: FakePerson(board, present=False))
    found = by_part(record)
    assert record.passed
    assert found["buttons"].status is Status.PASS, "that none is stuck needs nobody"
    assert {found[name].status for name in ("buttons A", "lights B", "display chess", "buzzer 2")} == {Status.SKIP}
    assert found["time"].status is Status.PASS


# Buttons

CASES = {
    "silent": ({"PAUSE": []}, "PAUSE", ["button_silent"], Status.FAIL),
    "other": ({"A": thrice("B")}, "A", ["button_other"], Status.FAIL),
    "bridge": (
        {"A": taps(("A", 1000), ("B", 1001), ("A", 1500), ("B", 1500), ("A", 2000), ("B", 2000))},
        "A",
        ["button_together"],
        Status.FAIL,
    ),
    "twice": ({"C": taps(("C", 1000), ("C", 1500))}, "C", ["button_few"], Status.FAIL),
    "bounces": ({"B": thrice("B", bounce_us=13_000)}, "B", ["button_good", "button_bounces"], Status.WARN),
    "bounces as it may": ({"B": thrice("B", bounce_us=10_000)}, "B", ["button_good"], Status.PASS),
    "touch": (
        {"B": [["B", None, 900, 400, 2], *thrice("B")]},
        "B",
        ["button_good", "button_touches"],
        Status.WARN,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_with_a_button_is_said(case: str) -> None:
    presses, name, said, status = CASES[case]
    record, _, _ = record_of("buttons", person=lambda board: FakePerson(board, presses))
    finding = by_part(record)[f"buttons {name}"]
    assert (keys(finding), finding.status) == (said, status)
    assert all(each.status is Status.PASS for part, each in by_part(record).items() if part != f"buttons {name}")


def test_swapped_wires_are_named() -> None:
    presses = {"PAUSE": thrice("TRUMP"), "TRUMP": thrice("PAUSE")}
    record, _, _ = record_of("buttons", person=lambda board: FakePerson(board, presses))
    found = by_part(record)
    assert found["buttons PAUSE"].remarks[0].values == {"button": "PAUSE", "seen": "TRUMP"}
    assert keys(record.findings[-1]) == ["button_swapped"]
    assert "TRUMFO" in Speech("ca").remarks(found["buttons PAUSE"])


def test_a_stuck_button_is_said_and_not_asked_for() -> None:
    record, _, person = record_of("buttons", stuck=["B"])
    assert keys(by_part(record)["buttons B"]) == ["button_stuck"]
    assert [each.part for each in record.findings].count("B") == 1
    assert "button_again B" not in person.asked


def test_a_fourth_button_that_is_not_there_is_not_stuck() -> None:
    record, _, _ = record_of("buttons", stuck=["D"])
    assert record.passed


def test_a_button_that_is_not_let_go_is_said() -> None:
    board = FakeBoard()
    person = FakePerson(board, {"A": [["A", True, 1000, 0, 1], ["A", True, 1200, 0, 1], ["A", True, 1400, 0, 1]]})
    seen = None
    bench = bench_of(board, person)
    findings = buttons.run(bench)
    assert next(findings).status is Status.PASS
    board.down = ["A"]
    seen = next(findings)
    assert keys(seen) == ["button_stays"]
    assert board.now_s < 1000 + 2 * buttons.RELEASE_S + buttons.STILL_S, "it is not waited for ever"


def test_a_button_can_be_tried_again() -> None:
    presses = {"A": thrice("B")}

    class Second(FakePerson):
        def ask(self, key: str, **values: Any) -> Answer:
            self.presses.pop("A", None)
            return super().ask(key, **values)

    record, _, person = record_of(
        "buttons", person=lambda board: Second(board, presses, {"button_again A": [Answer.YES]})
    )
    assert by_part(record)["buttons A"].status is Status.PASS
    assert person.asked == ["button_again A"]


# Lights, buzzer, display, module, memory


@pytest.mark.parametrize(
    ("question", "part", "said"),
    [
        ("light_full B", "lights B", "light_not_full"),
        ("light_dim C", "lights C", "light_not_dim"),
        ("buzzer_heard 2", "buzzer 2", "buzzer_silent"),
        ("display_chess", "display chess", "display_not_chess"),
        ("display_full", "display full", "display_not_full"),
        ("display_corners", "display corners", "display_not_corners"),
        ("display_accents", "display accents", "display_not_accents"),
    ],
)
def test_a_no_says_what_to_check(question: str, part: str, said: str) -> None:
    record, _, _ = record_of(person=lambda board: FakePerson(board, answers={question: [Answer.NO]}))
    found = by_part(record)
    assert (found[part].status, keys(found[part])) == (Status.FAIL, [said])
    assert [name for name, each in found.items() if each.status is Status.FAIL] == [part]


def test_again_shows_it_again() -> None:
    answers = {"buzzer_heard 1": [Answer.AGAIN, Answer.AGAIN, Answer.YES], "light_full A": [Answer.AGAIN, Answer.YES]}
    record, board, _ = record_of("buzzer", "lights", person=lambda board: FakePerson(board, answers=answers))
    assert record.passed
    assert board.calls.count("beep(1)") == 3
    assert board.calls.count("lights(255, 0, 0, 0)") == 2


@pytest.mark.parametrize(
    ("faults", "part", "said", "status"),
    [
        ({"bus": {"found": []}}, "display I2C", ["display_silent"], Status.FAIL),
        ({"bus": {"found": [], "sda": 0}}, "display I2C", ["display_silent", "bus_low"], Status.FAIL),
        ({"bus": {"found": [0x68]}}, "display I2C", ["display_silent", "bus_others"], Status.FAIL),
        ({"trouble": "tr_display"}, "display chess", ["display_fails"], Status.FAIL),
        ({"board": {"mem_free": 60_000}}, "memory RAM", ["ram_low"], Status.FAIL),
        ({"board": {"blocks_free": 30}}, "memory flash", ["flash_good", "flash_filling"], Status.WARN),
        ({"flash": {"error": "28", "wrong": None}}, "memory flash", ["flash_error"], Status.FAIL),
        ({"flash": {"wrong": 2}}, "memory flash", ["flash_wrong"], Status.FAIL),
        (
            {"module": {"found": True, "unix": None, "memory": True}},
            "clock_module DS3231",
            ["module_stopped"],
            Status.FAIL,
        ),
        (
            {"module": {"found": True, "unix": 1_800_000_090, "memory": True}},
            "clock_module DS3231",
            ["module_time", "module_differs"],
            Status.WARN,
        ),
        (
            {"module": {"found": True, "unix": 1_800_000_001, "memory": False}},
            "clock_module EEPROM",
            ["module_no_memory"],
            Status.WARN,
        ),
    ],
)
def test_what_the_clock_itself_finds_is_said(
    faults: dict[str, Any], part: str, said: list[str], status: Status
) -> None:
    record, _, _ = record_of(**faults)
    finding = by_part(record)[part]
    assert (keys(finding), finding.status) == (said, status)


# Time


@pytest.mark.parametrize(
    ("ppm", "round_trip_s", "status"),
    [
        (0, 0.001, Status.PASS),
        (30, 0.001, Status.PASS),
        (-90, 0.0002, Status.PASS),
        (160, 0.001, Status.FAIL),
        (-2000, 0.004, Status.FAIL),
        (10, 0.050, Status.SKIP),  # a line so slow that nothing can be said, however long it is tried
        (101, 0.001, Status.SKIP),
    ],
)
def test_time_is_judged_by_what_is_sure(ppm: int, round_trip_s: float, status: Status) -> None:
    record, _, _ = record_of("time", ppm=ppm, round_trip_s=round_trip_s)
    [finding] = record.findings
    assert finding.status is status
    assert abs(finding.figures["drift_ppm"] - ppm) <= finding.figures["unsure_ppm"] + 0.1


def test_a_slow_line_is_measured_longer() -> None:
    record, _, _ = record_of("time", round_trip_s=0.004)
    [finding] = record.findings
    assert finding.status is Status.PASS
    assert 59 < finding.figures["seconds"] < 121


def test_ticks_that_wrap_are_no_drift() -> None:
    wrap_s = timing.WRAP_US / 1e6
    first, last = (
        timing.Reading(100.0, timing.WRAP_US - 5, 1e-4),
        timing.Reading(100.0 + wrap_s, timing.WRAP_US - 5, 1e-4),
    )
    ppm, unsure = timing.drift_ppm(first, last)
    assert abs(ppm) < 0.001 and 0 < unsure < 1


def test_the_shortest_round_trip_counts() -> None:
    class Uneven(FakeBoard):
        def ticks(self, count: int) -> list[tuple[float, int, float]]:
            return [(0.0, 999_999, 0.9), (1.0, 1_000_250, 1.0005), (2.0, 2_100_000, 2.3)]

    board = Uneven()
    reading = timing.read(bench_of(board, FakePerson(board)))
    assert (reading.host_s, reading.unsure_s) == pytest.approx((1.00025, 0.00025))
    assert reading.clock_us == 1_000_250


# What goes wrong on the way


def test_a_pulled_cable_ends_the_test_and_keeps_what_was_found() -> None:
    record, _, _ = record_of(gone_at="lights(255, 0, 0, 0)")
    assert record.stopped == "cable" and not record.passed
    assert "buttons TRUMP" in by_part(record) and "display I2C" not in by_part(record)


def test_ctrl_c_keeps_what_was_found() -> None:
    record, _, _ = record_of(interrupted_at="show('full')")
    assert record.stopped == "interrupted" and not record.passed
    assert "display chess" in by_part(record)


def test_a_part_whose_driver_raises_does_not_end_the_test() -> None:
    record, _, _ = record_of(raises_at="beep(1)")
    found = by_part(record)
    assert keys(found["buzzer"]) == ["step_failed"] and "time" in found


# The words


def test_the_page_of_the_plan_tells_the_steps_and_limits() -> None:
    plan = (Path(__file__).parents[2] / "docs" / "testplan.md").read_text(encoding="utf-8")
    for name in run.NAMES:
        assert re.search(rf"`(--only )?{name}`", plan), name
        title = Speech("en")(f"step_{name}").lower().partition(" (")[0]
        assert f"\n| {title} |" in plan, title
    assert f"less than {memory.LEAST_RAM // 1024} KB of RAM" in plan
    assert f"warning over {buttons.MOST_BOUNCE_US // 1000} ms" in plan
    assert f"off by more than {timing.LIMIT_PPM} ppm" in plan
    assert f"{timing.LONGEST}" == "4" and "up to four times as long" in plan and timing.ROUNDS == 40


def test_every_word_is_there_in_three_languages_with_the_same_fields() -> None:
    for key, forms in catalogue("selftest").items():
        assert set(forms) == set(LANGUAGES), key
        fields = {lang: set(re.findall(r"\{(\w+)\}", text)) for lang, text in forms.items()}
        assert fields["ca"] == fields["ro"] == fields["en"], key


def test_the_keys_of_the_answers_differ() -> None:
    for lang in LANGUAGES:
        letters = [Speech(lang)(f"key_{answer.value}") for answer in Answer]
        assert len(set(letters)) == len(letters)
        for letter in letters:
            assert f"{letter} " in Speech(lang)("keys_told") and letter in Speech(lang)("keys")


def test_each_finding_can_be_said_in_each_language() -> None:
    for lang in LANGUAGES:
        say = Speech(lang)
        every: tuple[dict[str, Any], ...] = (
            {},
            {"bus": {"found": [0x68], "scl": 0}},
            {"ppm": 5000},
            {"board": {"blocks_free": 3}},
        )
        for faults in every:
            for finding in record_of(**faults)[0].findings:
                assert say.remarks(finding) and "{" not in say.remarks(finding)
                assert say(f"step_{finding.step}")


# The command


@pytest.fixture
def at_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[..., FakeBoard]:
    """The command finds this board behind any port, and it comes back after the test."""

    def put(**faults: Any) -> FakeBoard:
        board = FakeBoard(**faults)

        @contextmanager
        def hands_on(port: str):
            yield board, dict(HELLO)

        monkeypatch.setattr("tritempo_host.commands.selftest.hands_on", hands_on)
        monkeypatch.setattr(reach, "wait_for_clock", lambda port, came_from: reach.Back(port, HELLO))
        in_no_time = partial(Bench, now_s=lambda: board.now_s, rest=board.rest)
        monkeypatch.setattr("tritempo_host.commands.selftest.Bench", in_no_time)
        return board

    return put


def command(*args: str, answers: str = "", lang: str = "en") -> Any:
    return CliRunner().invoke(cli, ["selftest", "--port", PORT, "--lang", lang, *args], input=answers)


def test_the_result_is_kept_as_json_and_as_a_page(at_clock: Any, tmp_path: Path) -> None:
    at_clock()
    done = command("--only", "memory", "--only", "buzzer", "-o", str(tmp_path / "new"), answers="y\nyes\ny\n")
    assert done.exit_code == 0, done.output
    kept = sorted((tmp_path / "new").iterdir())
    assert [path.suffix for path in kept] == [".html", ".json"]
    assert all(str(path) in done.output for path in kept)
    told = json.loads(kept[1].read_text(encoding="utf-8"))
    assert told["device"] == HELLO["device"] and told["passed"] is True and told["clock"]["build"] == "3f8a1c02"
    assert [each["step"] for each in told["findings"]] == ["memory", "memory", *["buzzer"] * 3, "restart"]
    page = kept[0].read_text(encoding="utf-8")
    assert HELLO["device"] in page and "There are faults" not in page


def test_a_no_makes_the_exit_code_1(at_clock: Any, tmp_path: Path) -> None:
    at_clock()
    done = command("--only", "buzzer", "-o", str(tmp_path), answers="y\nn\ny\n", lang="ca")
    assert done.exit_code == 1
    assert "defecte" in done.output and "que sigui passiu" in " ".join(done.output.split())


def test_an_answer_that_is_none_is_asked_for_again_and_no_answers_skip(at_clock: Any, tmp_path: Path) -> None:
    board = at_clock()
    done = command("--only", "buzzer", "-o", str(tmp_path), answers="what\ny\n")
    assert done.exit_code == 0
    assert done.output.count("skipped") == 2 + 1  # two levels, and once in the sum
    assert board.calls.count("beep(1)") == 1


def test_stopped_half_way_the_result_is_kept_and_said(at_clock: Any, tmp_path: Path) -> None:
    at_clock(interrupted_at="beep(1)")
    done = command("--only", "memory", "--only", "buzzer", "-o", str(tmp_path))
    assert done.exit_code == 130
    assert "Stopped before the end" in done.output and len(list(tmp_path.iterdir())) == 2


def test_stopped_before_anything_was_measured_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(port: str, *, virtual: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(reach, "ask_for_prompt", stopped)
    done = command("-o", str(tmp_path / "none"))
    assert done.exit_code != 0 and not (tmp_path / "none").exists()


def test_a_cable_pulled_is_said_and_kept(at_clock: Any, tmp_path: Path) -> None:
    at_clock(gone_at="flash()")
    done = command("-o", str(tmp_path), "--skip-questions")
    assert done.exit_code == 1
    assert "no longer answers" in done.output and len(list(tmp_path.iterdir())) == 2


def test_a_cable_pulled_at_once_is_said(at_clock: Any, tmp_path: Path) -> None:
    at_clock(gone_at="board()")
    done = command("--only", "memory", "-o", str(tmp_path / "none"))
    assert done.exit_code == 1 and "no longer answers" in done.output
    assert not (tmp_path / "none").exists()


def test_a_clock_that_does_not_come_back_is_a_fault(
    at_clock: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_clock()

    def silent(port: str, came_from: str | None) -> reach.Back:
        raise DeployProblem("not_back", port=port)

    monkeypatch.setattr(reach, "wait_for_clock", silent)
    done = command("--only", "memory", "-o", str(tmp_path))
    assert done.exit_code == 1 and "did not answer again" in " ".join(done.output.split())


@pytest.mark.parametrize("problem", [NoSuchPort(PORT), PortBusy(PORT), Refused(PORT, "playing", "")])
def test_a_clock_that_cannot_be_had_is_one_sentence(
    problem: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(port: str, *, virtual: bool) -> None:
        raise problem

    monkeypatch.setattr(reach, "ask_for_prompt", cannot)
    done = command("-o", str(tmp_path / "none"))
    assert done.exit_code == 1
    said = [line for line in done.output.splitlines() if line]
    assert len(said) == 1 and said[0].startswith("tritempo: ")
    assert not (tmp_path / "none").exists(), "nothing was measured, so nothing is kept"


def test_a_folder_that_cannot_be_written_is_said(at_clock: Any, tmp_path: Path) -> None:
    at_clock()
    (tmp_path / "file").write_text("")
    done = command("--only", "memory", "-o", str(tmp_path / "file"))
    assert done.exit_code == 1 and "could not be kept" in done.output


def test_a_clock_that_says_strange_things_harms_no_page(at_clock: Any, tmp_path: Path) -> None:
    at_clock(board={"chip": "<script>\u202e"}, raises_at="flash()")
    done = command("--only", "memory", "-o", str(tmp_path))
    assert done.exit_code == 1
    [page] = [path.read_text(encoding="utf-8") for path in tmp_path.glob("*.html")]
    assert "<script>" not in page and "\u202e" not in page


def test_80_columns_are_enough(at_clock: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    at_clock(bus={"found": []}, ppm=9999)
    for lang in LANGUAGES:
        done = command("--skip-questions", "-o", str(tmp_path / lang), lang=lang)
        lines = [line for line in done.output.splitlines() if str(tmp_path) not in line]
        assert max(map(len, lines)) <= 80


def test_what_is_asked_about_is_what_the_clock_shows():
    """Both ends say by themselves which letters, addresses and buttons there are."""
    shown = {letter for line in on_the_clock.ACCENTS for letter in line.split()}
    assert set(display.LETTERS.split()) <= shown
    assert display.ADDRESSES == panels.ADDRESSES
    assert tuple(buttons.names(4)) == pins.BUTTONS
    assert buttons.MOST_BOUNCE_US <= DEAF_US
