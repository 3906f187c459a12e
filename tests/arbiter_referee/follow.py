"""A referee set before a table, and its record held against what really happened."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from arbiter.match.commands import CorrectDice
from arbiter.match.events import (
    BadRoll,
    Doubled,
    Event,
    GameOver,
    IllegalPlay,
    MatchStarted,
    PlayCorrected,
    PlayMade,
    PlayStood,
    Taken,
)
from arbiter.match.state import MatchState
from arbiter.match.undo import standing
from arbiter.plays import ROLLS, Dice, accepted_plays
from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from tests.arbiter_referee.simulated_camera import FPS
from tests.arbiter_referee.table import Table

ANSWERED = int(2 * FPS)
"""Frames after a question in which it is answered."""
STALLED = (3, 18)
"""Looks that a busy machine passes over at once: a quarter of a second to one and a half."""
AFTERWARDS = int(4 * FPS)
"""Frames after a turn in which a warning still belongs to it."""
Line = tuple[Side, Dice | None, Position, bool]
"""(player, dice, position after, against the rules) of a turn."""


@dataclass
class Followed:
    """What one referee made of one table. restart: after how many looks a new referee takes over.

    answers: the players tell what they rolled when they are asked, `ANSWERED` after the question.
    stalls: on a busy machine a look is followed with this probability by `STALLED` ones that are never had; what then
    lies otherwise than in the last one that was had has moved.
    """

    table: Table
    rules: Rules = field(default_factory=lambda: Rules(length=0))
    restarts: frozenset[int] = frozenset()
    answers: bool = False
    stalls: float = 0.0

    def __post_init__(self) -> None:
        self.start = MatchState(rules=self.rules)
        self.referee = Referee(self.start, self.table.seats)
        self.events: list[Event] = []
        self.looks = 0
        self.question: IllegalPlay | None = None
        self.lay: Hashable = None
        self.machine = random.Random(f"{self.table.seed} stalls")
        self.stalled = 0

    def watch(self, looks: Iterable[Evidence]) -> Followed:
        for look in looks:
            evidence = self._had(look) if self.stalls else look
            if evidence is None:
                continue
            if self.looks in self.restarts:
                self.referee = Referee(self.referee.state, self.table.seats)
            self._look(evidence)
            if self.answers:
                self._answer()
        return self

    def _had(self, evidence: Evidence) -> Evidence | None:
        """The look as a busy machine has it, if it does."""
        if self.stalled:
            self.stalled -= 1
            return None
        if self.machine.random() < self.stalls:
            self.stalled = self.machine.randint(*STALLED)
        table = self.table
        lies = (table.position, tuple(table.dice) if table.dice_in_sight else (), table.cube)
        lay, self.lay = self.lay, lies
        if evidence.still and not evidence.hand and lay == lies:
            return evidence
        return Evidence(evidence.frame, evidence.time, False, evidence.hand)

    def _look(self, evidence: Evidence) -> None:
        self.looks += 1
        self.events += self.referee.observe(evidence)

    def _answer(self) -> None:
        """Who is asked about another roll than theirs stops and says what it was; otherwise they know better."""
        asked = self.warnings()[-1:]
        if asked == [self.question] or not asked:
            return
        (self.question,) = asked
        thrown = self.table.thrown[self.question.player]
        if self.question.instead is None or sorted(self.question.dice) == sorted(thrown):
            return
        for _ in range(ANSWERED):
            self._look(self.table.look())
        state = self.referee.state
        if state.player is self.question.player and state.warning and sorted(state.dice or ()) != sorted(thrown):
            self.events += self.referee.handle(CorrectDice(thrown), self.table.frame, self.table.frame / FPS)

    def finish(self) -> Followed:
        self.events += self.referee.finish(self.table.frame, self.table.frame / FPS)
        return self

    def standing(self) -> list[Event]:
        """The events that count in the end."""
        return standing([MatchStarted(0, 0.0, self.rules), *self.events])[1:]

    def record(self) -> list[Line]:
        """Every turn, as finally recorded."""
        lines: list[Line] = []
        rolled: Dice | None = None
        for event in self.standing():
            rolled = getattr(event, "dice", rolled)
            if isinstance(event, PlayMade):
                lines.append((event.player, _sorted(event.dice), event.position, False))
            elif isinstance(event, PlayStood | PlayCorrected):
                stood = isinstance(event, PlayStood)
                if isinstance(event, PlayCorrected) and lines and lines[-1][0] is event.player:
                    lines[-1] = (event.player, lines[-1][1], event.position, False)
                else:
                    lines.append((event.player, _sorted(rolled), event.position, stood))
        return lines

    def warnings(self) -> list[IllegalPlay]:
        return [event for event in self.events if isinstance(event, IllegalPlay)]

    def false_alarms(self) -> list[Event]:
        """Warnings and void rolls where everything was right. A question blames nobody, so it is none."""
        doubted = self.table.manners.doubted_dice > 0
        void = [event for event in self.events if isinstance(event, BadRoll) and not (doubted and "R58" in event.rules)]
        plain = [event for event in self.warnings() if event.instead is None and not event.unseen]
        return [*void, *(event for event in plain if not self._within(event))]

    def questions(self) -> list[IllegalPlay]:
        """The plays about which was asked what the dice showed, each once."""
        asked = [event for event in self.warnings() if event.instead or event.unseen]
        return [event for before, event in zip([None, *asked], asked, strict=False) if not _of_one_play(before, event)]

    def false_questions(self) -> list[IllegalPlay]:
        """Those where everything was right."""
        return [event for event in self.questions() if not self._within(event)]

    def missed_warnings(self) -> list[tuple[int, int]]:
        """Illegal turns that no warning named."""
        frames = [event.frame for event in self.warnings()]
        spans = self.table.wrong_spans
        return [(a, b) for a, b in spans if not any(a <= frame <= b + AFTERWARDS for frame in frames)]

    def doubles(self) -> list[tuple[Side, int]]:
        """Doubles that were followed by their take."""
        pairs = pairwise(self.standing())
        return [(a.player, a.value) for a, b in pairs if isinstance(a, Doubled) and isinstance(b, Taken)]

    def results(self) -> list[GameOver]:
        return [event for event in self.standing() if isinstance(event, GameOver)]

    def _within(self, event: Event) -> bool:
        return any(a <= event.frame <= b + AFTERWARDS for a, b in self.table.wrong_spans)


def truth(table: Table) -> list[Line]:
    """What a perfect referee records: an unseen roll only where the play could come from no other one."""
    before, lines = table.start, []
    for done in table.record:
        dice: Dice | None = done.dice
        if done.unseen:
            ways = [
                roll
                for roll in ROLLS
                if any(play.result == done.position for play in accepted_plays(before, done.player, roll))
            ]
            dice = ways[0] if len(ways) == 1 else None
        lines.append((done.player, _sorted(dice), done.position, done.illegal))
        before = done.position
    return lines


def differences(followed: Followed, *, dice: bool = True) -> str:
    """The first thing in which record and truth part, empty where they agree. dice: the rolls too.

    An unseen roll may be recorded as unknown although the play determines it: the eye is not always that sure.
    """
    seen, true = followed.record(), truth(followed.table)
    for number, (one, other) in enumerate(zip(seen, true, strict=False)):
        unknown = followed.table.record[number].unseen and one == (other[0], None, *other[2:])
        same = one == other if dice else _same_but_for_dice(one, other)
        if not same and not unknown:
            return f"turn {number}: recorded {one}, played {other}"
    return "" if len(seen) == len(true) else f"{len(seen)} turns recorded, {len(true)} played"


def misjudged(followed: Followed) -> int:
    """How many plays are recorded with another roll, and so by mistake as against the rules or not."""
    pairs = zip(followed.record(), truth(followed.table), strict=False)
    return sum(_same_but_for_dice(one, other) and one[3] != other[3] for one, other in pairs)


def _same_but_for_dice(one: Line, other: Line) -> bool:
    """Whether a play keeps the rules follows from its roll: with another one it is not compared."""
    return (one[0], one[2]) == (other[0], other[2]) and (one[1] != other[1] or one[3] == other[3])


def implied_rolls(followed: Followed) -> tuple[int, int]:
    """(told, determined): unseen rolls that were told by the play, and how many of them could have been."""
    pairs = zip(followed.record(), truth(followed.table), followed.table.record, strict=False)
    wanted = [(one, other) for one, other, done in pairs if done.unseen and other[1]]
    return sum(one == other for one, other in wanted), len(wanted)


def _of_one_play(before: IllegalPlay | None, event: IllegalPlay) -> bool:
    return before is not None and before.player is event.player and event.frame - before.frame < AFTERWARDS


def _sorted(dice: Dice | None) -> Dice | None:
    return (max(dice), min(dice)) if dice else None
