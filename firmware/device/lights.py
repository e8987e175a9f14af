"""The lights in the buttons, on PWM. Only what changed is written."""

import machine

# Low enough for any transistor. A new level counts from the next period on, so a short one has the light on sooner.
FREQUENCY_HZ = 8000
FULL = 255


class Lights:
    def __init__(self, gpios):
        self._pwms = [machine.PWM(machine.Pin(gpio), freq=FREQUENCY_HZ, duty_u16=0) for gpio in gpios]
        self._levels = [0] * len(self._pwms)

    def set(self, levels):
        """`levels`: a tuple, brightness by light, 0 to 255; at most as many as there are lights.

        An eye sees half the light as three quarters, so the share of time is the square of the brightness.
        """
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
