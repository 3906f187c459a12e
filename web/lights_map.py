"""The page on which the map of the lights is tapped: one LED shines, somebody taps the lamp that it is.

What is behind it (port, strip, file) stands in `bookgammon.lights.map`. Only a paired device sees or changes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from flask import Flask, Response, jsonify, render_template

from arbiter.message import Message
from web.errors import Refused
from web.guard import json_body, needs_control


@dataclass(frozen=True, slots=True)
class PortChoice:
    """A serial port that can be picked."""

    name: str
    description: str


@dataclass(frozen=True, slots=True)
class MapProgress:
    """How far the tapping has come.

    port: where the LEDs hang, nothing for none. leds: how many the strip has, 0 before it was said.
    named: a lamp's name for each LED so far, None for one that lights nothing; the LED after the last one shines.
    likely: the lamp that comes next if the strip goes on as it did. text: the section as it would be written.
    message: what became of the port. saved: it is written.
    """

    ports: tuple[PortChoice, ...]
    port: str = ""
    leds: int = 0
    named: tuple[str | None, ...] = ()
    likely: str | None = None
    text: str = ""
    message: str = ""
    saved: bool = False


class MapTapping(Protocol):
    """What the page needs behind it. What cannot be done raises RequestError, one sentence."""

    def progress(self) -> MapProgress: ...

    def begin(self, port: str, leds: int) -> None:
        """So many LEDs at that port, from the first one on."""
        ...

    def name_lamp(self, lamp: str | None) -> None:
        """The LED that shines is that lamp, or lights nothing."""
        ...

    def back(self) -> None:
        """The LED before was named wrongly."""
        ...

    def save(self) -> None:
        """Write the map."""
        ...


def add_lights_map(app: Flask, tapping: MapTapping) -> None:
    """Adds `/lights/map` and `/api/lights/map…` to the application."""

    def now() -> Response:
        answer = jsonify(asdict(tapping.progress()))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.get("/lights/map")
    @needs_control
    def lights_map() -> str:
        return render_template("lights_map.html")

    @app.get("/api/lights/map")
    @needs_control
    def lights_map_now() -> Response:
        return now()

    @app.post("/api/lights/map/begin")
    def lights_map_begin() -> Response:
        body = json_body()
        port, leds = body.get("port"), body.get("leds")
        if not isinstance(port, str) or not isinstance(leds, int) or isinstance(leds, bool):
            raise Refused(400, Message("Say which port, and how many LEDs the strip has."))
        tapping.begin(port, leds)
        return now()

    @app.post("/api/lights/map/tell")
    def lights_map_tell() -> Response:
        tapping.name_lamp(_lamp(json_body()))
        return now()

    @app.post("/api/lights/map/back")
    def lights_map_back() -> Response:
        tapping.back()
        return now()

    @app.post("/api/lights/map/save")
    def lights_map_save() -> Response:
        tapping.save()
        return now()


def _lamp(body: dict[str, Any]) -> str | None:
    lamp = body.get("lamp", "")
    if lamp is not None and not isinstance(lamp, str):
        raise Refused(400, Message("A lamp is called by its name."))
    return lamp


Picture = Callable[[], dict[str, Any]]
"""The lights now, as docs/api.md describes them."""


def add_lights(app: Flask, picture: Picture) -> None:
    """Adds `/lights` and `/api/lights`; like every other route they only show."""

    @app.get("/lights")
    def lights() -> str:
        return render_template("lights.html")

    @app.get("/api/lights")
    def lights_now() -> Response:
        answer = jsonify(picture())
        answer.headers["Cache-Control"] = "no-store"
        return answer
