"""The state of a table as it is published: one frozen report, to JSON and back (README.md).

What comes back was written by anybody: `report_from_json` takes nothing for granted and lets only what can be
drawn pass.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from arbiter.errors import ArbiterError, IllegalPositionError
from arbiter.match.state import MatchState, Phase
from arbiter.plays import Dice
from arbiter.position import SIDES, START, Side, by_side
from arbiter.records.plain_boards import plain_board
from arbiter.seats import Home, Seats
from arbiter.values import plain
from arbiter.xgid import MatchPosition, format_xgid, parse_xgid
from bookgammon.errors import BadMessage
from bookgammon.plugins.club.topics import is_match_key

SCHEMA = 1
"""Grows when a field changes its meaning or goes; new fields may come at any time."""
PHASES = tuple(phase.value for phase in Phase)
LONGEST_TEXT = 300
LONGEST_NAME = 60
_MOST = 10**9

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ClockReport:
    """Seconds left of (light's, dark's) time; running: whose clock runs, None where neither does.

    delay: seconds until the running clock costs anything.
    """

    left: tuple[float, float]
    running: Side | None = None
    delay: float = 0.0

    def after(self, seconds: float) -> tuple[float, float]:
        """What is left on both clocks so many seconds later, should nothing happen."""
        light, dark = self.left
        gone = max(0.0, seconds - self.delay)
        if self.running is Side.LIGHT:
            return light - gone, dark
        return light, dark - gone if self.running else dark


@dataclass(frozen=True, slots=True)
class OpenWarning:
    """An illegal play that is neither put right nor let stand. provisional: its dice still lie."""

    player: Side
    message: str
    rules: tuple[str, ...]
    provisional: bool


@dataclass(frozen=True, slots=True)
class OpponentPart:
    """Who plays without sitting at this table. side: their checkers. engine: the program or plugin that seats them."""

    side: Side
    engine: str


@dataclass(frozen=True, slots=True)
class MatchPart:
    """key: of the match at its table; events: how many of it have been sent; before: the same of the match before."""

    key: str
    events: int
    length: int
    game: int
    crawford: bool
    names: tuple[str, str]
    score: tuple[int, int]
    winner: Side | None = None
    before: tuple[str, int] | None = None
    opponent: OpponentPart | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What a table says of itself.

    table: as people call it. run: other for every start of the program; number: counts this run's reports.
    sent: seconds since 1970. xgid: the board as it lies, without its prefix. offered: the stake if the double is
    taken. doubt, camera: a sentence, or nothing where all is well. closed: the table was put away in good order.
    """

    table: str
    run: str
    number: int
    sent: float
    match: MatchPart
    phase: str
    turn: Side | None
    dice: Dice | None
    xgid: str
    seats: Seats
    cube: int
    owner: Side | None
    offered: int | None
    cube_in_use: bool
    clock: ClockReport | None = None
    warning: OpenWarning | None = None
    doubt: str = ""
    camera: str = ""
    last: str = ""
    paused: bool = False
    closed: bool = False


def xgid_of(state: MatchState) -> str:
    """The board as it lies, with turn, dice, cube and score; the turn's beginning where both colours share a point.

    Where both do by the rules, as in Abak Evolution, the nearest board without that.
    """
    rules = state.rules
    board = state.warning.position if state.warning else state.position
    for position in (board, state.position, plain_board(state.position), START):
        try:
            return format_xgid(
                MatchPosition(
                    position,
                    state.player or Side.LIGHT,
                    state.dice,
                    state.cube.value,
                    state.cube.owner,
                    state.score,
                    rules.length,
                    bool(rules.length and state.crawford),
                    not rules.length and rules.jacoby_applies,
                    not rules.length and rules.beavers,
                )
            ).removeprefix("XGID=")
        except IllegalPositionError:
            continue
    raise AssertionError  # the starting position can always be written


