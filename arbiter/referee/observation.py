"""All looks of one rest of the table as one observation: the board, the dice and the cube, and what a hand covered.

A watcher repeats its evidence while nothing changes; that is no new vote. Looks at a thing that lies still are
dependent, so they are averaged, not added up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field

from arbiter.assignment import Count
from arbiter.position import Position
from arbiter.referee.cube_tracker import CubeTracker
from arbiter.referee.dice_tracker import DiceTracker
from arbiter.referee.evidence import MOST_HIDDEN, RIDGE, Evidence, far_too_many
from arbiter.referee.faint import doubts_of
from arbiter.referee.likelihood import BoardLikelihood, likelihood_of, mean, more_beside
from arbiter.referee.priors import SHORT_REST, Enough
from arbiter.replacing import replace
from arbiter.seats import Seats

WINDOW = 6
"""Looks that are averaged, the newest ones."""
LONGEST_STEP = 0.25
"""Seconds that one look can vouch for."""
LONG_STILL = 6.0
"""Seconds for which no hand lies still."""


@dataclass(frozen=True, slots=True)
class ObservedBoard:
    """What the looks of one rest say of the board. likelihood: of these alone; seen_as, beside_board: of `Evidence`.

    since: when the rest began, in seconds. crowded: it shows far more checkers than there are.
    """

    likelihood: BoardLikelihood
    seen_as: tuple[int, ...]
    beside_board: Count | None
    looks: int
    since: float
    crowded: bool = False
    _known: dict[Hashable, BoardLikelihood] = field(default_factory=dict, compare=False, repr=False)

    def knowing(
        self,
        known: Position,
        offsets: tuple[float, ...],
        read_as: tuple[Count | None, ...],
        known_as: tuple[int, ...],
        known_beside: Count | None,
    ) -> BoardLikelihood:
        """The board in the light of a position that is known, and of how it looked when it was settled."""
        if not offsets:
            return self.likelihood
        key = (known, offsets, read_as, known_beside)
        if key not in self._known:
            compared = zip(known_as, self.seen_as, strict=True) if known_as and self.seen_as else ((0, 1),) * RIDGE
            alike, more = [was == now for was, now in compared], more_beside(known, known_beside, self.beside_board)
            self._known[key] = self.likelihood.remembering(known, offsets, read_as, alike, more)
        return self._known[key]


@dataclass(frozen=True, slots=True)
class Observation:
    """What is known of the table after one more look.

    board: None where it cannot be read now; before: how it lay before the last hand or motion, None where that was for
    a moment only. ended: all that was seen in the rest that has ended with this look.
    clear: this look shows it all, and nothing moves. disturbed: a hand or motion is over the table.
    hurried: as in `Evidence`.
    """

    frame: int
    time: float
    clear: bool
    disturbed: bool
    board: ObservedBoard | None
    before: ObservedBoard | None
    ended: ObservedBoard | None
    hurried: bool = False

    @property
    def lately(self) -> ObservedBoard | None:
        """The board now, or else as it lay before the hand that is over it."""
        return self.board or self.before


class Observer:
    """Makes observations of looks. dice and cube are followed through the hands that pass over them."""

    def __init__(self, seats: Seats, *, on_checker_is_bad: bool) -> None:
        self.dice = DiceTracker(seats, on_checker_is_bad)
        self.cube = CubeTracker()
        self._cover = CoverTracker()
        self._looks: deque[BoardLikelihood] = deque(maxlen=WINDOW)
        self._board: ObservedBoard | None = None
        self._before: ObservedBoard | None = None
        self._last: tuple[object, ...] = ()

    @property
    def board(self) -> ObservedBoard | None:
        """The board of the rest that goes on; None where it cannot be read."""
        return _readable(self._board)

    def observe(self, evidence: Evidence) -> Observation:
        evidence = self._cover.discount(evidence)
        said = (evidence.places, evidence.dice, evidence.cube)
        repeated = bool(evidence.places) and self._last == said
        newly = not self._last or self._last[0] != evidence.places
        self._last = said
        self.dice.update(evidence, repeated=repeated)
        if not repeated:
            self.cube.update(evidence)
        disturbed = evidence.hand or not evidence.still
        ended = self._board if disturbed else None
        if ended:
            self._before = ended if evidence.time - ended.since >= SHORT_REST else None
        if disturbed:
            self._board = None
            self._looks.clear()
        clear = not disturbed and bool(evidence.places)
        if clear and (newly or self._board is None):
            self._looks.append(likelihood_of(evidence.places))
            looks, since = (self._board.looks + 1, self._board.since) if self._board else (1, evidence.time)
            likelihood = mean(self._looks).doubted(doubts_of(evidence.contrast))
            self._board = ObservedBoard(
                likelihood, evidence.appearances, evidence.beside_board, looks, since, _crowded(likelihood)
            )
        now, before, ended = (_readable(board) for board in (self._board, self._before, ended))
        return Observation(evidence.frame, evidence.time, clear, disturbed, now, before, ended, evidence.hurried)


def _readable(board: ObservedBoard | None) -> ObservedBoard | None:
    if board is None or board.crowded:
        return None
    return None if sum(place.hidden for place in board.likelihood.places) > MOST_HIDDEN else board


def _crowded(likelihood: BoardLikelihood) -> bool:
    """Whether the places, each by itself, show far more checkers of a side than there are."""
    return far_too_many([(*count, score) for count, score in place.scores.items()] for place in likelihood.places)


class CoverTracker:
    """Distinguishes a hand from a glass: what lies still over the board for long is part of the scene."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._usual: frozenset[int] | None = None

    def discount(self, evidence: Evidence) -> Evidence:
        """The evidence, without its hand where only the usual places are covered."""
        if not evidence.hand or not evidence.still:
            self._since = None
            return evidence
        covered = frozenset(place for place, seen in enumerate(evidence.places) if seen.hidden)
        if self._since is None:
            self._since = evidence.time
        if evidence.places and evidence.time - self._since >= LONG_STILL:
            self._usual = covered
        known = bool(evidence.places) and self._usual is not None and covered <= self._usual
        return replace(evidence, hand=False) if known else evidence


@dataclass(slots=True)
class Hold:
    """How long the same thing has been seen; short disturbances in between do not count against it."""

    key: Hashable = None
    looks: int = 0
    seconds: float = 0.0
    _last: float = 0.0

    def update(self, key: Hashable, time: float) -> None:
        if key != self.key:
            self.reset(key)
        else:
            self.seconds += min(max(0.0, time - self._last), LONGEST_STEP)
        self.looks += 1
        self._last = time

    def lasted(self, enough: Enough) -> bool:
        return self.looks >= enough[0] and self.seconds >= enough[1]

    def reset(self, key: Hashable = None) -> None:
        self.key, self.looks, self.seconds = key, 0, 0.0
