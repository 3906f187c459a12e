"""One hypothesis of the match up to now, and one explanation of what is seen next.

A hypothesis is a state of the match with its weight; the events that led to it are the actions of its state
(`MatchState.last`). It never changes: what happens next makes new ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import StrEnum

from arbiter.assignment import Count
from arbiter.match.events import Event
from arbiter.match.state import MatchState, Phase
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.referee.entered_board import Anchor, with_entered_board
from arbiter.referee.likelihood import AGREED, BoardLikelihood
from arbiter.referee.observation import ObservedBoard
from arbiter.referee.priors import LEARNED_FROM, REVISED, Enough
from arbiter.replacing import replace
from arbiter.scoring import finisher

At = tuple[int, float]
"""Frame and time of an event."""
EventsAt = Callable[[At], tuple[Event, ...]]
"""Makes events that happen at a moment."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """state: the fold of its events. weight: in nats, against the others'.

    offsets, read_as, seen_as, beside_board: how far each place was behind, the count it looked most like, how it
    looked, and what lay beside the board, when it was known what lies there.
    misread: places that were misread when a game's starting position lay there, which is known for sure.
    unsettled: the fit of what lies there when it came to lie there, while that rest still goes on.
    reopened: an action was taken back, so the board may show what no longer counts until the next roll.
    dismissed: a board whose warning people have withdrawn.
    anchor: how the board looked when people entered what lies there; None until it was looked at since.
    unasked: in it a roll takes the place of one that was read clearly, which only people may do: never published.
    unconfirmed: since the dice of its turn were thrown, and when they were, nobody has seen lie what lies there by it.
    enough: how long this must be the best hypothesis before it is published, where it was not published already.
    """

    state: MatchState
    weight: float = 0.0
    offsets: tuple[float, ...] = ()
    read_as: tuple[Count | None, ...] = ()
    seen_as: tuple[int, ...] = ()
    beside_board: Count | None = None
    misread: frozenset[int] = frozenset()
    unsettled: float | None = None
    reopened: bool = False
    dismissed: Position | None = None
    anchor: Anchor | None = None
    unasked: bool = False
    unconfirmed: bool = False
    enough: Enough = REVISED

    @property
    def lies(self) -> Position:
        """What lies on the board, apart from a play under way."""
        return self.state.lies

    @property
    def dice_entered(self) -> bool:
        """Whether people said what the dice in play show."""
        return self.state.dice is not None and self.state.source == "entered"

    def same_now(self, other: Hypothesis) -> bool:
        """Whether both say the same of the turn under way, whatever they say of those before."""
        one, two = self.state, other.state
        return (one.phase, one.player, self.lies) == (two.phase, two.player, other.lies)

    def turn(self) -> tuple[Side, Dice]:
        """Who is moving, with what dice. Only in the phases MOVING and CORRECTING."""
        if self.state.player is None or self.state.dice is None:
            raise RuntimeError("nobody is moving")
        return self.state.player, self.state.dice

    def likelihood(self, board: ObservedBoard) -> BoardLikelihood:
        """The board in the light of what this hypothesis knows."""
        likelihood = board.knowing(self.lies, self.offsets, self.read_as, self.seen_as, self.beside_board)
        return with_entered_board(likelihood, board, self.state, self.anchor)

    def settled(self, board: ObservedBoard | None) -> Hypothesis:
        """What lies there is known from now on; how it looks is learned, now and again when the rest ends."""
        if board is None:
            return replace(self, offsets=(), seen_as=(), unsettled=None)
        return replace(self._learned(board), unsettled=board.likelihood.fit(self.lies))

    def at_start(self, board: ObservedBoard | None) -> Hypothesis:
        """A game begins with what lies there: which places are misread is known from now on."""
        offsets = board.likelihood.as_seen.familiar(self.lies) if board else ()
        misread = frozenset(place for place, offset in enumerate(offsets) if offset >= AGREED)
        return replace(self, misread=misread).settled(board)

    def forgetting_looks(self) -> Hypothesis:
        """People's entries changed what lies there: nothing is known of its look, and nothing is taken back."""
        return replace(self, offsets=(), seen_as=(), unsettled=None, reopened=False, unconfirmed=False)

    def gain(self, board: ObservedBoard, explained: float) -> float:
        """What a rest that is over says for this hypothesis. explained: how well it explained the last look.

        Where it was settled in this very rest its fit has counted already, by the first looks.
        """
        if self.unsettled is None:
            return explained
        return 0.0 if self.state.phase is Phase.MOVING else board.likelihood.fit(self.lies) - self.unsettled

    def rested(self, board: ObservedBoard, gain: float) -> Hypothesis:
        """After a rest; where it was settled in it, its look is learned from all looks."""
        rested = replace(self, unsettled=None, weight=self.weight + gain)
        return rested if self.unsettled is None or self.state.phase is Phase.MOVING else rested._learned(board)

    def _learned(self, board: ObservedBoard) -> Hypothesis:
        offsets = board.likelihood.as_seen.familiar(self.lies)
        known = sum(offsets[place] for place in self.misread)  # they look so whatever lies there
        if -board.likelihood.fit(self.lies) - known >= LEARNED_FROM:
            return replace(self, offsets=(), seen_as=())
        read_as = tuple(best if place in self.misread else None for place, best in enumerate(board.likelihood.best))
        return replace(self, offsets=offsets, read_as=read_as, seen_as=board.seen_as, beside_board=board.beside_board)


class Step(StrEnum):
    """What kind of thing has happened, when an explanation is right."""

    STAY = "stay"  # nothing that ends or begins a turn
    BOARD = "board"  # the board was changed between two turns, or was another one before
    THROW = "throw"  # the dice that lie there are the next roll
    END = "end"  # the play is over


@dataclass(frozen=True, slots=True)
class Explanation:
    """How one hypothesis explains what is seen. weight: its own, with prior and fit. lies: what the board shows then.

    events_at: makes the events that go with it, once they are published. dice: what those in play show then.
    fit: the part of the weight that is the present rest's board and will count when that rest ends.
    enough: how long it must be the best before it is believed.
    """

    source: Hypothesis
    weight: float
    lies: Position
    step: Step = Step.STAY
    events_at: EventsAt | None = None
    dice: Dice | None = None
    fit: float = 0.0
    enough: Enough = REVISED
    illegal: bool = False
    doubt: bool = False

    def events(self, at: At) -> tuple[Event, ...]:
        """The events that go with it, published at that moment."""
        return self.events_at(at) if self.events_at else ()

    @property
    def kind(self) -> tuple[Step, bool, bool]:
        """What kind of thing has happened, and whether it is a fault or nothing that players do."""
        return self.step, self.illegal, self.doubt

    @property
    def key(self) -> Hashable:
        """What has to last: the same explanation of the same board; of a game that is won, only that."""
        won = finisher(self.lies)
        return (won or self.lies, self.illegal, self.doubt, self.step is Step.THROW)
