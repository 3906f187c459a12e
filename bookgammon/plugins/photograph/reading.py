"""What a photograph shows, in the process for strangers' files, which alone loads what reads pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence

from arbiter.match.event_json import position_to_json
from arbiter.message import Message
from arbiter.position import Position
from arbiter.seats import Seats
from calibration.corners import PHOTOGRAPH_CUT_OFF
from calibration.errors import CalibrationError
from calibration.finding import find_leaves
from outside.sentences import to_json
from vision.errors import VisionError
from vision.reading import reading_of
from vision.sources.decoding import OF_TELEPHONES, decoded_here
from vision.uncalibrated.board import SEATS, read_uncalibrated, suggested_seats


def answer(content: bytes) -> Sequence[bytes]:
    """The position as JSON, or the sentence why there is none."""
    try:
        image = decoded_here(content, OF_TELEPHONES, Message("The photograph"))
        evidence = read_uncalibrated(image, find_leaves(image, cut_off=PHOTOGRAPH_CUT_OFF).corners).evidence
    except (CalibrationError, VisionError) as error:
        return [json.dumps({"trouble": to_json(error.args[0])}).encode()]
    reading = reading_of(evidence)
    seats = suggested_seats(position_to_json(reading.position)["points"])
    dice = [die for die in evidence.dice if not die.outside and not die.cocked]
    turn = next((die.set for die in dice if die.set), None)
    cube = evidence.cube
    return [
        json.dumps(
            {
                "position": position_to_json(seen_from(reading.position, seats)),
                "seats": {"near": seats.near.value, "home": seats.home},
                "player": turn and turn.value,
                "dice": sorted((die.value for die in dice), reverse=True) if len(dice) == 2 else None,
                "cube": {"value": cube.value, "owner": cube.owner and cube.owner.value} if cube else None,
                "hidden": evidence.covered or any(place.hidden for place in evidence.places),
                "confidence": reading.confidence,
            }
        ).encode()
    ]


def seen_from(position: Position, seats: Seats) -> Position:
    """A position read as if light sat at the lower edge with home at the right, in the points of these seats."""
    places = {place: point for point, place in enumerate(SEATS.track(), start=1)}
    light, dark = [*position.light], [*position.dark]
    for point, place in enumerate(seats.track(), start=1):
        light[point] = position.light[places[place]]
        dark[25 - point] = position.dark[25 - places[place]]
    return Position(tuple(light), tuple(dark))
