"""What the lights show at one moment: the state of the table, and the last thing worth a gesture."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from arbiter.match.events import Event, GameOver, IllegalPlay, MatchOver, PlayCorrected, WarningWithdrawn
from arbiter.match.state import MatchState, Phase
from arbiter.plays import legal_plays
from arbiter.position import BAR, Position, Side
from arbiter.seats import Seats
from arbiter.verdict import CheckerMove, checker_moves

Place = tuple[Side, int]
"""A side and a place in its own numbering: 0 off, 1..24, 25 bar."""


@dataclass(frozen=True, slots=True)
class LightsState:
    """since: when the state came to look like this, in seconds of any steady clock.

    gesture: "right" (an illegal play was put right) or "won", begun at gesture_at; or nothing.
    lifted: where the player on turn has lifted a checker from, own numbering.
    waits: the program waits for something beside the game: for its camera, the board, or the end of a pause.
    before: the scene that this one replaced, to fade from; its own before is forgotten.
    """

    state: MatchState
    seats: Seats
    since: float = 0.0
    gesture: str = ""
    gesture_at: float = 0.0
    lifted: int | None = None
    waits: bool = False
    before: LightsState | None = None


def went_on(
    scene: LightsState, state: MatchState, events: Iterable[Event], now: float, seen: Position | None = None
) -> LightsState:
    """The scene after these events. seen: the board as the camera reads it, where lifted checkers matter."""
    gesture, at = scene.gesture, scene.gesture_at
    for event in events:
        match event:
            case WarningWithdrawn() | PlayCorrected():
                gesture, at = "right", now
            case GameOver() if scene.state.result is None:  # otherwise only its last roll is entered again
                gesture, at = "won", now
            case MatchOver() if scene.state.phase is not Phase.MATCH_OVER:
                gesture, at = "won", now
            case IllegalPlay():
                gesture = ""
            case _:
                pass
    lifted = lifted_from(state, seen)
    if (state, gesture, at, lifted) == (scene.state, scene.gesture, scene.gesture_at, scene.lifted):
        return scene
    return LightsState(state, scene.seats, now, gesture, at, lifted, scene.waits, replace(scene, before=None))


def warned(state: MatchState) -> IllegalPlay | None:
    """The illegal play on the board, as far as the players agreed to be warned of (`Rules.warnings`)."""
    return state.shown_warning


def wrong_checkers(warning: IllegalPlay) -> tuple[frozenset[Place], frozenset[Place]]:
    """Where the wrong checkers stand, and where they came from.

    Wrong are those that have to be moved to reach the nearest legal play; where none is near, all that moved.
    """
    if warning.fault is None:
        return frozenset(), frozenset()
    moved = warning.fault.moved
    back = warning.fault.way_back or tuple(replace(shift, start=shift.end, end=shift.start) for shift in moved)
    stand = {(shift.side, shift.start) for shift in back if shift.start is not None}
    came = {
        (shift.side, shift.start) for shift in moved if (shift.side, shift.end) in stand and shift.start is not None
    }
    if not came:  # the checker stands where it stood and should have moved, or nobody knows whence it came
        came = {(shift.side, shift.end) for shift in back if shift.end is not None}
    return frozenset(stand), frozenset(came - stand)


def still_to_move(state: MatchState) -> tuple[CheckerMove, ...]:
    """The fewest checkers to move so that the opponent's intended play stands on the board, as far as it is known."""
    if state.intended is None:
        return ()
    lies = state.misplaced.position if state.misplaced else state.position
    return checker_moves(lies, state.intended.position)


def lifted_from(state: MatchState, seen: Position | None) -> int | None:
    """The place that one checker of the player on turn is missing from, all others being where they were."""
    if seen is None or state.player is None or state.phase is not Phase.MOVING:
        return None
    side = state.player
    here, there = seen.row(side), state.position.row(side)
    if seen.row(side.other) != state.position.row(side.other) or sum(here) != sum(there) - 1:
        return None
    missing = [place for place in range(1, BAR + 1) if here[place] < there[place]]
    return missing[0] if len(missing) == 1 and here[0] == there[0] else None


def destinations(position: Position, side: Side, dice: tuple[int, int], lifted: int) -> frozenset[int]:
    """Where a checker lifted from there may stop or end in some legal play, own numbering."""
    return _destinations(position, side, dice, lifted, position.known)


@lru_cache(maxsize=8)
def _destinations(
    position: Position, side: Side, dice: tuple[int, int], lifted: int, _known: Hashable
) -> frozenset[int]:
    found: set[int] = set()
    for play in legal_plays(position, side, dice):
        ends = {lifted}
        for move in play.moves:
            if move.start in ends:
                ends.add(move.end)
        found |= ends - {lifted}
    return frozenset(found)
