"""Who may play which trump card (MM): the one rule that the game, the view and the buttons' offers share."""


def refused_card(allowed, played, holders, seat, trump):
    """Why a seat may not play a trump at all: "trump", "held"; None if it may.

    Each kind once at the table, one card for each seat; a kind known to be held is only for its holder, who plays no
    other. `allowed`: the control's trumps; `played`: (seat, kind) of each card played; `holders`: {kind: seat}, as far
    as known.
    """
    if trump not in allowed or any(trump == kind or seat == who for who, kind in played):
        return "trump"
    if holders.get(trump, seat) != seat or any(who == seat and kind != trump for kind, who in holders.items()):
        return "held"
    return None
