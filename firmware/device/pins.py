"""What hangs on which GPIO. Made from hardware/board.toml by `make hardware`: change it there."""

I2C = 0
SDA = 0
SCL = 1

# Adjacent, since one PIO program reads them all; active low, with the chip's own pull-ups.
BUTTONS = ("A", "B", "C", "D", "PAUSE", "TRUMP")
FIRST_BUTTON = 2

# PWM, active high, through a transistor driver: A, B, C, D.
LIGHTS = (10, 11, 12, 13)

# A passive piezo on PWM.
BUZZER = 15
