"""Matches in which everything happens that can: `eventful(seed)`.

Illegal plays that stand, both colours on a point among them, rolls that nobody saw, edited turns, entered positions,
resignations, beavers, chouettes, games from any position, clocks, matches broken off anywhere.
"""

from __future__ import annotations

import random

from arbiter.errors import ArbiterError
from arbiter.match.answers import answer
from arbiter.match.beginnings import new_match
from arbiter.match.commands import (
    Accept,
    AnswerAsTeam,
    Beaver,
    Command,
    CorrectDice,
    CorrectPosition,
    CorrectScore,
    Demand,
    Double,
    Drop,
    EditTurn,
    EndGame,
    LetStand,
    Misread,
    NamePlayers,
    NewGame,
    NewMatch,
    Refuse,
    Resign,
    Seat,
    Take,
    TakeBoard,
    Undo,
)
from arbiter.match.endings import what_follows
from arbiter.match.events import Event, OutOfStep, PlayMade, RollSeen, TimeRanOut
from arbiter.match.fold import fold
from arbiter.match.judged_play import judged_play
from arbiter.match.state import MatchState, Phase
from arbiter.notation import format_play
from arbiter.plays import Dice, accepted_plays
from arbiter.position import BAR, SIDES, Position, Side
from arbiter.rules import Rules

STEPS = 60
NAMES = ("Ada", "Bea")


