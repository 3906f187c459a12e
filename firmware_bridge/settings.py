"""The `[lights]` section: which port, how bright, what the lamps may draw, and where the LEDs are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import tomlkit

from arbiter.message import Message
from arbiter.values import is_plain
from firmware_bridge.errors import BadMap
from firmware_bridge.protocol import protocols
from firmware_bridge.protocols.adalight import ADALIGHT
from firmware_bridge.strip_map import StripMap, parse_strip
from outside.files import parsed_toml

LOWEST_BAUD, HIGHEST_BAUD = 9600, 2000000
LONGEST_PORT = 400
"""Characters: a port is a short name or a path."""
_COMMENTS = {
    "brightness": "cap, 0.01 to 1",
    "budget_ma": "what strip and controller may draw together; a USB 2 port gives 500",
    "aids": "show where a lifted checker may go; not for matches",
    "strip": "from the first LED on; columns 1 to 12 count from the left as the camera sees the board",
}


@dataclass(frozen=True, slots=True)
class LightSettings:
    """port: the serial port that somebody named, or the name or address of a controller in the network where the
    protocol is one for the network; or nothing: then the lights are only a picture on the page.

    protocol: a name that is registered (`firmware_bridge.protocol`).
    brightness: cap, 0..1 of full power. budget_ma: what strip and controller may draw together; a USB 2 port gives 500.
    strip: the entries that `strip_map` reads. aids: also show where a lifted checker may go (barred in matches).
    """

    port: str = ""
    protocol: str = ADALIGHT.name
    baud: int = 115200
    brightness: float = 0.5
    budget_ma: int = 500
    aids: bool = False
    strip: tuple[str, ...] = ("near 1-12", "far 12-1")

    def map(self) -> StripMap:
        return parse_strip(self.strip)


def parse_settings(text: str) -> LightSettings:
    """From TOML text. Raises BadMap: one sentence about the first thing that cannot be used."""
    try:
        found = parsed_toml(text).get("lights", {})
    except ValueError as error:
        raise BadMap(
            Message("The lights' file is not TOML ({error}): put it right or run bookgammon leds map.", error=error)
        ) from error
    if not isinstance(found, dict):
        raise BadMap(Message("lights must be a section of the file: [lights]."))
    strange = sorted(set(found) - set(LightSettings.__dataclass_fields__))
    if strange:
        raise BadMap(
            Message(
                "[lights] knows no {strange}; it knows {known}.",
                strange=strange[0],
                known=", ".join(LightSettings.__dataclass_fields__),
            )
        )
    settings = _checked(found)
    settings.map()
    return settings


def _checked(found: Mapping[str, Any]) -> LightSettings:
    plain = LightSettings()
    strip = found.get("strip", list(plain.strip))
    if not isinstance(strip, list):
        raise BadMap(Message('strip must be a list: strip = ["near 1-12", "far 12-1"].'))
    port, aids = found.get("port", plain.port), found.get("aids", plain.aids)
    if not isinstance(port, str) or not isinstance(aids, bool):
        raise BadMap(Message('port must be text in quotes, as in port = "COM3", and aids true or false.'))
    if len(port) > LONGEST_PORT or not is_plain(port):
        raise BadMap(Message("port in [lights] must be the name of a port: run bookgammon leds find."))
    protocol = found.get("protocol", plain.protocol)
    if not isinstance(protocol, str) or protocol not in protocols():
        raise BadMap(Message("protocol in [lights] must be one of {known}.", known=", ".join(protocols())))
    return LightSettings(
        port=port,
        protocol=protocol,
        baud=int(_number(found, "baud", plain.baud, LOWEST_BAUD, HIGHEST_BAUD, whole=True)),
        brightness=_number(found, "brightness", plain.brightness, 0.01, 1.0),
        budget_ma=int(_number(found, "budget_ma", plain.budget_ma, 120, 100000, whole=True)),
        aids=aids,
        strip=tuple(strip),
    )


def _number(
    found: Mapping[str, Any], name: str, otherwise: float, least: float, most: float, *, whole: bool = False
) -> float:
    value = found.get(name, otherwise)
    kinds = (int,) if whole else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
        if whole:
            raise BadMap(
                Message(
                    "{name} in [lights] must be a whole number from {least:g} to {most:g}.",
                    name=name,
                    least=least,
                    most=most,
                )
            )
        raise BadMap(
            Message(
                "{name} in [lights] must be a number from {least:g} to {most:g}.", name=name, least=least, most=most
            )
        )
    return value


def settings_text(settings: LightSettings) -> str:
    """The section as people read and change it."""
    document = tomlkit.document()
    document.add(tomlkit.comment("Bookgammon: the lights on the board. docs/lights.md explains every line."))
    section = tomlkit.table()
    for name in LightSettings.__dataclass_fields__:
        value = getattr(settings, name)
        item = tomlkit.item(list(value)).multiline(True) if isinstance(value, tuple) else tomlkit.item(value)
        section.add(name, item.comment(_COMMENTS[name]) if name in _COMMENTS else item)
    document.add("lights", section)
    return tomlkit.dumps(document)