def last_play(state: MatchState) -> str:
    """The last play of this game: "Anna 6-3: 24/15"."""
    if not state.turns:
        return ""
    turn = state.turns[-1]
    dice = "{}-{}: ".format(*turn.dice) if turn.dice else ""
    return f"{name_of(state, turn.player)} {dice}{turn.play}"


def name_of(state: MatchState, side: Side) -> str:
    return state.names[side is Side.DARK]


def report_to_json(report: Report) -> Json:
    """The JSON object of the topic `state`."""
    match, warning, clock = report.match, report.warning, report.clock
    return {
        "schema": SCHEMA,
        "table": report.table,
        "run": report.run,
        "number": report.number,
        "sent": round(report.sent, 3),
        "match": {
            "id": match.key,
            "events": match.events,
            "before": match.before and {"id": match.before[0], "events": match.before[1]},
            "length": match.length,
            "game": match.game,
            "crawford": match.crawford,
            "names": by_side(match.names),
            "score": by_side(match.score),
            "winner": match.winner and match.winner.value,
            "opponent": match.opponent
            and {"side": match.opponent.side.value, "engine": match.opponent.engine},
        },
        "phase": report.phase,
        "turn": report.turn and report.turn.value,
        "dice": report.dice and list(report.dice),
        "xgid": f"XGID={report.xgid}",
        "seats": {"near": report.seats.near.value, "home": report.seats.home},
        "cube": {
            "value": report.cube,
            "owner": report.owner and report.owner.value,
            "offered": report.offered,
            "in_use": report.cube_in_use,
        },
        "clock": clock
        and {
            **by_side(tuple(round(left, 1) for left in clock.left)),
            "running": clock.running and clock.running.value,
            "delay": round(clock.delay, 1),
        },
        "warning": warning
        and {
            "player": warning.player.value,
            "message": warning.message,
            "rules": list(warning.rules),
            "provisional": warning.provisional,
        },
        "doubt": report.doubt,
        "camera": report.camera,
        "last": report.last,
        "paused": report.paused,
        "closed": report.closed,
    }


def report_from_json(data: object) -> Report:
    """Raises BadMessage for whatever is no report of a table of ours."""
    found = mapping(data, "state")
    if found.get("schema") != SCHEMA:
        raise BadMessage("The table speaks another version of this program's messages.")
    match, cube, seats = (mapping(found.get(name), name) for name in ("match", "cube", "seats"))
    xgid = text(found.get("xgid"), "xgid", 120)
    if not xgid.startswith("XGID="):
        raise BadMessage("The table's position is no XGID.")
    xgid = xgid.removeprefix("XGID=")
    try:
        parse_xgid(xgid)
    except ArbiterError as error:
        raise BadMessage(f"The table's position cannot be read: {error}") from error
    phase = found.get("phase")
    if phase not in PHASES:
        raise BadMessage("The table is in no phase that we know.")
    home = _home(seats.get("home"))
    return Report(
        table=text(found.get("table"), "table", LONGEST_NAME),
        run=text(found.get("run"), "run", 32),
        number=whole(found.get("number"), "number"),
        sent=number(found.get("sent"), "sent"),
        match=_match_part(match),
        phase=phase,
        turn=_side(found.get("turn"), "turn"),
        dice=_dice(found.get("dice")),
        xgid=xgid,
        seats=Seats(_sure_side(seats.get("near"), "near"), home),
        cube=whole(cube.get("value"), "cube"),
        owner=_side(cube.get("owner"), "owner"),
        offered=None if cube.get("offered") is None else whole(cube.get("offered"), "offered"),
        cube_in_use=truth(cube.get("in_use"), "in_use"),
        clock=_clock(found.get("clock")),
        warning=_warning(found.get("warning")),
        doubt=text(found.get("doubt"), "doubt"),
        camera=text(found.get("camera"), "camera"),
        last=text(found.get("last"), "last"),
        paused=truth(found.get("paused"), "paused"),
        closed=truth(found.get("closed"), "closed"),
    )


