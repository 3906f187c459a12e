"""What the table shows at one moment, and the same as the JSON of `/api/state` (docs/api.md)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from arbiter.match.chouette import Chouette
from arbiter.match.clock import Clock
from arbiter.match.event_json import position_to_json
from arbiter.match.events import BadRoll
from arbiter.match.state import MatchState, Phase, Turn
from arbiter.match.undo import last_action
from arbiter.message import shown_names
from arbiter.position import SIDES, Position, Side, by_side
from arbiter.seats import Seats
from web.look import DrawingColours, colours_json
from web.messages import detail, headline, resigns
from web.offers import offers, table_offers, team_answers
from web.warning_view import endings_json, question_json, rules_json, warning_json

Json = dict[str, Any]

SCHEMA = 1
"""Grows when a field of the JSON changes its meaning or goes; new fields may come at any time."""

PLAYS_SHOWN = 12
CAMERA_OK = "ok"
NOTICE_S = 12.0
"""So long a notice stands."""
Ended = Literal["", "demo", "program"]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Two JPEGs, cut to the board. key: another one for every pair."""

    key: str
    before: bytes
    after: bytes


@dataclass(frozen=True, slots=True)
class Battery:
    """Of the telephone that is the camera. percent: 0..100."""

    percent: int
    charging: bool


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
    battery: of the telephone that is the camera; None where there is none, or its browser does not say.
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


def view_json(view: TableView, version: int) -> Json:
    """The JSON object of `/api/state`, as docs/api.md describes it."""
    state = view.state
    return {
        "schema": SCHEMA,
        "version": version,
        "demo": view.demo,
        "ended": view.ended,
        "started": view.started,
        "look": colours_json(view.look),
        "clock": clock_json(view.clock),
        "match": {
            "length": state.rules.length,
            "rules": asdict(state.rules),
            "game": state.game,
            "crawford": state.crawford,
            "post_crawford": state.crawford_played and not state.crawford,
            "names": by_side(shown_names(state.names)),
            "score": by_side(state.score),
            "winner": state.winner and state.winner.value,
        },
        "seats": {"near": seats_of(view).near.value, "home": seats_of(view).home},
        "phase": state.phase.value,
        "player": state.player and state.player.value,
        "headline": headline(state),
        "detail": detail(state, view.seen, view.hand, view.doubt),
        "turn_position": position_to_json(state.position),
        "dice": state.dice and list(state.dice),
        "source": state.source if state.dice else None,
        "cube": _cube(view),
        "board": {
            "position": position_to_json(view.seen or state.position),
            "seen": view.seen is not None,
            "wanted": position_to_json(state.rules.start) if state.phase is Phase.SETTING_UP else None,
            "dice": [{"value": value, "set": side and side.value} for value, side in view.dice_seen],
            "hand": view.hand,
        },
        "pips": {side.value: state.position.pips(side) for side in SIDES},
        "plays": _plays(state.turns),
        "warning": warning_json(state, _pictures(view)),
        "bad_roll": _bad_roll(view),
        "question": question_json(state),
        "endings": endings_json(state),
        "assumed": state.assumed is not None,
        "resignation": _resignation(state),
        "result": _result(state),
        "chouette": chouette_json(state),
        "paused": state.paused,
        "undo": last_action(state),
        "offers": {side.value: list(some) for side, some in offers(state).items()},
        "table_offers": list(table_offers(state)),
        "camera": _camera(view.camera),
        "battery": view.battery and asdict(view.battery),
        "notice": view.notice if view.notice != view.camera else "",
        "notice_for": NOTICE_S,
    }


def seats_of(view: TableView) -> Seats:
    """Who sits where: as people have changed it, else as the board was learned."""
    return view.state.seats or view.seats


def _cube(view: TableView) -> Json:
    state = view.state
    owner = state.cube.owner
    place = "middle" if owner is None else "near" if owner is seats_of(view).near else "far"
    return {
        "value": state.cube.value,
        "owner": owner and owner.value,
        "place": place,
        "in_use": not state.crawford,
        "offered": state.cube.value * 2 if state.phase is Phase.DOUBLED else None,
    }


def _plays(turns: tuple[Turn, ...]) -> list[Json]:
    """The last turns, oldest first; `number` counts from the game's first turn."""
    first = max(0, len(turns) - PLAYS_SHOWN)
    return [
        {
            "number": number,
            "player": turn.player.value,
            "dice": turn.dice and list(turn.dice),
            "source": turn.source if turn.dice else None,
            "play": turn.play,
            "illegal": turn.illegal,
        }
        for number, turn in enumerate(turns[first:], first + 1)
    ]


def _pictures(view: TableView) -> Json | None:
    """Where the camera's pictures of the board are."""
    if view.pictures is None:
        return None
    return {which: f"/api/pictures/{view.pictures.key}/{which}.jpg" for which in ("before", "after")}


def _resignation(state: MatchState) -> Json | None:
    offered = state.resignation
    if offered is None:
        return None
    return {"player": offered.player.value, "kind": offered.kind, "message": resigns(state, offered)}


def _bad_roll(view: TableView) -> Json | None:
    """A roll that did not count, until the next thing happens."""
    bad = view.bad_roll
    if bad is None:
        return None
    return {"player": bad.player.value, "message": bad.message, "rules": rules_json(bad.rules)}


def _result(state: MatchState) -> Json | None:
    if state.result is None:
        return None
    return {"winner": state.result.winner.value, "points": state.result.points, "kind": state.result.kind}


def _camera(text: str) -> Json:
    ok = text == CAMERA_OK
    return {"ok": ok, "message": "" if ok else text}


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


def chouette_json(state: MatchState) -> Json | None:
    """None where two play."""
    found = state.chouette
    if found is None:
        return None
    playing = found.game.playing if found.game else found.line
    return {
        "box": found.box,
        "captain": found.captain,
        "side": found.side.value,
        "playing": list(playing),
        "answers": list(playing) if team_answers(state) else [],
        "ledger": [
            {"name": name, "points": points, "role": _role(found, name)} for name, points in found.ledger.entries
        ],
    }


def _role(chouette: Chouette, name: str) -> str:
    """box, captain, crew, out (dropped in this game), or gone."""
    if name == chouette.box:
        return "box"
    if name == chouette.captain:
        return "captain"
    if name in chouette.crew:
        return "crew"
    return "out" if name in chouette.line else "gone"
