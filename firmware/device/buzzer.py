"""The buzzer, on PWM: plays patterns without making anybody wait.

Who plays a pattern calls `advance` in each turn of the loop; `next_ms` says when a note ends, so that a resting loop
wakes up for it. There is no timer: rp2's come late anyway (MicroPython PR 17363), and times are subtracted here, so a
late turn makes one note longer and not the whole pattern.
"""

import machine

HALF = 32768  # half of the time on: a passive buzzer is loudest so


class Buzzer:
    """`next_ms`: when `advance` is to be called, or None if nothing plays."""

    def __init__(self, gpio):
        self._pwm = machine.PWM(machine.Pin(gpio), freq=1000, duty_u16=0)
        self._notes = ()
        self._at = 0
        self.next_ms = None

    def play(self, pattern, now_ms):
        """Begins ((hertz, ms), …) and lets go of what plays. 0 hertz is a silence; an empty pattern changes nothing."""
        if pattern:
            self._notes = pattern
            self._at = 0
            self.next_ms = now_ms
            self.advance(now_ms)

    def advance(self, now_ms):
        """Goes on to the next note if it is time."""
        while self.next_ms is not None and now_ms >= self.next_ms:
            if self._at == len(self._notes):
                self._pwm.duty_u16(0)
                self.next_ms = None
                return
            hertz, ms = self._notes[self._at]
            self._at += 1
            # A note that was due long ago begins now, and has its length: a pattern is not rushed through.
            self.next_ms = now_ms + ms
            if hertz:
                self._pwm.freq(hertz)
            self._pwm.duty_u16(HALF if hertz else 0)

    def stop(self):
        self.next_ms = None
        self._pwm.duty_u16(0)
        self._pwm.deinit()
