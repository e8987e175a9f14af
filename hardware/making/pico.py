"""Facts of the Raspberry Pi Pico, Pico W and Pico 2: their 40 pins are the same.

From the data sheets of the Pico, the Pico W and the Pico 2 (pinout) and of the RP2040 (functions of the GPIO).
"""

# Physical pin -> what is printed beside it.
PINS = {
    1: "GP0", 2: "GP1", 3: "GND", 4: "GP2", 5: "GP3", 6: "GP4", 7: "GP5", 8: "GND", 9: "GP6", 10: "GP7",
    11: "GP8", 12: "GP9", 13: "GND", 14: "GP10", 15: "GP11", 16: "GP12", 17: "GP13", 18: "GND", 19: "GP14", 20: "GP15",
    21: "GP16", 22: "GP17", 23: "GND", 24: "GP18", 25: "GP19", 26: "GP20", 27: "GP21", 28: "GND", 29: "GP22", 30: "RUN",
    31: "GP26", 32: "GP27", 33: "AGND", 34: "GP28", 35: "ADC_VREF", 36: "3V3(OUT)", 37: "3V3_EN", 38: "GND",
    39: "VSYS", 40: "VBUS",
}  # fmt: skip

PHYSICAL = {int(name[2:]): pin for pin, name in PINS.items() if name.startswith("GP")}

# Used inside the board: on the Pico for its supply and its LED, on the Pico W for the radio.
INSIDE = (23, 24, 25, 29)

# Milliamperes that the data sheets recommend as the most to be taken from 3V3(OUT).
MOST_3V3_MA = 300


def pwm_slice(gpio: int) -> int:
    """The PWM slice of a GPIO. The two channels of a slice have one frequency."""
    return gpio >> 1 & 7


def pwm_channel(gpio: int) -> str:
    return "AB"[gpio & 1]


def i2c_role(gpio: int) -> tuple[int, str]:
    """Which I2C block a GPIO can serve, and as what: "sda" or "scl"."""
    return gpio >> 1 & 1, ("sda", "scl")[gpio & 1]
