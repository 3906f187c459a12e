"""From what one look has found to evidence: what hides a place, what lies on what."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from arbiter.referee.evidence import Evidence, PlaceEvidence
from vision.board_model import BoardModel
from vision.cells import BAR, BOARD, POINTS, Cells
from vision.reading import reading_of
from vision.score_maps import SCORES, ScoreMaps, makes_a_hand
from vision.seen import Seen
from vision.strips import STRIPS, strip_at
from vision.under_dice import confirmed


@dataclass(frozen=True)
class EvidenceLimits:
    """When what one stage has found changes what another one says. Outcome: `python -m lab.benchmarks.vision`."""

    plain_count: float = 3.0
    """Natural log-odds of the likeliest count against the next, from which on it is believed although something that
    has looked foreign all along is said to hide the point."""
    beside_standing: int = 5
    """Cells across of the square round a cell that has looked foreign all along, which belongs to it."""
    under_thing: float = 0.3
    """Share of a point's cells that show what is plainly no part of the game, from which on the point is hidden, also
    where its own network does not say so and the thing has lain there for long."""


LIMITS = EvidenceLimits()


@dataclass(frozen=True)
class Settled:
    """The places, hidden only where the maps show by what. hand: something that is no part of the game covers part
    of the leaves or the ridge. points: by strip."""

    points: tuple[PlaceEvidence, ...]
    ridge: PlaceEvidence
    hand: bool


def evidence_of(
    view: BoardModel, seen: Seen, frame: int, time: float, standing: Cells | None = None
) -> Evidence:
    """Evidence from one look. standing: cells of the maps that have looked foreign all along; see `settled`."""
    places = settled(seen, standing)
    track = [strip_at(row, column) for row, column in view.board.seats.track()]
    beside = seen.maps.beside_board(seen.cube_spot)
    found = Evidence(
        frame,
        time,
        still=True,
        hand=places.hand,
        places=(*(places.points[strip] for strip in track), places.ridge),
        dice=seen.dice.dice,
        cube=seen.cube[0] if seen.cube else None,
        beside_board=beside.counts,
        cut_off=beside.cut_off,
        missing=view.board.position.off,
        contrast=view.board.visibility.contrast if view.board.visibility else (),
    )
    if not any(die.on_checker for die in found.dice):
        return found
    together = dict(zip(track, reading_of(found).position.places, strict=False))
    return replace(found, dice=confirmed(view, found.dice, tuple(together[strip] for strip in range(STRIPS))))


def settled(seen: Seen, standing: Cells | None = None) -> Settled:
    """What of the places is hidden, and whether there is a hand.

    standing: what has looked foreign all along is no hand. Places that only it hides are believed where they are plain.
    """
    foreign = seen.maps.foreign_in(BOARD)
    things = seen.maps.plain_things(foreign)
    fresh = np.ones_like(foreign)
    if standing is not None and standing.any():
        foreign &= ~standing
        around = np.ones((LIMITS.beside_standing, LIMITS.beside_standing), np.uint8)
        fresh = cv2.dilate(standing.astype(np.uint8), around) == 0
    hand, places, anything = makes_a_hand(foreign), [*seen.points, seen.ridge], bool(things.any())
    for n, (place, over) in enumerate(zip(places, (*POINTS, BAR), strict=True)):
        if anything and np.count_nonzero(things[over]) > LIMITS.under_thing * np.count_nonzero(over):
            places[n] = replace(place, hidden=True)
            continue
        if not place.hidden:
            continue
        if is_covered(seen.maps, over & fresh):
            hand = True
        elif is_plain(place) or not is_covered(seen.maps, over):
            places[n] = replace(place, hidden=False)
    return Settled(tuple(places[:-1]), places[-1], hand)


def is_covered(maps: ScoreMaps, cells: Cells) -> bool:
    """Whether the maps show something on these cells that may hide what they show."""
    return bool(np.count_nonzero(maps.foreign_cells[cells]) >= SCORES.hiding_cells)


def is_plain(place: PlaceEvidence) -> bool:
    """Whether one count is far likelier than all others."""
    return place.lead > LIMITS.plain_count
