"""All tables of a club as one consumer knows them: messages in, what the wall shows out. No network, no clock.

Whatever comes was written by anybody. What is not ours is counted and dropped; nothing grows without bound.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

from arbiter.errors import ArbiterError
from arbiter.match.event_json import event_from_json
from arbiter.match.events import Event, PlayCorrected, PlayMade, PlayStood
from arbiter.message import Message, shown_names, side_name
from arbiter.play_text import shown_play
from arbiter.position import Side
from arbiter.xgid import parse_xgid
from bookgammon.errors import BadMessage
from bookgammon.plugins.club.club_table import SILENT_S, TWO_RUNS_S, ClubTable, EventOrder
from bookgammon.plugins.club.report import LONGEST_TEXT, SCHEMA, Report, key, mapping, report_from_json, whole
from bookgammon.plugins.club.results import MOST_BYTES, MOST_KEPT, result_from_json
from bookgammon.plugins.club.topics import (
    AVAILABILITY,
    EVENT,
    OFFLINE,
    PICTURE,
    RESULT,
    STATE,
    is_match_key,
    split_topic,
)
from bookgammon.plugins.club.wall_pages import WallResult, WallTable
from web.containment import contained

MOST_TABLES = 2000
MOST_NAMES = 20_000
"""Names that are remembered beyond that, so that a table which goes on speaking is not taken for a made-up name."""
PROVEN_S = 3.0
"""Who says something valid again after so long is a table: they speak every four seconds."""
MOST_RESULTS, MOST_PICTURES = 24 * 1024 * 1024, 24 * 1024 * 1024
"""Bytes of all tables together. The table that has most gives up its oldest."""
FULL_S = 30.0
"""So long people are informed that a table was turned away."""
MOST_STATE, MOST_PICTURE = 16 * 1024, 256 * 1024
ASK_AGAIN_S, ASK_LATER_S = 3.0, 15.0
"""A gap is asked for again after the first, and after a few times only after the second: a hall that is busy sending
what was missed is not to be asked for it again and again."""
ASKED_OFTEN = 4
MOST_ASKED = 20
"""Requests without an answer until a gap is given up, after about four minutes."""
_JPEG = b"\xff\xd8\xff"


@dataclass(frozen=True, slots=True)
class Ask:
    """Events that were missed: ask table `id` for those of `match` from `first` to `last`."""

    id: str
    match: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Happened:
    """One event of a table, given out in order and once. arrived: seconds of the caller's clock."""

    id: str
    match: str
    number: int
    event: Event
    arrived: float