def _match_part(match: Json) -> MatchPart:
    before = match.get("before")
    if before is not None:
        before = mapping(before, "before")
        before = (key(before.get("id")), whole(before.get("events"), "events"))
    names, score = (mapping(match.get(name), name) for name in ("names", "score"))
    return MatchPart(
        key(match.get("id")),
        whole(match.get("events"), "events"),
        whole(match.get("length"), "length"),
        whole(match.get("game"), "game"),
        truth(match.get("crawford"), "crawford"),
        _pair(text(names.get(side), "names", LONGEST_NAME) for side in SIDES),
        _pair(whole(score.get(side), "score") for side in SIDES),
        _side(match.get("winner"), "winner"),
        before,
        _opponent(match.get("opponent")),
    )


def _opponent(data: object) -> OpponentPart | None:
    if data is None:
        return None
    found = mapping(data, "opponent")
    return OpponentPart(
        _sure_side(found.get("side"), "opponent"), text(found.get("engine"), "opponent", LONGEST_NAME)
    )


def _clock(data: object) -> ClockReport | None:
    if data is None:
        return None
    found = mapping(data, "clock")
    left = _pair(number(found.get(side), "clock") for side in SIDES)
    return ClockReport(left, _side(found.get("running"), "running"), number(found.get("delay", 0.0), "delay"))


def _warning(data: object) -> OpenWarning | None:
    if data is None:
        return None
    found = mapping(data, "warning")
    rules = found.get("rules")
    if not isinstance(rules, list) or len(rules) > 20:
        raise BadMessage("The warning's rules are no list.")
    return OpenWarning(
        _sure_side(found.get("player"), "player"),
        text(found.get("message"), "message"),
        tuple(text(rule, "rule", 8) for rule in rules),
        truth(found.get("provisional"), "provisional"),
    )


def _pair(values: Any) -> tuple[Any, Any]:
    light, dark = values
    return light, dark


def mapping(data: object, name: str) -> Json:
    """Raises BadMessage where it is no JSON object."""
    if not isinstance(data, dict):
        raise BadMessage(f"The message has no {name}.")
    return data


def text(data: object, name: str, most: int = LONGEST_TEXT) -> str:
    """Text that is safe to show: one line, no control characters. Raises BadMessage where it is none or too long."""
    if not isinstance(data, str) or len(data) > most:
        raise BadMessage(f"{name!r} is no text of at most {most} characters.")
    return plain(data)


def whole(data: object, name: str) -> int:
    """A number that can be counted to. Raises BadMessage."""
    if not isinstance(data, int) or isinstance(data, bool) or not 0 <= data <= _MOST:
        raise BadMessage(f"{name!r} is no whole number that could be meant.")
    return data


def number(data: object, name: str) -> float:
    """Raises BadMessage where it is no finite number within reason."""
    if not isinstance(data, int | float) or isinstance(data, bool) or not abs(data) < 1e12 or math.isnan(data):
        raise BadMessage(f"{name!r} is no number that could be meant.")
    return float(data)


def truth(data: object, name: str) -> bool:
    """Raises BadMessage where it is neither true nor false."""
    if not isinstance(data, bool):
        raise BadMessage(f"{name!r} is neither true nor false.")
    return data


def key(data: object) -> str:
    """A match's key. Raises BadMessage."""
    found = text(data, "match", 40)
    if not is_match_key(found):
        raise BadMessage("The match has no key of ours.")
    return found


def _side(data: object, name: str) -> Side | None:
    return None if data is None else _sure_side(data, name)


def _sure_side(data: object, name: str) -> Side:
    for side in SIDES:
        if data == side.value:
            return side
    raise BadMessage(f"{name!r} is neither light nor dark.")


def _home(data: object) -> Home:
    sides: tuple[Literal["left"], Literal["right"]] = ("left", "right")
    for home in sides:
        if data == home:
            return home
    raise BadMessage("'home' is neither left nor right.")


def _dice(data: object) -> Dice | None:
    if data is None:
        return None
    if isinstance(data, list) and len(data) == 2 and all(type(die) is int and 1 <= die <= 6 for die in data):
        return data[0], data[1]
    raise BadMessage("The dice are no two dice.")
