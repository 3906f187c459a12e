"""What the table shows at one moment, and the same as the JSON of `/api/state` (docs/api.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Literal, Protocol

from arbiter.match.clock import Clock
from arbiter.match.event_json import position_to_json
from arbiter.match.events import BadRoll
from arbiter.match.state import MatchState, Phase
from arbiter.plays import PositionOfOtherGame
from arbiter.position import Position, Side
from arbiter.seats import Seats
from web.containment import contained
from web.drawing_colours import DrawingColours, colours_json
from web.messages import detail
from web.opponent_view import opponent_shown
from web.recent_events import RecentEvent
from web.stacks_view import shown_position
from web.state_view import rules_json, state_json
from web.waiting_for import NOTHING, WaitingFor, waiting_at_table, waiting_json

Json = dict[str, Any]

SCHEMA = 1
"""Grows when a field of the JSON changes its meaning or goes; new fields may come at any time."""

CAMERA_OK = "ok"
NOTICE_S = 12.0
"""So long a notice stands."""
Ended = Literal["", "demo", "program"]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Two JPEGs, cut to the board. key: another one for every pair.

    make: gives the board before and after; called in the thread of the viewer who asks, and remembers what it gave.
    """

    key: str
    make: Callable[[], tuple[bytes, bytes]] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Battery:
    """Of the telephone that is the camera. percent: 0..100."""

    percent: int
    charging: bool


@dataclass(frozen=True, slots=True)
class NotWorking:
    """A part of the program that does not work: its name, a sentence for people, since when in seconds since 1970."""

    name: str
    message: str
    since: float


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything the page shows. It renders this and holds nothing of its own.

    seen: the board as the camera last read it, None before the first reading.
    dice_seen: (value, whose set) of each die in sight; None where the set is not known.
    hand: something covers part of the board.
    doubt: why a board that seems to be set up does not begin a game, one sentence, or nothing.
    camera: "ok", or one sentence saying what is wrong with the picture.
    notice: one sentence worth a slip of paper ("The middle game is skipped."), or nothing.
    bad_roll: the last roll, where it did not count and nothing has happened since.
    pictures: JPEGs of the board before the illegal play and after it, where the camera has seen both.
    ended: nothing follows any more: the demo's recording is over, or the program stops; else empty.
    look: the board's own colours, None where they are not known.
    clock: the tournament clock as it last changed hands, None where none is agreed.
    started: when the match began, in seconds since 1970; 0 where that does not matter.
    opponent_trouble: why the opponent does not answer, or nothing.
    battery: of the telephone that is the camera; None where there is none, or its browser does not say.
    not_working: the parts of the program that do not work just now.
    happened: the last few events. clip: the address of the film of the warning, empty until there is one.
    another_board: what lies over the board is another one.
    elsewhere: what the program waits for where no match is followed: set-up goes on, or past matches are looked at.
    added: what others add to its JSON, one after the other.
    """

    state: MatchState
    seats: Seats
    seen: Position | None = None
    dice_seen: tuple[tuple[int, Side | None], ...] = ()
    hand: bool = False
    doubt: str = ""
    camera: str = CAMERA_OK
    notice: str = ""
    bad_roll: BadRoll | None = None
    pictures: Pictures | None = None
    demo: bool = False
    ended: Ended = ""
    look: DrawingColours | None = None
    clock: ClockShown | None = None
    started: float = 0.0
    battery: Battery | None = None
    opponent_trouble: str = ""
    happened: tuple[RecentEvent, ...] = ()
    clip: str = ""
    not_working: tuple[NotWorking, ...] = ()
    another_board: bool = False
    elsewhere: WaitingFor | None = None
    added: tuple[AddedToState, ...] = ()

    @property
    def waiting_for(self) -> WaitingFor:
        """What the program waits for."""
        if self.elsewhere is not None:
            return self.elsewhere
        found = partial(waiting_at_table, self.state, self.trouble, covered=self.hand, another=self.asks_another)
        return contained("what is waited for", found, NOTHING)

    @property
    def waits_by_state(self) -> bool:
        """Whether the match alone decides what is waited for, neither the camera nor set-up."""
        return self.elsewhere is None and not self.trouble and not self.asks_another

    @property
    def asks_another(self) -> bool:
        """Whether people are asked if this is another board: it hides the one that is followed, or does not match."""
        unmatched = self.state.out_of_step is not None or self.state.phase is Phase.SETTING_UP
        return self.another_board and (unmatched or bool(self.trouble))

    @property
    def trouble(self) -> str:
        """What is wrong with the picture, one sentence, or nothing: after the end it is wanted no more."""
        return "" if self.camera == CAMERA_OK or self.ended else self.camera


class AddedToState(Protocol):
    """Further fields of `/api/state`, made in a viewer's thread. Equal to another where it adds the same."""

    def __call__(self, view: TableView, found: Json) -> Json:
        """found: the fields that are there already, which may be replaced."""
        ...


