"""Backups in which one value of one event is another: `python -m lab.campaigns.fuzz_values [--cases 20000]`.

The values come from the law itself (`arbiter.values`, by the fields' annotations): within its bounds, at them, just
beyond, and strange. Whatever a restore lets in is folded, analysed, shown and exported; each so many cases go the whole
way, through a zip, a restore and every page. Refused is refused in one sentence that names match, event and field.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
import types
import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, Union
from urllib.parse import quote

from arbiter.errors import ArbiterError
from arbiter.match.edit_answers import edit_lines
from arbiter.match.entered_events import EVENTS, ChouetteFounded, PlayersNamed
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import (
    Doubled,
    Event,
    GameOver,
    GameStarted,
    MatchStarted,
    PlayMade,
    RollSeen,
    Taken,
)
from arbiter.match.fold import fold
from arbiter.match.json_values import RECORDS, fields_of
from arbiter.match.record import record_of
from arbiter.match.statistics import statistics_of
from arbiter.message import Message
from arbiter.position import START, Position, Side
from arbiter.records import FORMATS
from arbiter.rules import Rules
from arbiter.values import AsSeen, PowerOfTwo, Real, Text, Whole
from bookgammon.errors import BackupError
from bookgammon.history import record as for_people
from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.steps import steps_of
from bookgammon.history.unpacking import opened_events, unpacked
from bookgammon.plugins.club.report import xgid_of
from bookgammon.plugins.club.results import result_of
from bookgammon.plugins.gnubg.analysis.match_analysis import fingerprint
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.facts import facts_of
from bookgammon.plugins.players.pages import add_players
from bookgammon.plugins.players.register import PlayerRegister
from lab.campaigns.memory import beyond_now
from tests.fuzz.spoilt import STRANGE
from tests.history.strange import zipped
from tests.web.tables import moving
from web.app import create_app
from web.history import add_history
from web.hub import Hub
from web.state_view import state_json

BEGUN = "2026-01-02T20:00:00+00:00"
AFTER = START.moved(Side.LIGHT, [(8, 5), (6, 5)])
SEEN = Position((0, 15, *START.light[2:]), START.dark)
_TEXTS = (
    *("", "Ann", "8/5 6/5", "\ud83d", "\u00e9", "e\u0301", "\x00", "a\nb", "\u202eabc"),
    *("x" * 199, "x" * 4001, "=1+1", "<b>"),
)


def within(hint: Any, chance: Random) -> Any:
    """A JSON value that a field of this type may have."""
    origin, choices = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _within_bounds(choices[1], chance)
    if origin in (Union, types.UnionType):
        real = next(choice for choice in choices if choice is not types.NoneType)
        return None if chance.random() < 0.2 else within(real, chance)
    if origin is Literal:
        return chance.choice(choices)
    if origin is tuple:
        endless = len(choices) == 2 and choices[1] is Ellipsis
        each = [choices[0]] * chance.randint(0, 3) if endless else choices
        return [within(item, chance) for item in each]
    if hint in RECORDS:
        names = {"start": "from", "end": "to"} if hint.__name__ == "CheckerMove" else {}
        return {names.get(name, name): within(each, chance) for name, each in fields_of(hint).items()}
    plain = {
        bool: chance.random() < 0.5,
        Side: chance.choice(tuple(Side)).value,
        Position: _position(chance),
        Message: {"text": "x", "pattern": "{a} is", "values": {"a": chance.choice(("b", 3))}},
    }
    return plain[hint]


def _within_bounds(bounds: object, chance: Random) -> Any:
    match bounds:
        case Whole(least, most):
            return chance.choice((least, most, min(most, max(least, chance.randint(0, 30)))))
        case PowerOfTwo(least, most):
            return chance.choice((least, most, max(least, 2 ** chance.randint(1, 12))))
        case Real(least, most):
            return chance.choice((float(least), float(most), chance.uniform(least, most)))
        case Text(most):
            return chance.choice((*_TEXTS[:3], "\u00e9", "x" * most))
        case AsSeen():
            return _position(chance, many=True)
    raise TypeError(bounds)


def beyond(hint: Any, chance: Random) -> Any:  # noqa: PLR0911 - a line a kind
    """One that is just out of its bounds, or of another kind."""
    origin, choices = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated and chance.random() < 0.7:
        match choices[1]:
            case Whole(least, most) | PowerOfTwo(least, most):
                return chance.choice((least - 1, most + 1, 10**30, 10**4299, 2**63, True, float(most)))
            case Real(least, most):
                return chance.choice((least - 1, most * 2 + 1, float("nan"), float("inf"), 10**400))
            case Text():
                return chance.choice(_TEXTS)
    if origin is tuple and chance.random() < 0.7:
        found = within(hint, chance)
        if found and chance.random() < 0.7:
            place = chance.randrange(len(found))
            endless = len(choices) == 2 and choices[1] is Ellipsis
            found[place] = beyond(choices[0 if endless else place], chance)
            return found
        return found * chance.choice((2, 500))
    if hint is Position or (origin is Annotated and isinstance(choices[1], AsSeen)):
        found = _position(chance)
        key = chance.choice(("points", "bar", "off", "mixed"))
        value = chance.choice((16, 99, -1, 300_000_000, 10**30, 0.5))
        if key == "points":
            found["points"][chance.randrange(24)] = value
        elif key == "mixed":
            mixed = {"point": chance.choice((1, 24, 0, 25)), "light": value, "dark": 1}
            found["mixed"] = [mixed] * chance.choice((1, 500))
        else:
            found[key][chance.choice(("light", "dark"))] = value
        return found
    if hint in RECORDS:
        found = within(hint, chance)
        name, inner = chance.choice(list(fields_of(hint).items()))
        found[{"start": "from", "end": "to"}.get(name, name)] = beyond(inner, chance)
        return found
    return chance.choice(STRANGE)


def _position(chance: Random, *, many: bool = False) -> Any:
    kind = chance.randrange(4)
    if kind == 0:
        return _json_of(START)
    row = [0] * 24
    left = {1: 15, -1: 15}
    for _ in range(chance.randint(0, 12)):
        sign, point = chance.choice((1, -1)), chance.randrange(24)
        count = chance.randint(1, 15) if many else chance.randint(0, left[sign])
        if not many:
            left[sign] += abs(row[point]) if row[point] * sign > 0 else 0
            left[sign] -= count
            left[-sign] += abs(row[point]) if row[point] * sign < 0 else 0
        row[point] = sign * count
    free = {"light": left[1], "dark": left[-1]}
    bar = {side: chance.randint(0, many_left) for side, many_left in free.items()}
    return {"points": row, "bar": bar, "off": {side: free[side] - bar[side] for side in bar}, "mixed": []}


def _json_of(position: Position) -> Any:
    return event_to_json(GameStarted(0, 0.0, position))["position"]


def matches() -> Iterator[list[dict[str, Any]]]:
    """A short match around each kind of event, valid as it stands."""
    chance = Random(7)
    for name, kind in EVENTS.items():
        begun: list[Event] = [
            MatchStarted(0, 0.0, Rules(length=0 if "chouette" in name or name in ("join", "leave", "team") else 3)),
            PlayersNamed(0, 0.0, ("Ann", "Ben")),
        ]
        if not fold(begun).rules.length:
            begun.append(ChouetteFounded(0, 0.1, (("Ann", 6), ("Ben", 4), ("Cleo", 2))))
        before: list[Event] = [
            *begun,
            GameStarted(1, 1.0, START),
            RollSeen(2, 2.0, Side.LIGHT, (3, 1)),
            PlayMade(3, 3.0, Side.LIGHT, (3, 1), "8/5 6/5", AFTER),
        ]
        after: list[Event] = [
            Doubled(5, 5.0, Side.DARK, 2),
            Taken(6, 6.0, Side.LIGHT, 2),
            RollSeen(7, 7.0, Side.DARK, (6, 4)),
            PlayMade(8, 8.0, Side.DARK, (6, 4), "24/14", AFTER.moved(Side.DARK, [(24, 18), (18, 14)])),
            GameOver(9, 9.0, Side.LIGHT, 2, "single"),
        ]
        own = {field: within(hint, chance) for field, hint in fields_of(kind).items()}
        middle = {"event": name, **own, "frame": 4, "time": 4.0}
        yield [*map(event_to_json, before), middle, *map(event_to_json, after)]


SAMPLES = list(matches())


def case(chance: Random) -> list[Any]:
    """A match in which one value is another."""
    events = list(chance.choice(SAMPLES))
    at = chance.choice((len(events) - 6, chance.randrange(len(events))))
    changed = dict(events[at])
    hints = fields_of(EVENTS[changed["event"]])
    field = chance.choice(list(hints))
    make = within if chance.random() < 0.4 else beyond
    changed[field] = make(hints[field], chance)
    events[at] = changed
    return events


def used(events: tuple[Event, ...]) -> None:
    """All that is made of a match, but the pages."""
    state = fold(events)
    json.dumps(state_json(state), ensure_ascii=False).encode()
    steps_of(events, lambda _: False, ())
    statistics_of(events)
    edit_lines(events)
    for_people.record_text(events).encode()
    facts_of(events)
    xgid_of(state)
    result_of("Table", "1-20260131T180000Z", BEGUN, events)
    record = record_of(events)
    for number in range(len(record.games)):
        fingerprint(record, number)
    for form in FORMATS.values():
        try:
            form.write(record).encode()
        except ArbiterError:  # a format that cannot hold the match says so
            continue
    for event in events:
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


def shown(folder: Path) -> None:
    """Every page and export of a data folder."""
    path = folder / FILE
    archive = Archive(path, lambda: None)
    app = create_app(Hub(moving()), heartbeat=0.0, life=0.0)
    add_history(app, archive)
    add_players(app, PlayerRegister(path, Counting(path, lambda: None), archive.delete))
    client = app.test_client()
    with Journal(path, read_only=True) as journal:
        names = {name for match in journal.matches() for name in fold(journal.events(match)).names}
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    asked = [str(rule).replace("<int:match>", "1") for rule in rules]
    asked = [each.replace("<format_name>", form) for each in asked for form in FORMATS]
    asked = [each for each in dict.fromkeys(asked) if "<" not in each and "events" not in each and "static" not in each]
    asked += [f"{page}?name={quote(name)}" for page in ("/players/player", "/players/player.csv") for name in names]
    for address in asked:
        with client.get(address, headers={"Host": "localhost"}) as answer:
            answer.get_data()
            assert answer.status_code < 500 or answer.status_code == 503, (address, answer.status_code)


def restored(texts: Sequence[str], folder: Path) -> None:
    """Through a zip and a restore. Raises BackupError."""
    made, data = folder / "made.sqlite", folder / "data"
    with Journal(made) as journal:
        journal.adopt(BEGUN, "0", False, texts)
        journal.pragma("wal_checkpoint(TRUNCATE)")
    (folder / "b.zip").write_bytes(zipped({FILE: made.read_bytes()}, matches=1))
    data.mkdir()
    unpacked(folder / "b.zip", data)
    shown(data)


@dataclass(frozen=True)
class Tried:
    """How many cases, of these opened, of these through all pages; what failed; MiB held.

    slowest: seconds of a processor, and which case took them, of those that were refused or opened, and of those that
    went through all pages: a clock on the wall would count what else the machine does.
    """

    cases: int
    opened: int = 0
    whole: int = 0
    faults: tuple[str, ...] = ()
    slowest: tuple[float, int] = (0.0, 0)
    slowest_whole: tuple[float, int] = (0.0, 0)
    grown: float = 0.0


def tried(cases: int, seed: int, pages: int) -> Tried:
    """pages: each so many of the cases goes the whole way."""
    grown = beyond_now()
    found = Tried(cases)
    for number in range(cases):
        chance = Random(seed * 10**7 + number)
        texts = [json.dumps(event) for event in case(chance)]
        began, whole = time.process_time(), False
        try:
            events = opened_events(1, texts)
            used(events)
            found = replace(found, opened=found.opened + 1)
            if whole := number % pages == 0:
                with tempfile.TemporaryDirectory() as folder:
                    restored(texts, Path(folder))
                found = replace(found, whole=found.whole + 1)
        except BackupError as error:
            if "\n" in str(error) or not str(error):
                found = replace(found, faults=(*found.faults, f"{number}: {error!r} is no sentence"))
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            found = replace(found, faults=(*found.faults, f"{number}: {type(error).__name__}: {str(error)[:200]}"))
        took = (time.process_time() - began, number)
        if whole:
            found = replace(found, slowest_whole=max(found.slowest_whole, took))
        else:
            found = replace(found, slowest=max(found.slowest, took))
    return replace(found, grown=grown())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", type=int, default=20)
    args = parser.parse_args()
    found = tried(args.cases, args.seed, args.pages)
    print(
        f"{found.cases} backups, {found.opened} opened, {found.whole} through every page, {len(found.faults)} faults; "
        f"slowest {found.slowest[0]:.2f} s (case {found.slowest[1]}), through every page"
        f" {found.slowest_whole[0]:.2f} s (case {found.slowest_whole[1]}), {found.grown:.0f} MiB",
        *found.faults[:20], sep="\n  ",
    )  # fmt: skip
    return 1 if found.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
