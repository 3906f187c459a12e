"""The film of an evening that does not go smoothly: a game, between whose turns other things happen."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from lab.benchmarks.live_table import Film
from lab.campaigns.reel import SETTLED, Reel, Still, stills_of, with_roll
from lab.simulator.art import Bytes
from lab.simulator.clips import FPS
from vision.sources.pictures import Image

Incident = Literal["covered", "another board", "stopped", "position entered", "undone"]
BETWEEN: tuple[Incident, ...] = ("covered", "stopped", "another board", "position entered")
"""What happens between two turns; "undone" does while a roll lies there."""
LASTS_S: dict[Incident, float] = {"covered": 9.0, "another board": 16.0, "position entered": 3.0}
REST_S, BACK_S, ROLL_S, UNDO_S, CUBE_S, TAIL_S = 1.5, 6.0, 1.2, 7.0, 2.0, 30.0
"""Of the board between turns and after an incident; of a roll before anybody moves, and of one that is undone; of a
cube that was turned, before the roll; at the end, while the game is resigned."""
FAULT_LIES = 12
"""Pictures after a fault for which no hand is near it."""
GRAIN = 2.0
KEPT = 6
"""Pictures of one still thing, each with its own grain (grey levels, standard deviation)."""


@dataclass(frozen=True, slots=True)
class Mark:
    """From this second of the film on something is the matter, until `end`, from when on it is as before."""

    what: Incident
    second: float
    end: float


Shown = Literal["roll", "turn", "fault", "double"]
"""What patient people wait for: that the page shows the roll, the turn that is over, the warning, or the cube."""


@dataclass(frozen=True, slots=True)
class Evening:
    """pictures: as JPEG, FPS a second. marks: in their order. shown: in which second each thing lies there to be shown,
    in their order, with the number of the turn, or the figure of the cube."""

    pictures: list[bytes]
    marks: tuple[Mark, ...]
    shown: tuple[tuple[float, Shown, int], ...]

    def at(self, second: float, after: float = 0.0) -> Incident | None:
        """What is the matter then, or was at most so many seconds before."""
        return next((mark.what for mark in self.marks if mark.second <= second < mark.end + after), None)


def evening_of(truth: Mapping[str, Any], pictures: Sequence[bytes], other: Image, number: int) -> Evening:
    """The film of a game (JPEG) with every incident once; number: which evening it is: another one has another order.

    other: a picture of another board.
    """
    reel, shown, marks, lies = Reel([]), 0, list[Mark](), list[tuple[float, Shown, int]]()
    stills = list(stills_of(truth))
    first, step = number % 2, max(1, (len(stills) - 1) // len(BETWEEN))
    order = [BETWEEN[(number + each) % len(BETWEEN)] for each in range(len(BETWEEN))]
    when = {first + each * step: what for each, what in enumerate(order)}
    undone = first + 1 + (number % 3) * step  # the roll that follows that turn
    strange = _with_grain(np.asarray(cv2.resize(other, _size(pictures[0])), np.uint8), number)

    def second() -> float:
        return len(reel.pictures) / FPS

    def play(turn: int, end: int) -> None:
        """The film from its roll on, to that frame."""
        nonlocal shown
        ply = truth["plies"][turn]
        for event in truth["cube_events"]:
            lies_there = event["settled_frame"]
            if turn and shown <= lies_there < ply["rolled_frame"]:
                reel.pictures += pictures[shown:lies_there]
                still = Still(lies_there, min(lies_there + SETTLED, ply["rolled_frame"]))
                reel.pictures += still.held(pictures, CUBE_S)
                lies.append((second() - CUBE_S / 2, "double", event["value"]))
                shown = lies_there
        if turn:
            shown = with_roll(reel, ply, pictures, shown, UNDO_S if turn == undone else ROLL_S)
            if turn == undone:
                marks.append(Mark("undone", second() - UNDO_S, second() - UNDO_S / 4))
            lies.append((second() - ROLL_S / 2, "roll", turn))
        if ply.get("corrected_frame", 0) and ply["corrected_frame"] < ply["lifted_frame"]:
            lies.append((second() + (ply["played_frame"] + FAULT_LIES - shown) / FPS, "fault", turn))
        reel.pictures += pictures[shown:end]
        shown = end

    for turn, still in enumerate(stills):
        play(turn, still.end)
        lies.append((second() + REST_S * 0.8, "turn", turn))
        reel.pictures += still.held(pictures, REST_S)
        if (what := when.get(turn)) is None:
            continue
        begins, lasts = second(), int(LASTS_S.get(what, 0) * FPS)
        if what == "another board":
            reel.pictures += [strange[each % KEPT] for each in range(lasts)]
        elif what == "covered":
            covered = [_covered(pictures[still.first + each], number) for each in range(KEPT)]
            reel.pictures += [covered[each % KEPT] for each in range(lasts)]
        else:
            reel.pictures += still.held(pictures, lasts / FPS)
        marks.append(Mark(what, begins, second()))
        reel.pictures += still.held(pictures, BACK_S)
    play(len(stills), len(pictures))
    reel.pictures += [pictures[-1 - each % SETTLED] for each in range(int(TAIL_S * FPS))]
    return Evening(reel.pictures, tuple(sorted(marks, key=lambda mark: mark.second)), tuple(lies))


def pictures_of(folder: Path) -> list[bytes]:
    """A recorded game as JPEG, with a camera's grain."""
    capture, found, grain = cv2.VideoCapture(str(folder / "game.mp4")), list[bytes](), list[Image]()
    while (read := capture.read())[0]:
        if not grain:
            chance = np.random.default_rng(1)
            grain = [np.asarray(chance.normal(0, GRAIN, read[1].shape)).astype(np.int16) for _ in range(KEPT)]
        noisy = np.clip(read[1] + grain[len(found) % KEPT], 0, 255).astype(np.uint8)
        found.append(_encoded(noisy))
    capture.release()
    return found


