"""The current of a seat's light: what is left of 5 V after LED and driver, through the resistor."""

from making.read import Led, Light


def usual_ma(light: Light, led: Led) -> float:
    """Milliamperes with usual parts."""
    return (light.supply_mv[1] - light.driver_mv[1] - led.mv[1]) / light.resistor_ohm


def worst_ma(light: Light, led: Led) -> float:
    """Milliamperes where every tolerance adds to the current."""
    return (light.supply_mv[2] - light.driver_mv[0] - led.mv[0]) / _ohm(light, -1)


def least_ma(light: Light, led: Led) -> float:
    return max(0, light.supply_mv[0] - light.driver_mv[2] - led.mv[2]) / _ohm(light, 1)


def _ohm(light: Light, sign: int) -> float:
    """The resistor at the end of its tolerance: the smallest with -1, the largest with 1."""
    return light.resistor_ohm * (100 + sign * light.resistor_percent) / 100
