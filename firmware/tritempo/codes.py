"""The words of the state machine and their codes: a game's memory is packed integers, its inputs and outputs words."""

ON = ("running", "gap", "paused")  # the states in which a game is being played
KINDS = ("base", "again", "retry")
BASE, AGAIN, RETRY = 0, 1, 2
MARKS = (None, "pass", "exchange", "lost", "refused", "unfinished")
PLAY, REFUSED, UNFINISHED = 0, 4, 5
MARKS_BY_HAND = (None, "pass", "exchange", "lost")
REASONS = ("challenge", "score", "overdraw", "arbiter", "bag_empty", "late", "flag", "power")
ENDS = ("out", "passes", "no_score", "blocked", "flag", "abandon", "draw", "interrupted", "aborted")
ENDS_IN_READY = ("abandon", "interrupted", "aborted")

# The codes of inputs in the history, and the words of automatic records.
SEAT, PAUSE, REASON, RESUME, VERDICT, TRUMP, MARK, ADJUST, END, ROUND_START, POWER = range(11)
FLAG, WARN, LIMIT, ROUND_END = 0, 1, 2, 3
WORDS = ("flag", "warn", "limit", "end")

# Columns of an ended turn.
T_SEAT, T_MARK, T_HAND = range(3)
