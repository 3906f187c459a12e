"""Boards cleared, swapped, mirrored or jumbled in mid-game: `python -m lab.campaigns.upheavals TIMES [SEED]`.

Each is shown for some seconds at a moment of the game (between turns, while a roll lies, after a play), with and
without a hand having been seen, after a position was corrected by taps, and while an illegal play is under discussion;
then the board lies as before. Nothing of the record may change by it, whatever the camera makes of it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from arbiter.match.commands import CorrectPosition
from arbiter.match.events import BackInStep, Event, Note, OutOfStep, WarningWithdrawn
from arbiter.match.state import MatchState, Phase
from arbiter.position import CHECKERS, Position, Side
from arbiter.referee.evidence import Evidence
from tests.arbiter_referee.follow import Followed, differences
from tests.arbiter_referee.manners import Manners
from tests.arbiter_referee.simulated_camera import FPS
from tests.arbiter_referee.table import Table

DOUBTS = (OutOfStep, BackInStep, Note, WarningWithdrawn)
"""What may be published of a board that nobody plays on."""


def cleared(position: Position, chance: random.Random) -> Position:
    """Up to three checkers still lie there."""
    rows = []
    for side in Side:
        own = [place for place in range(1, 25) for _ in range(position.row(side)[place])]
        left = chance.sample(own, min(len(own), chance.choice((0, 0, 0, 1, 3))))
        row = [left.count(place) for place in range(26)]
        rows.append((CHECKERS - len(left), *row[1:]))
    return Position(*rows)


def thinned(position: Position, chance: random.Random) -> Position:
    """Somebody has begun to clear it."""
    share, rows = chance.uniform(0.2, 0.7), []
    for side in Side:
        row = [0, *(sum(chance.random() < share for _ in range(count)) for count in position.row(side)[1:])]
        rows.append((CHECKERS - sum(row), *row[1:]))
    return Position(*rows)


def swapped(position: Position, chance: random.Random) -> Position:
    """Light's checkers where dark's lie, and the other way round."""
    light, dark = position.rows
    return Position((light[0], *dark[24:0:-1], light[25]), (dark[0], *light[24:0:-1], dark[25]))


def mirrored(position: Position, chance: random.Random) -> Position:
    """The board turned round."""
    light, dark = position.rows
    return Position((light[0], *light[24:0:-1], light[25]), (dark[0], *dark[24:0:-1], dark[25]))


def jumbled(position: Position, chance: random.Random) -> Position:
    """All checkers anywhere."""
    points = list(range(1, 25))
    chance.shuffle(points)
    rows = []
    for side, own in zip(Side, (points[:12], points[12:]), strict=True):
        row = [0] * 26
        row[0] = position.row(side)[0]
        for _ in range(CHECKERS - row[0]):
            place = chance.choice([place for place in own if row[place] < 5])
            row[place if side is Side.LIGHT else 25 - place] += 1
        rows.append(tuple(row))
    return Position(*rows)


KINDS: dict[str, Callable[[Position, random.Random], Position]] = {
    "cleared": cleared,
    "thinned": thinned,
    "swapped": swapped,
    "mirrored": mirrored,
    "jumbled": jumbled,
}


@dataclass
class Upheavals:
    """times: how many were shown. changed: of so many the record changed, or something was invented. unasked: of so
    many that lasted nobody was asked."""

    times: int = 0
    changed: int = 0
    unasked: int = 0

    def __str__(self) -> str:
        return f"{self.times} times: {self.changed} changed the record, {self.unasked} were not asked about"


class ShakenTable(Table):
    """A table on which something else lies for some seconds."""

    def upheaval(self, kind: str) -> Iterator[Evidence]:
        before = self.position
        shown = KINDS[kind](before, self.random)
        yield from self._come_to_lie(shown)
        yield from self.rest(4 * FPS, 8 * FPS)
        yield from self._come_to_lie(before)
        yield from self.rest(2 * FPS, 3 * FPS)

    def _come_to_lie(self, position: Position) -> Iterator[Evidence]:
        """By hand, or from one frame to the next, as after an outage."""
        if self.random.random() < 0.5:
            yield from self.reach(position)
        self.position = position
        yield self.look(still=False)


Moment = Literal["", "corrected", "discussed"]
"""Any; after the position was entered by hand; while an illegal play may still be put right."""

MOMENTS: dict[Moment, str] = {
    "": "",
    "corrected": ", position entered before",
    "discussed": ", an illegal play under discussion",
}


def shaken(seed: int, kind: str, found: Upheavals, times: int = 3, *, when: Moment = "") -> str:
    """A game with some upheavals of one kind; the first thing that went wrong, or nothing."""
    illegal = 0.5 if when == "discussed" else 0.03
    table = ShakenTable(seed, Manners(illegal=illegal, unseen_rolls=0.0, repeats=bool(seed % 2), compares=True))
    followed = Followed(table)
    moments = sorted(table.random.sample(range(40, 700), times))
    for look in table.game(plies=16):
        followed.watch([look])
        if not moments or table.frame < moments[0] or look.hand or not look.still or not _known(followed):
            continue
        if when == "discussed" and followed.referee.state.phase is not Phase.CORRECTING:
            continue
        del moments[0]
        if when == "corrected":
            _correct_as_it_lies(followed)
        if trouble := _shake(followed, table, kind, found):
            return trouble
    followed.finish()
    if when == "discussed":  # where every second play is wrong, dice are believed less
        return ""
    return "" if not (difference := differences(followed)) else f"seed {seed} {kind}: {difference}"


def _known(followed: Followed) -> bool:
    """Whether what lies on the table, dice and checkers, is what the referee takes it for."""
    state, table = followed.referee.state, followed.table
    lies = state.warning.position if state.warning else state.position
    dice_lie = state.dice is not None and state.phase is not Phase.CORRECTING
    return table.position == lies and bool(table.dice) is dice_lie and state.out_of_step is None


def _correct_as_it_lies(followed: Followed) -> None:
    """People tap in the position that lies there."""
    table, state = followed.table, followed.referee.state
    if state.turns and state.warning is None and not state.position.faults():
        command = CorrectPosition(state.position)
        followed.events += followed.referee.handle(command, table.frame, table.frame / FPS)


def _shake(followed: Followed, table: ShakenTable, kind: str, found: Upheavals) -> str:
    told, before = len(followed.events), followed.referee.state
    followed.watch(table.upheaval(kind))
    events, after = followed.events[told:], followed.referee.state
    found.times += 1
    found.unasked += not any(isinstance(event, OutOfStep) for event in events)
    if _same(before, after) and all(isinstance(event, DOUBTS) for event in events):
        return ""
    found.changed += 1
    return f"seed {table.seed} {kind}: {[_brief(event) for event in events]}"


def _same(before: MatchState, after: MatchState) -> bool:
    return (before.turns, before.position, before.player, before.dice, before.out_of_step, before.phase) == (
        after.turns, after.position, after.player, after.dice, after.out_of_step, after.phase)  # fmt: skip


def _brief(event: Event) -> str:
    return f"{event.name} {getattr(event, 'play', '')}".strip()


def main(times: int, first: int = 61000) -> None:
    for kind in KINDS:
        for when, said in MOMENTS.items():
            found, seed = Upheavals(), first
            while found.times < times:
                if trouble := shaken(seed, kind, found, when=when):
                    print(trouble, flush=True)
                seed += 1
            print(f"{kind}{said}: {found}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
