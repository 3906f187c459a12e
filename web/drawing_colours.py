"""The board in its own colours: made fit for a drawing, so that every checker stands out from what it lies on.

Contrast is the ratio of relative luminances as WCAG 2.2 defines it (1 to 21).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
Rgb = tuple[int, int, int]

APART = 3.0
"""Least contrast between both sides' checkers, and between a checker and its rim (WCAG 1.4.11)."""
POINTS_APART = 1.25
"""Least contrast between the points' two colours, and of each to the floor."""
_STEP = 0.04
_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)


@dataclass(frozen=True, slots=True)
class DrawingColours:
    """Colours as the camera saw them, red, green, blue. points: where column + row is even, and the others."""

    light: Rgb
    dark: Rgb
    points: tuple[Rgb, Rgb]
    floor: Rgb


def colours_json(look: DrawingColours | None) -> Json | None:
    """Colours to draw with, as `#rrggbb`."""
    if look is None:
        return None
    light, dark = _parted(look.light, look.dark)
    floor = look.floor
    points = [_away(point, floor, POINTS_APART) for point in look.points]
    return {
        "light": _checker(light),
        "dark": _checker(dark),
        "points": [_hex(point) for point in points],
        "floor": _hex(floor),
        "line": _hex(_away(floor, floor, 1.5)),
    }


def contrast(one: Rgb, other: Rgb) -> float:
    """From 1 (the same) to 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _parted(light: Rgb, dark: Rgb) -> tuple[Rgb, Rgb]:
    """Both moved apart, the lighter up and the darker down, until nobody takes one for the other."""
    share = 0.0
    lighter, darker = light, dark
    while contrast(lighter, darker) < APART and share < 1:
        share += _STEP
        lighter, darker = _mix(light, _WHITE, share), _mix(dark, _BLACK, share)
    return lighter, darker


def _checker(body: Rgb) -> Json:
    """Its rim is seen against itself, and therefore also where it lies on a point of its own colour."""
    rim = _away(body, body, APART)
    return {"body": _hex(body), "rim": _hex(rim), "ring": _hex(_mix(body, rim, 0.4)), "ink": _hex(_ink(body))}


def _away(colour: Rgb, from_: Rgb, least: float) -> Rgb:
    """The colour, moved towards black or white (whichever is farther off) until it has that contrast."""
    goal = max((_WHITE, _BLACK), key=lambda end: contrast(end, from_))
    if contrast(colour, from_) > 1.02:
        goal = _WHITE if _luminance(colour) > _luminance(from_) else _BLACK
        if contrast(goal, from_) < least:
            goal = _WHITE if goal == _BLACK else _BLACK
    share, found = 0.0, colour
    while contrast(found, from_) < least and share < 1:
        share += _STEP
        found = _mix(colour, goal, share)
    return found


def _ink(body: Rgb) -> Rgb:
    return max((_WHITE, _BLACK), key=lambda end: contrast(end, body))


def _mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    share = min(share, 1.0)
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _luminance(colour: Rgb) -> float:
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _hex(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
