"""What the camera sees now: its newest picture, and what is read in it to be drawn over it. For paired devices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask, Response, jsonify
from werkzeug.exceptions import NotFound

from arbiter.message import Message
from arbiter.position import Side
from web.errors import NotNowError
from web.guard import needs_control

Spot = tuple[float, float]
"""(x, y) in pixels of a picture of the size that comes with it."""


@dataclass(frozen=True, slots=True)
class PointRead:
    """point: light's, 1 to 24. at: where its count is written. doubt: the two counts that it may hold, or None."""

    point: int
    at: Spot
    light: int
    dark: int
    hidden: bool
    doubt: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class DieRead:
    at: Spot
    value: int
    set: Side | None
    sure: bool


@dataclass(frozen=True, slots=True)
class SceneRead:
    """One moment of the camera.

    number: of its picture. size: (width, height) in which all places are given. seconds: how old the picture is.
    current: what is read was read in this picture, not before. leaves: four corners each. bar: (light, dark) checkers.
    cube: value and owner, None where it is not in sight. certainty: 0..1, that points and bar are all right.
    waits: why nothing happens just now, a sentence each.
    """

    number: int
    size: tuple[int, int]
    seconds: float
    current: bool
    leaves: tuple[tuple[Spot, ...], ...]
    points: tuple[PointRead, ...]
    bar: tuple[int, int]
    dice: tuple[DieRead, ...]
    cube: tuple[int, Side | None] | None
    hand: bool
    certainty: float
    waits: tuple[str, ...]


class ShownReading(Protocol):
    """What is behind the page."""

    def scene(self) -> SceneRead | None:
        """The camera's newest moment; None before its first picture."""
        ...

    def picture(self, number: int) -> bytes | None:
        """The JPEG of a moment that was given lately, None where it is not at hand any more."""
        ...


def add_reading(app: Flask, shown: ShownReading) -> None:
    """Adds `/api/reading` and its pictures, for paired devices alone: who sits at the table is in them."""

    @app.get("/api/reading")
    @needs_control
    def reading() -> Response:
        scene = shown.scene()
        if scene is None:
            raise NotNowError(Message("The camera has sent no picture yet."))
        answer = jsonify(scene_json(scene))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.get("/api/reading/<int:number>.jpg")
    @needs_control
    def reading_picture(number: int) -> Response:
        picture = shown.picture(number)
        if picture is None:
            raise NotFound
        answer = Response(picture, mimetype="image/jpeg")
        answer.headers["Cache-Control"] = "no-store"
        return answer


def scene_json(scene: SceneRead) -> dict[str, Any]:
    """The JSON object of `/api/reading`, as docs/api.md describes it."""
    return {
        "picture": f"/api/reading/{scene.number}.jpg",
        "size": list(scene.size),
        "seconds": round(scene.seconds, 1),
        "current": scene.current,
        "leaves": [[list(corner) for corner in leaf] for leaf in scene.leaves],
        "points": [
            {
                "point": one.point,
                "at": list(one.at),
                "light": one.light,
                "dark": one.dark,
                "hidden": one.hidden,
                "doubt": one.doubt and list(one.doubt),
            }
            for one in scene.points
        ],
        "bar": {"light": scene.bar[0], "dark": scene.bar[1]},
        "dice": [
            {"at": list(die.at), "value": die.value, "set": die.set and die.set.value, "sure": die.sure}
            for die in scene.dice
        ],
        "cube": scene.cube and {"value": scene.cube[0], "owner": scene.cube[1] and scene.cube[1].value},
        "hand": scene.hand,
        "certainty": scene.certainty,
        "waits": list(scene.waits),
    }
