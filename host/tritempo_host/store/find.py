"""Names of logs: the short ones that a list shows, and the log that a person means by one.

A name is `[DEVICE/]GAME[.VERSION]`; of the game its beginning will do, of the device any part, as long as only one log
is meant. Between two contents of one game nothing is chosen silently.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable

from tritempo_host.problem import Problem
from tritempo_host.store.records import StoredLog

SHORTEST = 4  # characters of a game's id in a list, though fewer would do


def matching(logs: Iterable[StoredLog], name: str) -> list[StoredLog]:
    """The logs that a name can mean."""
    rest, _, version = name.strip().lower().partition(".")
    device, _, game = rest.rpartition("/")
    found = [
        log
        for log in logs
        if game
        and log.game.lower().startswith(game)
        and device in log.device.lower()
        and version in ("", str(log.version))
    ]
    # a game's whole id means that game, even where another's begins with it
    return [log for log in found if log.game.lower() == game] or found


def find(logs: Iterable[StoredLog], name: str, place: str, say: Callable[..., str]) -> StoredLog:
    """The one log that a name means. Raises Problem if it is none or several."""
    logs = list(logs)
    found = matching(logs, name)
    if not found:
        raise Problem(say("log_absent", name=name, store=place))
    if len(found) > 1:
        names = short_names(logs)
        raise Problem(say("log_ambiguous", name=name, names=", ".join(sorted(names[log.id] for log in found))))
    return found[0]


def short_names(logs: Iterable[StoredLog]) -> dict[int, str]:
    """For each log's id the shortest name that `find` takes for it and for no other of these logs."""
    logs = list(logs)
    clocks: dict[str, set[str]] = defaultdict(set)  # of each game; mostly one
    for log in logs:
        clocks[log.game].add(log.device)
    beginnings = Counter(game[:length] for game in clocks for length in range(1, len(game) + 1))
    contents = Counter((log.device, log.game) for log in logs)
    names = {}
    for log in logs:
        lengths = range(SHORTEST, len(log.game))
        name = log.game[: next((n for n in lengths if beginnings[log.game[:n]] == 1), len(log.game))]
        if len(clocks[log.game]) > 1:
            name = f"{_ending(log.device, clocks[log.game])}/{name}"
        if contents[log.device, log.game] > 1:
            name = f"{name}.{log.version}"
        names[log.id] = name
    return names


def _ending(device: str, among: set[str]) -> str:
    """The shortest end of a clock's id that is in no other: boards of one make begin alike."""
    ends = (device[-length:] for length in range(SHORTEST, len(device)))
    return next((end for end in ends if sum(end in other for other in among) == 1), device)
