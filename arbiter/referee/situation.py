"""What is the same for every hypothesis after one look: the board as seen, and the dice by where they lie."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.plays import Dice
from arbiter.position import Side
from arbiter.referee.dice_tracker import DiceTracker, Roll, readings
from arbiter.referee.die_track import SURE, Track
from arbiter.referee.hypothesis import Hypothesis
from arbiter.referee.observation import Board, Observation
from arbiter.referee.trust import Trust

PLAINLY = 6.0
"""Lead from which a die that showed another face was misread; below it its looks had left that open."""
REACH = 9.0
"""A roll this far behind what the dice look like most is not thought of."""


@dataclass(frozen=True, slots=True)
class Situation:
    """roll: dice that are neither in play nor spent. held: those in play. glimpsed: faces seen too shortly for a roll.

    ending: no die in play is in sight; finished: they were lifted, or others lie there. thrown_by: whose half they
    lie in. any_inside: some die lies on the leaves. leaves_are_kept: at this table that tells who rolled.
    """

    seen: Observation
    roll: Roll | None
    held: tuple[Track, ...]
    glimpsed: tuple[int, ...]
    ending: bool
    finished: bool
    thrown_by: Side | None
    any_inside: bool
    leaves_are_kept: bool

    @property
    def deciding_board(self) -> Board | None:
        """The board; where the next dice lie there and a hand is over it, as it lay before."""
        return self.seen.lately if self.roll else self.seen.board

    def rolls(self, one: Hypothesis) -> dict[Dice, float]:
        """What the dice in play may show, likeliest first, each with its log-likelihood."""
        _, dice = one.turn()
        if one.dice_told or len(self.held) != 2:
            return {dice: 0.0}
        return readings(self.held, one.trust, REACH)

    def learned(self, trust: Trust, dice: Dice) -> Trust:
        """After a play that settles what the dice in play showed."""
        if len(self.held) != 2 or any(track.lead < SURE for track in self.held):
            return trust
        first, second = self.held
        straight = first.looked[dice[0] - 1] + second.looked[dice[1] - 1]
        crossed = first.looked[dice[1] - 1] + second.looked[dice[0] - 1]
        shown = dice if straight >= crossed else dice[::-1]
        pairs = zip(self.held, shown, strict=True)
        plain = [(track, face) for track, face in pairs if face == track.value or track.lead >= PLAINLY]
        return trust.learned((track.owner, face, track.value) for track, face in plain)


def situation(seen: Observation, fresh: Roll | None, dice: DiceTracker, *, bare: bool) -> Situation:
    """fresh: the dice that count as the next roll. bare: those in play were never found, and none is in sight."""
    thrown_by = dice.thrown.side if dice.thrown else None
    finished = dice.lifted or bare or (fresh is not None and dice.covered)
    return Situation(
        seen, fresh, dice.held, dice.glimpsed(fresh), finished or (dice.holding and dice.covered), finished, thrown_by,
        dice.any_inside, dice.leaves_are_kept,
    )  # fmt: skip
