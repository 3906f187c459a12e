"""What the strip draws, and how far to dim a picture so that it stays within the budget.

Each WS2812 lamp draws about 20 mA at full power (60 mA for white) and its chip about 1 mA even when dark:
upper bounds of what is commonly given; PJRC measured 33.5 and 52.5 mA for white on two makes and just under 1 mA dark.
WLED reckons with 55 mA a LED and 100 mA for an ESP.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arbiter.message import Message
from firmware_bridge.colours import Colour, dimmed, power, to_bytes
from firmware_bridge.errors import BadMap
from firmware_bridge.protocol import Rgb
from firmware_bridge.settings import LightSettings
from firmware_bridge.spots import Spot
from firmware_bridge.strip_map import StripMap

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
