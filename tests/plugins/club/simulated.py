"""A simulated table: the real publisher over a game played at random; its journal is a list."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arbiter.match.events import Event, GameOver, GameStarted, IllegalPlay, MatchOver, MatchStarted, PlayMade, RollSeen
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from arbiter.notation import format_play
from arbiter.plays import legal_plays
from arbiter.position import START, Side
from arbiter.rules import Rules
from arbiter.scoring import match_winner
from arbiter.seats import Seats
from bookgammon.plugins.club.broker import Publishing
from bookgammon.plugins.club.outbox import KeptMark, NumberedEvent, SentMark
from bookgammon.plugins.club.publisher import Publisher
from bookgammon.plugins.club.results import Announced, MatchResult, result_of, result_to_json
from bookgammon.plugins.club.topics import match_key
from bookgammon.table.table import FrameTime, TableUpdate
from vision.sources.pictures import Image

STARTED = "2026-01-31T18:00:00+00:00"


def evening(seed: int, length: int = 3) -> Iterator[tuple[Event, ...]]:
    """What happens at one table, frame by frame, match after match, without end."""
    rng = random.Random(seed)
    while True:
        yield from one_match(rng, (f"Player {2 * seed + 1}", f"Player {2 * seed + 2}"), Rules(length=length))


def one_match(rng: random.Random, names: tuple[str, str], rules: Rules) -> Iterator[tuple[Event, ...]]:
    score = [0, 0]
    yield (MatchStarted(0, 0.0, rules, names, (0, 0)),)
    while match_winner(rules, (score[0], score[1])) is None:
        position, side = START, rng.choice(list(Side))
        yield (GameStarted(0, 0.0, START),)
        while True:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            yield (RollSeen(0, 0.0, side, dice),)
            # hardly anybody is hit, so that games end
            play = min(legal_plays(position, side, dice), key=lambda play: play.result.pips(side.other))
            if rng.random() < 0.03:
                yield (IllegalPlay(0, 0.0, side, dice, ("R12",), "13/8 needs a 5.", position, False),)
            position = play.result
            made = PlayMade(0, 0.0, side, dice, format_play(play), position)
            if position.row(side)[0] < 15:
                yield (made,)
                side = side.other
                continue
            score[side is Side.DARK] += 1
            over: tuple[Event, ...] = (made, GameOver(0, 0.0, side, 1, "single"))
            if winner := match_winner(rules, (score[0], score[1])):
                over = (*over, MatchOver(0, 0.0, winner, (score[0], score[1])))
            yield over
            break


@dataclass
class Journalled:
    """Fulfils EventSource from memory; a new match begins with each MatchStarted."""

    events: list[NumberedEvent] = field(default_factory=list)

    def keep(self, events: Sequence[Event]) -> None:
        for event in events:
            last = self.events[-1] if self.events else None
            if last is None or isinstance(event, MatchStarted):
                match, number = (last.match if last else 0) + 1, 1
            else:
                match, number = last.match, last.number + 1
            self.events.append(NumberedEvent(match, match_key(match, STARTED), number, event))

    def after(self, mark: SentMark) -> Sequence[NumberedEvent]:
        behind = [
            one
            for one in self.events[-3000:]
            if one.match > mark.match or (one.match == mark.match and one.number > mark.number)
        ]
        return [one for one in behind if one.match == behind[0].match]

    def between(self, key: str, first: int, last: int) -> Sequence[NumberedEvent]:
        return [one for one in self.events if one.key == key and first <= one.number <= last]


def finished(journal: Journalled, table: str) -> MatchResult | None:
    """The result of the journal's last match, once it is over."""
    if not journal.events:
        return None
    last = journal.events[-1].key
    events = [one.event for one in journal.events if one.key == last]
    return result_of(table, last, STARTED, events)


class SimulatedTable:
    """Publishes while the `with` block runs (`publisher`); `happen` plays one frame."""

    def __init__(
        self, publishing: Publishing, folder: Path, seed: int, picture: Callable[[Image], bytes] | None = None
    ) -> None:
        self.journal = Journalled()
        self.state = MatchState()
        self._evening = evening(seed)
        self.publishing = publishing
        self.said: list[str] = []
        self.mark = KeptMark(folder / f"{publishing.id}.json", "test", SentMark(1))
        self.publisher = Publisher(
            publishing,
            self.state,
            Seats(Side.LIGHT),
            lambda: self.journal.events[-1].key if self.journal.events else match_key(1, STARTED),
            self.journal,
            self.mark,
            results=self._results,
            picture=picture,
            say=self.said.append,
        )

    def _results(self) -> Iterator[Announced]:
        if self.journal.events:
            result = finished(self.journal, self.publishing.table)
            yield self.journal.events[-1].key, json.dumps(result_to_json(result)).encode() if result else b""

    def look(self, image: Image | None = None) -> None:
        """A frame in which nothing happens."""
        self.publisher.show(TableUpdate(self.state, FrameTime(), (), None, image=image))

    def happen(self) -> tuple[Event, ...]:
        events = next(self._evening)
        self.journal.keep(events)
        for event in events:
            self.state = apply(self.state, event)
        self.publisher.show(TableUpdate(self.state, FrameTime(), events, None))
        return events
