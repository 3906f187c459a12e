"""A filmed game with something else on the board between its turns, and what was really played in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import cv2
import numpy as np

from arbiter.plays import passing_positions
from arbiter.position import START, Position, Side
from lab.campaigns.corrections import Turn
from lab.simulator.clips import FPS
from tests.arbiter_referee.test_recordings import Film as Labelled

AWAY_S, BETWEEN_S, BACK_S = 5.0, 5.0, 15.0
"""For which something else lies there, and the board again: before the next upheaval, and before the next throw."""
LIES_S = 9.0
"""For which a roll lies there before anybody moves."""
SETTLED = 12
"""Pictures after the last hand of a turn, all of them at rest; as many after the dice have come to lie."""
COME_TO_LIE = 4
"""Pictures in which they do."""
FAR = 4
"""Turns by which a position of the same game is another one, which no play leads to."""
GONE = b""
"""No picture: the stream breaks off."""
KINDS = ("cleared", "turned", "jumbled", "cleared", "turned", "jumbled", "camera gone", "cleared", "turned", "jumbled")
"""Turned: the picture upside down, so that each set lies where the other did. Jumbled: another position."""


@dataclass
class Reel:
    """The film as it is shown.

    free: for each turn but the last, the second in which the board lies as it did again. rolled: for each but the
    first, the one in which its dice lie there.
    """

    pictures: list[bytes]
    free: list[float] = field(default_factory=list)
    rolled: list[float] = field(default_factory=list)
    done: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Still:
    """Pictures (first, end) in which nothing moves: after a turn, when no die lies any more, or before its play."""

    first: int
    end: int

    def held(self, pictures: Sequence[bytes], seconds: float) -> list[bytes]:
        """They over and over: a camera's grain is never the same twice."""
        shown = pictures[self.first : self.end]
        return [shown[number % len(shown)] for number in range(int(seconds * FPS))]


def reel_of(truth: Mapping[str, Any], pictures: Sequence[bytes], empty: bytes, start: bytes, upheavals: int) -> Reel:
    """The game's pictures with so many upheavals after each turn. empty, start: those of its board (JPEG)."""
    reel, shown, kinds = Reel([]), 0, cycle(KINDS)
    stills = list(stills_of(truth))
    for number, still in enumerate(stills):
        if number:
            shown = with_roll(reel, truth["plies"][number], pictures, shown)
        reel.pictures += pictures[shown : still.end]
        shown = still.end
        for left in reversed(range(upheavals)):
            kind = next(kinds)
            other = stills[(number + FAR) % len(stills)]
            reel.pictures += {
                "cleared": [empty] * int(AWAY_S * FPS),
                "turned": [_turned(picture) for picture in still.held(pictures, AWAY_S)],
                "jumbled": other.held(pictures, AWAY_S) if len(stills) > 2 * FAR else [start] * int(AWAY_S * FPS),
                "camera gone": [GONE] * int(AWAY_S * FPS),
            }[kind]
            reel.done[kind] = reel.done.get(kind, 0) + 1
            if not left:
                reel.free.append(len(reel.pictures) / FPS)
            reel.pictures += still.held(pictures, BETWEEN_S if left else BACK_S)
    shown = with_roll(reel, truth["plies"][-1], pictures, shown)
    reel.pictures += pictures[shown:]
    reel.pictures += [pictures[-1 - number % SETTLED] for number in range(int(BACK_S * FPS))]
    return reel


def with_roll(
    reel: Reel, ply: Mapping[str, Any], pictures: Sequence[bytes], shown: int, seconds: float = LIES_S
) -> int:
    """Up to the roll, which lies there for so long; how many pictures of the film are shown then."""
    lies = ply["rolled_frame"] + COME_TO_LIE
    reel.pictures += pictures[shown:lies]
    reel.rolled.append(len(reel.pictures) / FPS)
    reel.pictures += Still(lies, lies + SETTLED).held(pictures, seconds)
    return int(lies)


def stills_of(truth: Mapping[str, Any]) -> Iterator[Still]:
    """After each turn but the last, until the next dice, or a hand at the cube."""
    begins = [entry["from_frame"] for entry in (*truth["plies"], *truth["cube_events"])]
    for ply in truth["plies"][:-1]:
        clear = ply["clear_frame"]
        following = min(frame for frame in begins if frame > clear)
        yield Still(clear, min(clear + SETTLED, following))


def _turned(jpeg: bytes) -> bytes:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    turned = np.ascontiguousarray(picture[::-1, ::-1])
    return cv2.imencode(".jpg", turned, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


def turns_of(truth: dict[str, Any]) -> list[Turn]:
    """What really happened, each play as it lay there in the end."""
    before, turns, labelled = START, list[Turn](), Labelled(truth)
    for ply in truth["plies"]:
        one, two = ply["dice"]
        after = labelled.after(ply)
        turns.append(Turn(Side(ply["player"]), (one, two), before, after))
        before = after
    return turns


def faults_of(truth: dict[str, Any]) -> set[Position]:
    """The boards that illegal plays led to, as they lay there first. Half a play is none while the dice lie (R59)."""
    labelled, found = Labelled(truth), set[Position]()
    for ply, turn in zip(truth["plies"], turns_of(truth), strict=True):
        if not ply.get("why"):
            continue
        lay, put_right = labelled.played(ply), ply.get("corrected_frame")
        half = lay in passing_positions(turn.before, turn.player, turn.dice)
        if not (half and put_right and put_right < ply["lifted_frame"]):
            found.add(lay)
    return found
