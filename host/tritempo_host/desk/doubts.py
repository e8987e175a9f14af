"""What is doubtful about a log, in words: what a person at the desk should look at now."""

from tritempo_host.report.proposed import doubt, names_of
from tritempo_host.tournament import Tournament
from tritempo_host.tournament.matching import Match


def doubts(t: Tournament, match: Match, lang: str) -> list[str]:
    """A sentence each. That the log of a game without a result has no end yet is as it should be."""
    game = t.game(*match.game) if match.game else None
    names = names_of(t, game) if game else []
    waiting = game is not None and game.result is None
    return [doubt(each, lang, names) for each in match.doubts if not (waiting and each.code == "unfinished")]
