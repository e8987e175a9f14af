"""The display: does it answer, and does a person see what it was sent?"""

from collections.abc import Iterator

from tritempo_host.selftest.bench import Answer, Bench
from tritempo_host.selftest.record import Finding, Status, remark

STEP = "display"
ADDRESSES = (0x3C, 0x3D)
LETTERS = "à è é í ï ò ó ú ü ç l·l ș ț ă â î"
PICTURES = ("chess", "full", "corners", "accents")


def run(bench: Bench) -> Iterator[Finding]:
    bus = bench.hands.do("bus()")
    kind = bench.options.get("display", "?")
    found = [f"{address:#04x}" for address in bus["found"]]
    figures = {"found": found, "sda": bus["sda"], "scl": bus["scl"], "kind": kind}
    if not any(address in bus["found"] for address in ADDRESSES):
        said = [remark("display_silent")]
        if not bus["sda"] or not bus["scl"]:
            said.append(remark("bus_low", wire="SDA" if bus["scl"] else "SCL"))
        elif found:
            said.append(remark("bus_others", found=", ".join(found)))
        yield Finding(STEP, "I2C", Status.FAIL, tuple(said), figures)
        return
    address = next(f"{each:#04x}" for each in ADDRESSES if each in bus["found"])
    yield Finding(STEP, "I2C", Status.PASS, (remark("display_answers", kind=kind, address=address),), figures)
    for picture in PICTURES:
        yield _picture(bench, picture)
    bench.hands.do("show('dark')")


def _picture(bench: Bench, picture: str) -> Finding:
    while True:
        if bench.hands.do(f"show({picture!r})")["trouble"]:
            return Finding(STEP, picture, Status.FAIL, (remark("display_fails"),))
        answer = bench.person.ask(f"display_{picture}", letters=LETTERS)
        if answer is Answer.YES:
            return Finding(STEP, picture, Status.PASS, (remark("display_good"),))
        if answer is Answer.NO:
            return Finding(STEP, picture, Status.FAIL, (remark(f"display_not_{picture}"),))
        if answer is Answer.SKIP:
            return Finding(STEP, picture, Status.SKIP, (remark("not_asked"),))
