"""Evenings that never were: a journal of many matches, and what the simulator knows of their players.

Games are short ones from a bear-off position with contact left, so that hundreds of matches take seconds: what is
counted does not depend on how long a game is. Some rolls are read wrongly and corrected by hand at once, some turns are
corrected afterwards, some rolls are never seen or inferred, some plays break a rule and stand or are put right, some
are taken back, and pauses cost nobody time.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from arbiter.match.entered_events import Paused, PlayersNamed, Resumed, TurnEdited, Undone
from arbiter.match.events import (
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
)
from arbiter.notation import format_play
from arbiter.plays import Dice, legal_plays
from arbiter.position import Position, Side
from arbiter.rules import Rules
from arbiter.scoring import finisher
from bookgammon.history.journal import Journal

PEOPLE = ("Ada", "Bea", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
BOARDS = ("Our book", "The old book")
LENGTHS = (1, 3, 5, 7, 0)
START = Position((6, 2, 2, 2, 1, 1, 1, *(0,) * 18, 0), (6, 2, 2, 2, 1, 1, 1, *(0,) * 18, 0))
"""Bear-offs on both sides; nine checkers each are still to be borne off."""


@dataclass(slots=True)
class Known:
    """What the simulator knows of one player, under the names that the figures have for it."""

    matches: int = 0
    won: int = 0
    lost: int = 0
    games_won: int = 0
    games_lost: int = 0
    points: int = 0
    against: int = 0
    illegal: int = 0
    stood: int = 0
    timed: int = 0
    seconds: float = 0.0
    rolls: dict[str, Counter[Dice]] = field(default_factory=lambda: defaultdict(Counter))
    opponents: dict[str, list[int]] = field(default_factory=lambda: defaultdict(lambda: [0, 0]))


class Simulated:
    """So many evenings of the same eight people in a journal at `path`, a match each. known: by name."""

    def __init__(self, path: Path, evenings: int, seed: int, people: tuple[str, ...] = PEOPLE) -> None:
        self.random = random.Random(seed)
        self.known: dict[str, Known] = defaultdict(Known)
        self.results: list[tuple[str, str, int]] = []
        """Winner, loser and length of the matches that came to their end."""
        begun = datetime(2024, 1, 1, 20, tzinfo=UTC)
        with Journal(path) as journal:
            for evening in range(evenings):
                entry = journal.begin((begun + timedelta(days=evening)).isoformat(), "0")
                names = tuple(self.random.sample(people, 2))
                journal.append(entry, list(_Match(self, (names[0], names[1])).events()))


class _Match:
    def __init__(self, whole: Simulated, names: tuple[str, str]) -> None:
        self.whole, self.random, self.names = whole, whole.random, names
        self.frame, self.time = 0, 0.0
        self.score = [0, 0]

    def at(self, seconds: float = 1.0) -> tuple[int, float]:
        self.frame += 1
        self.time += seconds
        return self.frame, self.time

    def of(self, side: Side) -> Known:
        return self.whole.known[self.name(side)]

    def name(self, side: Side) -> str:
        return self.names[0] if side is Side.LIGHT else self.names[1]

    def events(self) -> Iterator[Event]:
        length = self.random.choice(LENGTHS)
        board = self.random.choice(BOARDS)
        misspelt = self.random.random() < 0.1
        begun = (self.names[0] + "!", self.names[1]) if misspelt else self.names
        yield MatchStarted(*self.at(), Rules(length=length), begun, board=board)
        if misspelt:
            yield PlayersNamed(*self.at(), self.names)
        broken_off = self.random.random() < 0.05
        games = 0
        while (max(self.score) < length or not length) and games < (1 if broken_off else 99 if length else 3):
            games += 1
            yield from self.game(games, length)
        over = length and max(self.score) >= length
        for side, other in ((Side.LIGHT, Side.DARK), (Side.DARK, Side.LIGHT)):
            known, mine = self.of(side), self.score[side is Side.DARK]
            known.matches += 1
            known.points += mine
            known.against += self.score[side is Side.LIGHT]
            if over:
                won = mine >= length
                known.won += won
                known.lost += not won
                known.opponents[self.name(other)][0 if won else 1] += 1
                if won:
                    self.whole.results.append((self.name(side), self.name(other), length))
        if over:
            winner = Side.LIGHT if self.score[0] >= length else Side.DARK
            yield MatchOver(*self.at(), winner, (self.score[0], self.score[1]))

    def game(self, number: int, length: int) -> Iterator[Event]:
        yield GameStarted(*self.at(), START)
        position, cube, owner = START, 1, None
        turns: list[tuple[Side, str, Dice]] = []
        boards, warned = [position], set[int]()
        side = self.random.choice((Side.LIGHT, Side.DARK))
        while (winner := finisher(position)) is None:
            crawford = length and length - 1 in self.score
            if turns and not crawford and owner in (None, side) and cube < 4 and self.random.random() < 0.06:
                yield Doubled(*self.at(), side, 2 * cube)
                if self.random.random() < 0.3:
                    yield Dropped(*self.at(), side.other)
                    winner = side
                    break
                cube, owner = 2 * cube, side.other
                yield Taken(*self.at(), side.other, cube)
            position, events, origin, dice = self.turn(side, position, first=not turns)
            yield from events
            if any(isinstance(event, IllegalPlay) for event in events):
                warned.add(len(turns))
            turns.append((side, origin, dice))
            boards.append(position)
            side = side.other
        if self.random.random() < 0.3:
            yield from self.edited(number, turns, boards, warned)
        for mover, origin, dice in turns:
            self.of(mover).rolls[origin][dice] += 1
        yield GameOver(*self.at(), winner, cube, "single")
        self.score[winner is Side.DARK] += cube
        self.of(winner).games_won += 1
        self.of(winner.other).games_lost += 1

    def turn(self, side: Side, before: Position, *, first: bool) -> tuple[Position, list[Event], str, Dice]:
        """The board afterwards, what happened, how the roll is known in the end, and the roll."""
        roll = (self.random.randint(1, 6), self.random.randint(1, 6))
        while first and roll[0] == roll[1]:
            roll = (self.random.randint(1, 6), self.random.randint(1, 6))
        play = self.random.choice(legal_plays(before, side, roll))
        text = format_play(play)
        how = self.random.random()
        events: list[Event] = []
        origin = "read"
        thinking = self.random.choice((3.0, 8.0, 21.0))
        if how < 0.05:  # read wrongly, and corrected by hand
            wrong = (roll[0] % 6 + 1, roll[1])
            wrong = (wrong[0] % 6 + 1, wrong[1]) if first and wrong[0] == wrong[1] else wrong
            events += [RollSeen(*self.at(), side, wrong), RollSeen(*self.at(), side, roll, "entered")]
            origin = "corrected" if sorted(wrong) != sorted(roll) else "read"
        elif how < 0.08:  # entered, and never read
            events.append(RollSeen(*self.at(), side, roll, "entered"))
            origin = "entered"
        elif how < 0.11 and not first:  # known by its play alone
            return play.result, [PlayMade(*self.at(), side, roll, text, play.result)], "inferred", roll
        elif how < 0.14:  # taken back, and thrown again
            events += [RollSeen(*self.at(), side, (2, 1)), Undone(*self.at()), RollSeen(*self.at(), side, roll)]
        else:
            events.append(RollSeen(*self.at(), side, roll))
        known = self.of(side)
        if how > 0.95:
            paused = self.at()[1]
            events += [Paused(self.frame, paused), Resumed(*self.at(600.0))]
            known.seconds += 1.0
        events_at = self.at(thinking)
        known.timed += 1
        known.seconds += thinking
        if 0.14 <= how < 0.17:  # against the rules, and put right or let stand
            illegal = IllegalPlay(*events_at, side, roll, ("R12",), "No.", play.result, provisional=False)
            stood = self.random.random() < 0.5
            kind = PlayStood if stood else PlayCorrected
            events += [illegal, kind(*self.at(), side, text, play.result)]
            known.illegal += 1
            known.stood += stood
        else:
            events.append(PlayMade(*events_at, side, roll, text, play.result))
        return play.result, events, "opening" if first else origin, roll

    def edited(
        self, number: int, turns: list[tuple[Side, str, Dice]], boards: list[Position], warned: set[int]
    ) -> Iterator[Event]:
        """A roll that the camera had read is put right afterwards; the same checkers moved, as it allows too.

        boards: before each turn, and after the last. warned: turns whose play broke a rule, which stay as they are.
        """
        for place, (side, origin, dice) in enumerate(turns):
            before, after = boards[place : place + 2]
            for other in ((6, 5), (5, 4), (6, 4)) if origin == "read" and place not in warned else ():
                if sorted(other) != sorted(dice) and any(
                    play.result == after for play in legal_plays(before, side, other)
                ):
                    turns[place] = (side, "corrected", other)
                    yield TurnEdited(*self.at(), number, place + 1, dice=other)
                    return
