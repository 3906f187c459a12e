"""Colours as the eye counts them, and the bytes that a LED needs to look that way."""

from __future__ import annotations

from firmware_bridge.protocol import Rgb

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
