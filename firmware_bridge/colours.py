"""Colours as the eye counts them, the bytes that make a LED look that way, and the current that they draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arbiter.message import Message
from firmware_bridge.errors import BadMap
from firmware_bridge.protocol import Rgb
from firmware_bridge.settings import LightSettings
from firmware_bridge.spots import Spot
from firmware_bridge.strip_map import StripMap

Colour = tuple[float, float, float]
"""Red, green, blue as seen, each 0..1: half of it looks half as bright."""

DARK: Colour = (0.0, 0.0, 0.0)
GAMMA = 2.2
"""The eye answers a lamp's power by about this root; a LED's power follows its byte."""


def dimmed(colour: Colour, share: float) -> Colour:
    """The same hue, 0..1 as bright."""
    return (colour[0] * share, colour[1] * share, colour[2] * share)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """`share` 0 gives the one, 1 the other."""
    return (
        one[0] + (other[0] - one[0]) * share,
        one[1] + (other[1] - one[1]) * share,
        one[2] + (other[2] - one[2]) * share,
    )


def power(colour: Colour, cap: float) -> Colour:
    """Share of full power of each of the LED's three lamps. cap: of the brightest, 0..1."""
    return (cap * colour[0] ** GAMMA, cap * colour[1] ** GAMMA, cap * colour[2] ** GAMMA)


def to_bytes(shares: Colour) -> Rgb:
    """Shares of full power as the bytes to send."""
    return (round(255 * shares[0]), round(255 * shares[1]), round(255 * shares[2]))


LAMP_MA = 20.0
IDLE_MA = 1.0
CONTROLLER_MA = 100.0


def estimate_ma(strip: Iterable[Rgb]) -> float:
    """Strip and controller together, in mA."""
    leds = tuple(strip)
    return CONTROLLER_MA + IDLE_MA * len(leds) + LAMP_MA * sum(map(sum, leds)) / 255


def least_ma(strip: StripMap) -> float:
    """What it draws in the dark."""
    return CONTROLLER_MA + IDLE_MA * len(strip)


def fits(settings: LightSettings, strip: StripMap) -> None:
    """Raises BadMap where the budget does not even feed the dark strip and one white lamp."""
    needed = least_ma(strip) + 3 * LAMP_MA
    if settings.budget_ma < needed:
        raise BadMap(
            Message(
                "{count} LEDs and their controller need {needed:.0f} mA before they show anything: raise "
                "budget_ma ({budget_ma}) and give the strip a supply of its own.",
                count=len(strip),
                needed=needed,
                budget_ma=settings.budget_ma,
            )
        )


def powered(lamps: Mapping[Spot, Colour], strip: StripMap, settings: LightSettings) -> tuple[Rgb, ...]:
    """The bytes of the whole strip: gamma, the brightness cap, and everything dimmed alike to stay in the budget."""
    shares = {spot: power(colour, settings.brightness) for spot, colour in lamps.items()}
    wanted = LAMP_MA * sum(sum(shares[spot]) for spot in strip.leds if spot in shares)
    room = settings.budget_ma - least_ma(strip) - LAMP_MA * len(strip) * 1.5 / 255  # rounding up, at worst
    scale = min(1.0, max(room, 0.0) / wanted) if wanted else 1.0
    return strip.spread({spot: to_bytes(dimmed(share, scale)) for spot, share in shares.items()})