class ClubState:
    """Tables by their id. Times are seconds of one steady clock, given by the caller."""

    def __init__(self) -> None:
        self._tables: dict[str, ClubTable] = {}
        """The one with the oldest message comes first: with thousands of names a search through all took seconds."""
        self._first_message: dict[str, float] = {}
        self._turned_away = -FULL_S
        self.dropped = 0
        """Messages that were none of ours."""
        self.given_up = 0
        """Events that a table could not send again."""

    def handle_message(self, name: str, payload: bytes, retained: bool, now: float) -> list[Happened]:
        """Take one message; gives the events that can be passed on now. What is none of ours is dropped."""
        where = split_topic(name)
        if where is None:
            self.dropped += 1
            return []
        table = self._tables.get(where[0])
        if table is None and where[1] != (STATE,):  # nothing but what a table says of itself makes one
            self.dropped += 1
            return []
        try:
            happened = self._take(table or ClubTable(where[0], now), where[1], payload, retained, now)
        except (BadMessage, ArbiterError, ValueError, RecursionError):
            self.dropped += 1
            return []
        return happened

    def is_full(self, now: float) -> bool:
        """Whether a table was turned away lately, as more speak than can be held."""
        return now - self._turned_away < FULL_S

    def _let_in(self, table: ClubTable, retained: bool, now: float) -> None:
        """A table that has just said something valid of itself. Raises BadMessage where there is no room for it."""
        if not retained:
            first = self._first_message.setdefault(table.id, now)
            table.proven = table.proven or now - first >= PROVEN_S
            if len(self._first_message) > MOST_NAMES:
                del self._first_message[next(iter(self._first_message))]
        if table.id in self._tables:
            return
        if len(self._tables) >= MOST_TABLES:
            leaving = next((one for one in self._tables.values() if not one.proven or now - one.seen >= SILENT_S), None)
            if leaving is None:
                self._turned_away = now
                raise BadMessage(Message("There are more tables than can be held."))
            del self._tables[leaving.id]
        self._tables[table.id] = table

    def _take(
        self, table: ClubTable, rest: tuple[str, ...], payload: bytes, retained: bool, now: float
    ) -> list[Happened]:
        match rest:
            case (name,) if name == STATE:
                self._state(table, _json(payload, MOST_STATE), retained, now)
            case (name,) if name == EVENT and not retained:
                return self._event(table, _json(payload, MOST_STATE), now)
            case (name,) if name == AVAILABILITY:
                table.online = payload != OFFLINE.encode()
            case (name,) if name == PICTURE:
                if not payload.startswith(_JPEG) or len(payload) > MOST_PICTURE:
                    raise BadMessage(Message("This is no picture."))
                table.picture, table.pictures = payload, table.pictures + 1
                self._give_up_pictures()
            case (name, match) if name == RESULT and is_match_key(match):
                self._result(table, match, payload)
            case _:
                raise BadMessage(Message("There is no such topic."))
        return []

    def _state(self, table: ClubTable, data: object, retained: bool, now: float) -> None:
        report = report_from_json(data)
        self._let_in(table, retained, now)
        known = table.report
        if known and known.run == report.run and report.number < known.number:
            return
        if not retained:
            if known and known.run != report.run and report.run in table.runs:
                table.turns += 1
            table.runs = {run: at for run, at in table.runs.items() if now - at < TWO_RUNS_S}
            if not table.runs:
                table.turns = 0
            table.runs[report.run] = now
            table.seen, table.online = now, True
            self._tables[table.id] = self._tables.pop(table.id)  # the one with the oldest message stays first
        table.report, table.position = report, parse_xgid(report.xgid).position
        match = report.match
        if known and known.match.key != match.key:
            table.plays.clear()
        if match.key not in table.order:
            # a match that began while we followed is wanted whole, one that we have come into from here on
            begun_here = bool(table.order)
            table.order[match.key] = EventOrder(0 if begun_here else match.events)
            while len(table.order) > 3:
                del table.order[next(iter(table.order))]

    def _event(self, table: ClubTable, data: object, now: float) -> list[Happened]:
        found = mapping(data, "event")
        if found.get("schema") != SCHEMA:
            raise BadMessage(Message("The event is of another version."))
        match, number = key(found.get("match")), whole(found.get("number"), "number")
        event = event_from_json(found)
        order = table.order.get(match)
        if order is None:
            if len(table.order) >= 3:
                del table.order[next(iter(table.order))]
            order = table.order[match] = EventOrder(0)
        return self._record(table, match, order.take(number, event), order.done, now)

    def _record(self, table: ClubTable, match: str, given: list[Event], done: int, now: float) -> list[Happened]:
        for event in given:
            if isinstance(event, PlayMade | PlayStood | PlayCorrected):
                table.plays.append(_play_text(event, table.report)[:LONGEST_TEXT])
        first = done - len(given) + 1
        return [Happened(table.id, match, number, event, now) for number, event in enumerate(given, first)]

    def _result(self, table: ClubTable, match: str, payload: bytes) -> None:
        if not payload:
            table.results.pop(match, None)
            table.sizes.pop(match, None)
            return
        result = result_from_json(_json(payload, MOST_BYTES))
        if result.key != match:
            raise BadMessage(Message("The result is not of the match that its topic names."))
        table.results[match], table.sizes[match] = result, len(payload)
        if len(table.results) > MOST_KEPT:
            _forget_oldest(table)
        if len(payload) and sum(sum(one.sizes.values()) for one in self._tables.values()) > MOST_RESULTS:
            _forget_oldest(max(self._tables.values(), key=lambda one: sum(one.sizes.values())))

    def _give_up_pictures(self) -> None:
        """Largest first, until all of them together are within bounds."""
        held = [one for one in self._tables.values() if one.picture]
        if sum(len(one.picture) for one in held) > MOST_PICTURES:
            max(held, key=lambda one: len(one.picture)).picture = b""

    def asks(self, now: float) -> Iterator[Ask]:
        """What is missing and should be asked for now. A gap that nobody fills is given up after a while."""
        for table in self._tables.values():
            report = table.report
            patience = ASK_AGAIN_S if table.asked < ASKED_OFTEN else ASK_LATER_S
            if report is None or table.seen <= table.asked_at or now - table.asked_at < patience:
                continue  # a table that has sent nothing since would receive nothing either
            counted = {report.match.key: report.match.events}
            if report.match.before:
                counted[report.match.before[0]] = report.match.before[1]
            for match, order in table.order.items():
                gap = order.missing(counted.get(match, order.done))
                if gap is None:
                    continue
                table.asked = table.asked + 1 if table.asked_for == (match, gap[0]) else 1
                table.asked_for, table.asked_at = (match, gap[0]), now
                if table.asked > MOST_ASKED:
                    self.given_up += gap[1] - order.done
                    self._record(table, match, order.skip(gap[1]), order.done, now)
                    continue
                yield Ask(table.id, match, *gap)
                break

    def done(self) -> dict[tuple[str, str], int]:
        """(table, match): the number up to which all its events have been given out."""
        tables = self._tables.values()
        return {(table.id, match): order.done for table in tables for match, order in table.order.items()}

    def reports(self) -> dict[str, Report]:
        """The newest report of each table."""
        return {table.id: table.report for table in self._tables.values() if table.report}

    def view(self, now: float, epoch: float) -> list[WallTable]:
        """All tables: who needs attention first, then by name; those put away last.

        Of two tables at which one match is played, each player at their own, the first alone.
        epoch: what to add to `now` for seconds since 1970.
        """
        made = [contained("a table", partial(table.shown, now, epoch), None) for table in self._tables.values()]
        shown = [one for one in made if one is not None]
        return list(self._each_match_once(table for _, table in sorted(shown, key=itemgetter(0))))

    def _each_match_once(self, shown: Iterable[WallTable]) -> Iterator[WallTable]:
        seen = set[tuple[object, ...]]()
        for table in shown:
            report = self._tables[table.id].report
            if report is not None and (opponent := report.match.opponent) is not None:
                played = (report.match.names, report.match.length, opponent.engine)
                if (*played, opponent.side.other) in seen:
                    continue  # whom the one table has as its opponent sits at the other
                seen.add((*played, opponent.side))
            yield table

    def results(self) -> list[WallResult]:
        """All results, the newest first."""
        found = [
            WallResult(
                table.id,
                one.table,
                one.key,
                one.started,
                one.ended,
                one.length,
                one.names,
                one.score,
                one.winner,
                one.record_format,
                one.record,
            )
            for table in self._tables.values()
            for one in table.results.values()
        ]
        return sorted(found, key=lambda one: (one.ended, one.id, one.match), reverse=True)

    def picture(self, table: str) -> tuple[str, bytes] | None:
        """(key, JPEG) of a table's last picture."""
        found = self._tables.get(table)
        return (str(found.pictures), found.picture) if found and found.picture else None


def _forget_oldest(table: ClubTable) -> None:
    oldest = min(table.results, key=lambda one: table.results[one].ended)
    del table.results[oldest], table.sizes[oldest]


def _play_text(event: PlayMade | PlayStood | PlayCorrected, report: Report | None) -> str:
    name = shown_names(report.match.names)[event.player is Side.DARK] if report else side_name(event.player)
    dice = "{}-{}:".format(*event.dice) if isinstance(event, PlayMade) and event.dice else ""
    kind = {PlayMade: "", PlayStood: Message("(stands)"), PlayCorrected: Message("(corrected)")}[type(event)]
    if isinstance(event, PlayCorrected) and event.entered:
        kind = Message("(position entered)")
    return Message.joined(" ", (part for part in (name, dice, shown_play(event.play), kind) if part))


def _json(payload: bytes, most: int) -> object:
    if len(payload) > most:
        raise BadMessage(Message("The message is too long to be ours."))
    found: object = json.loads(payload)
    return found