def _size(jpeg: bytes) -> tuple[int, int]:
    height, width = _decoded(jpeg).shape[:2]
    return width, height


def _decoded(jpeg: bytes) -> Bytes:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def _encoded(picture: Bytes) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


def _with_grain(picture: Image, seed: int) -> list[bytes]:
    chance = np.random.default_rng(seed)
    return [
        _encoded(np.clip(picture + chance.normal(0, GRAIN, picture.shape), 0, 255).astype(np.uint8))
        for _ in range(KEPT)
    ]


def _covered(jpeg: bytes, number: int) -> bytes:
    """The same with a cloth, or a newspaper, over most of the board."""
    picture = _decoded(jpeg)
    height, width = picture.shape[:2]
    chance = np.random.default_rng(number)
    if number % 2:
        cloth = np.full(picture.shape, chance.integers(40, 220, 3), np.float64)
        cloth += 12 * np.sin(np.linspace(0, 30, width))[None, :, None]
    else:
        lines = chance.integers(60, 230, (height // 6, width // 3)).repeat(6, axis=0).repeat(3, axis=1)
        cloth = np.full(picture.shape, 225.0)
        cloth[: lines.shape[0], : lines.shape[1]] = lines[:, :, None]
    corners = np.array([[0.2, 0.1], [0.83, 0.16], [0.8, 0.86], [0.24, 0.93]]) * (width, height)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, corners.astype(np.int32), 255)
    return _encoded(np.where(mask[..., None] > 0, np.clip(cloth, 0, 255), picture).astype(np.uint8))


class HeldFilm(Film):
    """A phone that shows a film at its own rate, and whose people wait where they are told to.

    rate: pictures a second that it sends of a film that has FPS.
    """

    def __init__(self, pictures: Sequence[bytes], rate: int) -> None:
        self._held: tuple[float, float] | None = None
        self._lost = 0.0
        super().__init__(pictures[:: FPS // rate], rate)

    @property
    def position(self) -> float:
        if self._held is None:
            return super().position - self._lost
        at, since = self._held  # the board lies still before and after
        return at - REST_S / 2 + (time.monotonic() - since) % (REST_S / 2)

    def hold(self) -> None:
        self._held = self.position, time.monotonic()

    def go_on(self) -> None:
        assert self._held
        at, _ = self._held
        self._held = None
        self._lost = super().position - at