class EventfulMatch:
    """One match as it grows."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.events: list[Event] = []
        self.state = MatchState()

    def grow(self) -> tuple[Event, ...]:
        """The whole of it."""
        self._add(new_match(self._agreed(), 0, 0.0))
        for _ in range(self.chance.randint(5, STEPS)):
            if self.state.phase is Phase.MATCH_OVER:
                break
            self._step()
        return tuple(self.events)

    def _agreed(self) -> NewMatch:
        length = self.chance.choice((0, 0, 1, 3, 5))
        if length == 0:
            rules = Rules(length=0, beavers=True, automatic_doubles=1, jacoby=self.chance.choice((True, False)))
            people = tuple((name, 6 - place) for place, name in enumerate(("Ada", "Bea", "Cy", "Di")))
            return NewMatch(rules, rolls=people) if self.chance.random() < 0.4 else NewMatch(rules, NAMES)
        variant = self.chance.choice(("backgammon", "backgammon", "nackgammon", "hypergammon"))
        clock = self.chance.choice(("none", "delay"))
        return NewMatch(Rules(length=length, variant=variant, clock=clock, time_out="point"), NAMES)  # type: ignore[arg-type]

    def _add(self, events: tuple[Event, ...]) -> None:
        self.events += events
        self.state = fold(events, self.state)
        while following := what_follows(self.state, *self._at):
            self.events += following
            self.state = fold(following, self.state)

    @property
    def _at(self) -> tuple[int, float]:
        return len(self.events), len(self.events) / 2

    def _try(self, *commands: Command) -> None:
        """Those that can be done."""
        for command in commands:
            try:
                self._add(answer(self.state, command, *self._at))
            except ArbiterError:
                continue

    def _step(self) -> None:
        if self.chance.random() < 0.12:
            self._try(self._aside())
            return
        match self.state.phase:
            case Phase.SETTING_UP | Phase.GAME_OVER:
                self._try(self._new_game())
            case Phase.TO_ROLL:
                self._to_roll()
            case Phase.MOVING:
                self._play()
            case Phase.CORRECTING:
                answers = (LetStand(), LetStand(), Demand(), Misread(), CorrectDice(self._dice()))
                self._try(self.chance.choice(answers), LetStand(), Misread())
            case Phase.DOUBLED:
                self._answer_double()

    def _new_game(self) -> Command:
        if self.chance.random() < 0.7:
            return NewGame()
        owner = None if self.state.rules.length == 1 else self.chance.choice((None, *SIDES))
        cube = 2 if owner else 1
        return NewGame(self._nudged(self.state.rules.start), self.chance.choice(SIDES), cube, owner)

    def _to_roll(self) -> None:
        if self.chance.random() < 0.12:
            self._try(Double())
        elif self.chance.random() < 0.05 and self.state.player:  # nobody saw this turn
            side, dice = self.state.player, self._dice()
            play = self.chance.choice(accepted_plays(self.state.position, side, dice))
            self._add((PlayMade(*self._at, side, None, format_play(play), play.result),))
        elif self.chance.random() < 0.03 and self.state.rules.clock == "delay" and self.state.player:
            self._add((TimeRanOut(*self._at, self.state.player, 1),))
        else:
            side = self.state.player or self.chance.choice(SIDES)
            first, second = self._dice()
            if self.state.player is None and first == second:
                second = first % 6 + 1
            self._add((RollSeen(*self._at, side, (first, second)),))

    def _play(self) -> None:
        side, dice = self.state.player, self.state.dice
        assert side
        assert dice
        legal = self.chance.choice(accepted_plays(self.state.position, side, dice))
        position = legal.result
        if self.chance.random() < 0.35:
            position = self._moved_anyhow(self.state.position, side)
        elif self.chance.random() < 0.05:
            self._add((OutOfStep(*self._at, self._nudged(position)),))
            self._try(TakeBoard(self.chance.choice((None, *SIDES))))
            return
        try:
            self._add((judged_play(self.state.position, side, dice, position, *self._at),))
        except ArbiterError:
            self._add((PlayMade(*self._at, side, dice, format_play(legal), legal.result),))

    def _answer_double(self) -> None:
        chouette = self.state.chouette
        if chouette and chouette.game and self.chance.random() < 0.7:
            playing = chouette.game.playing
            takers = tuple(name for name in playing if self.chance.random() < 0.6)
            self._try(AnswerAsTeam(takers))
        beaver = (Beaver(), self._resigns(), Accept()) if self.chance.random() < 0.3 else ()
        self._try(*beaver, self.chance.choice((Take(), Take(), Drop())))

    def _aside(self) -> Command:
        """What people enter at any time."""
        state, chance = self.state, self.chance
        game, turn = max(1, state.game - chance.randint(0, 1)), chance.randint(1, max(1, len(state.turns)))
        position = self._nudged(state.position)
        edits = (
            EditTurn(game, turn, self._dice(), confirmed=True),
            EditTurn(game, turn, position=position, confirmed=True),
            EditTurn(game, turn, cube=chance.choice(("none", "taken")), confirmed=True),
        )
        return chance.choice(
            (
                *edits,
                CorrectPosition(position),
                CorrectPosition(position),
                CorrectDice(self._dice(), chance.choice(SIDES)),
                CorrectScore((chance.randint(0, 2), chance.randint(0, 2))),
                NamePlayers(("Ada Lovelace", "Bea")),
                Seat(chance.choice(SIDES), chance.choice(("left", "right"))),
                self._resigns(),
                Accept(),
                Refuse(),
                EndGame(chance.choice((None, *SIDES)), chance.choice(("single", "gammon", "backgammon"))),
                Undo(),
            )
        )

    def _resigns(self) -> Resign:
        return Resign(self.chance.choice(SIDES), self.chance.choice(("single", "gammon", "backgammon")))

    def _dice(self) -> Dice:
        return self.chance.randint(1, 6), self.chance.randint(1, 6)

    def _moved_anyhow(self, before: Position, side: Side) -> Position:
        """One to three of a side's checkers elsewhere, on the other's points, too; blots are hit or not."""
        for _ in range(self.chance.randint(1, 3)):
            row = list(before.row(side))
            starts = [point for point in range(1, BAR + 1) if row[point]]
            if not starts:  # they are all off
                break
            start = self.chance.choice(starts)
            end = self.chance.randint(0 if start < 7 else 1, 24)
            if self.chance.random() < 0.5:
                before = before.moved(side, ((start, end),))
                continue
            row[start], row[end] = row[start] - 1, row[end] + 1
            before = before.with_row(side, tuple(row))
        return before

    def _nudged(self, position: Position) -> Position:
        """Another position that can be played from, if one is found soon."""
        for _ in range(8):
            found = self._moved_anyhow(position, self.chance.choice(SIDES))
            if not found.faults() and found.off != (15, 15):
                return found
        return position


def eventful(seed: int) -> tuple[Event, ...]:
    """The events of one match, the same for the same seed."""
    return EventfulMatch(seed).grow()
