"""firmware/device/pins.py: what the firmware knows of the wiring."""

from making.read import Board

_TEXT = '''"""What hangs on which GPIO. Made from hardware/board.toml by `make hardware`: change it there."""

I2C = {block}
SDA = {sda}
SCL = {scl}

# Adjacent, since one PIO program reads them all; active low, with the chip's own pull-ups.
BUTTONS = ({buttons})
FIRST_BUTTON = {first}

# PWM, active high, through a transistor driver: {seats}.
LIGHTS = ({lights})

# A passive piezo on PWM.
BUZZER = {buzzer}
'''


def module(board: Board) -> str:
    buttons, lights = board.used("button"), board.used("light")
    return _TEXT.format(
        block=board.i2c["block"],
        sda=board.used("sda")[0].gpio,
        scl=board.used("scl")[0].gpio,
        buttons=", ".join(f'"{pin.name}"' for pin in buttons),
        first=buttons[0].gpio,
        seats=", ".join(pin.name for pin in lights),
        lights=", ".join(str(pin.gpio) for pin in lights),
        buzzer=board.used("buzzer")[0].gpio,
    )