AddToState = Callable[[], AddedToState]
"""Asked on the table's thread, once for each view; never waits."""


def view_json(view: TableView, version: int, of_state: Json | None = None) -> Json:
    """The JSON object of `/api/state`, as docs/api.md describes it.

    of_state: `state_json(view.state)` where it was made before; pictures, hands and clocks change far more often.
    """
    state, seats = view.state, seats_of(view)
    shown = state_json(state) if of_state is None else of_state
    setting_up = state.phase is Phase.SETTING_UP
    warning = shown["warning"]
    if warning and not warning["provisional"]:
        warning = {**warning, "pictures": _pictures(view), "clip": view.clip or None}
    words = shown["detail"]
    if setting_up:
        words = contained("the detail", lambda: detail(state, view.seen, view.hand, view.doubt), words)
    camera = "" if view.camera == CAMERA_OK else view.camera
    nobody: Json = {"opponent": None}
    found: Json = {
        "schema": SCHEMA,
        "version": version,
        "demo": view.demo,
        "ended": view.ended,
        "started": view.started,
        "look": colours_json(view.look),
        "clock": clock_json(view.clock),
        **shown,
        **({} if view.waits_by_state else {"waiting_for": waiting_json(view.waiting_for)}),
        "warning": warning,
        "seats": {"near": seats.near.value, "home": seats.home},
        "detail": words,
        "cube": {**shown["cube"], "place": _cube_place(state.cube.owner, seats)},
        **(contained("the opponent", lambda: _opponent(view), nobody) if state.opponent else nobody),
        "board": {
            "position": _position_shown(view) or shown["turn_position"],
            "seen": view.seen is not None,
            "wanted": position_to_json(state.rules.start) if setting_up else None,
            "dice": [{"value": value, "set": side and side.value} for value, side in view.dice_seen],
            "hand": view.hand,
        },
        "bad_roll": _bad_roll(view),
        "camera": {"ok": not camera, "message": camera},
        "another_board": view.asks_another,
        "battery": view.battery and asdict(view.battery),
        "notice": view.notice if view.notice != view.camera else "",
        "notice_for": NOTICE_S,
        "not_working": [asdict(each) for each in view.not_working],
    }
    for added in view.added:
        found |= contained("a part of the page", partial(added, view, found), {})
    return found


def _opponent(view: TableView) -> Json:
    return opponent_shown(view.state, view.seen, view.opponent_trouble)


def seats_of(view: TableView) -> Seats:
    """Who sits where: as people have changed it, else as the board was learned."""
    return view.state.seats or view.seats


def _cube_place(owner: Side | None, seats: Seats) -> str:
    """On whose side of the page it lies."""
    return "middle" if owner is None else "near" if owner is seats.near else "far"


def _pictures(view: TableView) -> Json | None:
    """Where the camera's pictures of the board are."""
    if view.pictures is None:
        return None
    return {which: f"/api/pictures/{view.pictures.key}/{which}.jpg" for which in ("before", "after")}


def _position_shown(view: TableView) -> Json | None:
    """What lies there as the camera last read it, in another game with the classes that the state knows."""
    if view.seen is None or not isinstance(view.state.position, PositionOfOtherGame):
        return None if view.seen is None else position_to_json(view.seen)
    return shown_position(view.state, view.seen)


def _bad_roll(view: TableView) -> Json | None:
    """A roll that did not count, until the next thing happens."""
    bad = view.bad_roll
    if bad is None:
        return None
    return {"player": bad.player.value, "message": bad.message, "rules": rules_json(bad.rules)}


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock as it was at `at`, seconds since 1970."""

    clock: Clock
    at: float


def clock_json(shown: ClockShown | None) -> Json | None:
    if shown is None:
        return None
    clock = shown.clock
    return {
        "bank": {"light": round(clock.bank[0], 2), "dark": round(clock.bank[1], 2)},
        "delay": clock.delay,
        "delay_left": round(clock.delay_left, 2),
        "runner": clock.runner and clock.runner.value,
        "at": round(shown.at, 2),
    }
