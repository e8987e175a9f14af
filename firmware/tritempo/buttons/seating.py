"""Which button is whose: seats are numbered in turn order, and the table decides which button each of them has.

A seating is a text with the buttons in the order of the seats: "ABCD" gives seat 1 the left button, "ACBD" gives
seat 2 the right one. It is the setting `rotation`, and a game of fewer seats uses the beginning of it.
"""

BUTTONS = ("A", "B", "C", "D", "PAUSE", "TRUMP")
SEAT_BUTTONS = ("A", "B", "C", "D")
DEFAULT = "ABCD"

# Three buttons side by side: every order, so that two players may also sit at any two of them.
ORDERS_OF_3 = ("ABCD", "BCAD", "CABD", "ACBD", "CBAD", "BACD")
# Four around a table: each may begin, and the turn goes to the left or to the right.
ORDERS_OF_4 = ("ABCD", "BCDA", "CDAB", "DABC", "ADCB", "DCBA", "CBAD", "BADC")


def orders(buttons):
    """The seatings that a clock with so many seat buttons offers."""
    return ORDERS_OF_4 if buttons == 4 else ORDERS_OF_3


def seat_of(button, seats, order=DEFAULT):
    """The seat (1 to `seats`) of a button, or None where nobody sits."""
    place = order.find(button)
    return place + 1 if len(button) == 1 and 0 <= place < seats else None


def button_of(seat, order=DEFAULT):
    """The button of a seat: whose light is to be lit."""
    return order[seat - 1]
