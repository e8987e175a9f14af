"""Tournaments for tests: three teams of MàTaM and one round of them, and players alone."""

from tritempo_host.tournament import Draft


def three_teams() -> list[Draft]:
    drafts = [Draft("team", {"name": f"Team {n}"}) for n in (1, 2, 3)]
    return drafts + [Draft("player", {"name": f"P{t}{b}", "team": t, "board": b}) for t in (1, 2, 3) for b in "BGP"]


def one_draw(number: int = 1, seed: str = "x") -> Draft:
    tables = [
        {"table": 1 + n, "match": 1, "board": board, "players": [1 + n, 4 + n, 7 + n]} for n, board in enumerate("BGP")
    ]
    body = {"round": number, "system": "molinenc", "seed": seed, "matches": [[1, 2, 3]], "tables": tables}
    return Draft("draw", body)


def result(table: int, number: int = 1, why: str | None = None, **more: object) -> Draft:
    body = {"round": number, "table": table, "scores": [300, 200, 100], "end": "limit", "scrabbles": [1, 0, 0]}
    return Draft("result", body | more, why)


def one_round(number: int = 1) -> list[Draft]:
    """A round drawn, played and closed."""
    return [one_draw(number), *(result(table, number) for table in (1, 2, 3)), Draft("close", {"round": number})]
