"""What a clock needs as it starts, and then only for settings from its host. One module: a Pico gets its 3 KB back."""

from tritempo.found import find as find
from tritempo.found import set_aside as set_aside
from tritempo.kept import Kept as Kept
