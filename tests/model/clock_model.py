"""The plain model of the clock: the whole list of inputs is kept, and every answer is computed from its beginning.

Written from the rules page alone, without the clock's code, so that a difference between the two shows which one has
misread it. Slow (each answer replays the game) and meant to be: nothing is ever updated in place, and undo is an edit
of the list.
"""

from dataclasses import dataclass

from model.answers import answers
from model.world import World

MOVES = ("seat", "trump", "verdict", "end")


@dataclass(eq=False)
class Entry:
    """One input that had its effect when it came. `taken_back`: undo has removed it from what happened."""

    t: int
    kind: str
    args: tuple
    taken_back: bool = False


class ClockModel:
    """A game under a whole control (dict) for `seats` seats; `holders`: a trump's kind to the seat that holds it."""

    def __init__(self, control, seats, holders=None):
        self.control = control
        self.seats = seats
        self.holders = dict(holders or {})
        self.entries = []
        self.ignored = 0

    def world_at(self, t, including, before=None):
        """The game at `t`; what falls on `t` has happened if `including`. `before`: without that entry and later."""
        world = World(self.control, self.seats, self.holders)
        for entry in self.entries:
            if entry is before:
                break
            if not entry.taken_back:
                world.pass_time(entry.t, including=False)
                # After an undo it may no longer find its state; then it has no effect, and is not counted again.
                world.apply(entry.kind, entry.args)
        world.pass_time(t, including)
        return world

    def input(self, t, kind, *args):
        """One input. Returns None if it had its effect, else why it was ignored. Times never fall."""
        world = self.world_at(t, including=False)
        if kind == "undo":
            why = self._undo(world)
        else:
            why = world.apply(kind, args)
            if why is None:
                if kind == "mark":
                    # A mark stays with its turn, whatever an undo makes of the turns after it.
                    args = (args[0], len(world.ended_turns) if len(args) < 2 or args[1] is None else args[1])
                self.entries.append(Entry(t, kind, args))
        if why is not None:
            self.ignored += 1
        return why

    def _undo(self, world):
        moves = [entry for entry in self.entries if entry.kind in MOVES and not entry.taken_back]
        if world.state not in ("paused", "ended") or world.stopped or not moves:
            return "state"
        move = moves[-1]
        place = self.entries.index(move)
        before = self.world_at(move.t, including=False, before=move)
        if move.kind in ("verdict", "end"):
            # The pauses after it go with it.
            for entry in self.entries[place:]:
                if entry.kind in ("pause", "pause_of_undone_end", "resume", "reason", "power"):
                    entry.taken_back = True
        ended_the_game = move.kind == "end" or (move.kind == "seat" and world.state == "ended")
        if ended_the_game and before.state in ("running", "gap"):
            self.entries.insert(place, Entry(move.t, "pause_of_undone_end", ()))
        move.taken_back = True
        return None

    def at(self, t, including=True):
        """Every observable of the rules page at `t`, as a dict."""
        return dict(answers(self.world_at(t, including)), ignored=self.ignored)
