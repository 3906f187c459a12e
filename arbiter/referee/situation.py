"""What is the same for every hypothesis after one look: the board as seen, and the dice by where they lie."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.match.events import CLEARLY_READ
from arbiter.match.state import Phase
from arbiter.plays import Dice, RollSource
from arbiter.position import Side
from arbiter.referee import priors
from arbiter.referee.dice_tracker import DiceTracker, Roll, certainty, readings
from arbiter.referee.die_track import Track
from arbiter.referee.hypothesis import Hypothesis
from arbiter.referee.observation import Observation, ObservedBoard
from arbiter.referee.trust import Trust

PLAINLY = 5.0
"""Lead from which a die that showed another face was misread; below it its looks had left that open."""


@dataclass(frozen=True, slots=True)
class Situation:
    """roll: dice that are neither in play nor spent. held: those in play. played: those of the last play.

    glimpsed: faces seen too shortly for a roll.

    ending: no die in play is in sight; finished: they were lifted, or others lie there. unwatched: none of them was
    seen for so long that the next player may have had a turn. thrown_by: whose half they lie in. any_inside:
    some die lies on the leaves. leaves_are_kept: at this table that shows who rolled. trust: how far the
    faces of each set can be trusted.
    """

    seen: Observation
    roll: Roll | None
    held: tuple[Track, ...]
    played: tuple[Track, ...]
    glimpsed: tuple[int, ...]
    ending: bool
    finished: bool
    unwatched: bool
    thrown_by: Side | None
    any_inside: bool
    leaves_are_kept: bool
    trust: Trust

    @property
    def deciding_board(self) -> ObservedBoard | None:
        """The board; where the next dice lie there and a hand is over it, as it lay before."""
        return self.seen.lately if self.roll else self.seen.board

    @property
    def plain_dice(self) -> bool:
        """Whether the dice of the turn look like one face each, and like no other."""
        return all(track.faces.lead >= PLAINLY for track in self.held or self.played)

    @property
    def misread(self) -> float:
        """How likely the set that was thrown has faces that are misread, by what its dice have shown (a share)."""
        return max((self.trust.misleads(track.lie.owner) for track in self.held or self.played), default=0.0)

    def tracks(self, one: Hypothesis) -> tuple[Track, ...]:
        """The dice of the turn, as far as they were seen."""
        return self.held if one.state.phase is Phase.MOVING else self.played

    def leaves_open(self, one: Hypothesis, dice: Dice) -> bool:
        """Whether the dice of the turn may show `dice` by their look: one of them another face than was read, or both
        where they are of one set, and none that is plainly excluded."""
        tracks = self.tracks(one)
        if one.dice_entered or len(tracks) != 2:
            return False
        return any(_may_show(tracks, faces) for faces in (dice, dice[::-1]))

    def may_show(self, one: Hypothesis, dice: Dice) -> bool:
        """Whether the looks at the dice of the turn leave anything to `dice`, be it next to nothing."""
        tracks = self.tracks(one)
        if one.dice_entered or len(tracks) != 2:
            return True
        return any(
            all(track.faces.may_show(face) for track, face in zip(tracks, faces, strict=True))
            for faces in (dice, dice[::-1])
        )

    def rolls(self, one: Hypothesis) -> dict[Dice, float]:
        """What the dice of the turn may show, likeliest first, each with its log-likelihood."""
        _, dice = one.turn()
        tracks = self.tracks(one)
        if one.dice_entered or one.state.intended or len(tracks) != 2:
            return {dice: 0.0}
        return readings(tracks, self.trust)

    def dice_sure(self, one: Hypothesis, dice: Dice) -> tuple[float, float] | None:
        """How likely each of these dice of the turn shows that, by itself; None where people entered them or none was
        seen."""
        return self._sure(one, dice, weight=1.0)

    def _sure(self, one: Hypothesis, dice: Dice, weight: float) -> tuple[float, float] | None:
        tracks = self.tracks(one)
        return None if one.dice_entered else certainty(tracks, self.trust, dice, weight)

    def contradicts(self, one: Hypothesis, dice: Dice) -> bool:
        """Whether the dice of the turn were read clearly as another roll than `dice`: then only people replace it.

        They are weighed as against a board, which speaks for the other roll.
        """
        _, published = one.turn()
        sure = self._sure(one, published, priors.DICE_AGAINST_BOARD)
        if sure is None:
            return False
        surest = (
            max((how for die, other, how in zip(published, order, sure, strict=True) if die != other), default=0.0)
            for order in (dice, dice[::-1])
        )
        return min(surest) >= CLEARLY_READ

    def source_of(self, one: Hypothesis, dice: Dice) -> RollSource:
        """How `dice` are known: read where it is what they look like most, else inferred from the play."""
        return "read" if sorted(next(iter(self.rolls(one)))) == sorted(dice) else "inferred"


def _may_show(tracks: tuple[Track, ...], faces: Dice) -> bool:
    others = [(track, face) for track, face in zip(tracks, faces, strict=True) if track.value != face]
    one_set = len({track.lie.owner for track, _ in others}) == 1
    return one_set and not any(track.faces.excludes(face) for track, face in others)


def situation(seen: Observation, fresh: Roll | None, dice: DiceTracker, trust: Trust, *, bare: bool) -> Situation:
    """fresh: the dice that count as the next roll. bare: those in play were never found, and none is in sight."""
    finished = dice.lifted or bare or (fresh is not None and dice.covered)
    return Situation(
        seen, fresh, dice.held, dice.played, dice.glimpsed(fresh),
        finished or (bool(dice.held) and dice.covered), finished, dice.unwatched >= priors.UNWATCHED_S,
        dice.in_play.thrown_by, dice.any_inside, dice.leaves_are_kept, trust,
    )  # fmt: skip
