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
        """`levels`: a tuple, brightness by light, 0 to 255; lights that it has no level for stay as they are."""
        if levels == self._last:
            return
        self._last = levels
        for i in range(min(len(levels), len(self._pwms))):
            level = levels[i]
            if level != self._levels[i]:
                self._levels[i] = level
                self._pwms[i].duty_u16(duty(level))

    def stop(self):
        """Dark, and the pins are low."""
        for pwm in self._pwms:
            pwm.duty_u16(0)
            pwm.deinit()


def duty(level):
    """The share of time, 0 to 65535, for a brightness. An eye sees half the light as three quarters: so squared."""
    return 65535 if level >= FULL else level * level
