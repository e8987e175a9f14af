"""The lights in the buttons, on PWM. Only what changed is written."""

import machine

# Above what an eye sees as flicker, and low enough for any transistor.
FREQUENCY_HZ = 1000
FULL = 255


class Lights:
    def __init__(self, gpios):
        self._pwms = [machine.PWM(machine.Pin(gpio), freq=FREQUENCY_HZ, duty_u16=0) for gpio in gpios]
        self._levels = [0] * len(self._pwms)
        self._last = None

    def set(self, levels):
        """`levels`: a tuple, brightness by light, 0 to 255; at most as many as there are lights.

        An eye sees half the light as three quarters, so the share of time is the square of the brightness.
        """
        if levels == self._last:
            return
        self._last = levels
        known = self._levels
        for i in range(len(levels)):
            level = levels[i]
            if level != known[i]:
                known[i] = level
                self._pwms[i].duty_u16(65535 if level >= FULL else level * level)

    def stop(self):
        """Dark, and the pins are low."""
        for pwm in self._pwms:
            pwm.duty_u16(0)
            pwm.deinit()
