"""What a camera says about one frame: numbers in tuples, no pixels, no decisions.

Places are light's points 1..24 (index 0..23) and the ridge, which is the bar (index 24).
Log-likelihoods are natural logarithms; only their differences mean anything.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbiter.position import CHECKERS, Position, Side
from arbiter.replacing import replace
from arbiter.seats import Leaf

RIDGE = 24
"""Index of the ridge among the places."""
MOST_HIDDEN = 6
"""With more places hidden than this nothing is concluded from the board."""
MOST_TOO_MANY = 4
"""With more checkers of a side than it has and this many, by each place's own look, something else lies there: a page
with a pattern over a leaf showed 23 too many, piles that nobody can count one or two."""
HARDLY_LESS_LIKELY = 2.5
"""By this many nats, about one to twelve, a count may be less likely than a place's best and still be what lies there:
rows of five that look a little more like eight hide no board. By hand."""

LOOK_EVERY = 0.1
"""Seconds between the looks that a table at rest would have had on a machine that keeps up."""
MOST_LOOKS = 12
"""That one look stands for at the most."""


@dataclass(frozen=True, slots=True)
class PlaceEvidence:
    """How well each count of checkers explains what one point (or the ridge) looks like.

    scores: (light, dark, log-likelihood), best first; counts not listed are as likely as `floor`.
    hidden: a hand, glass or paper covers part of the place, so the scores say little.
    """

    scores: tuple[tuple[int, int, float], ...]
    floor: float = -30.0
    hidden: bool = False

    @property
    def likeliest(self) -> tuple[int, int]:
        """(light, dark) checkers that it looks most like."""
        light, dark, _ = self.scores[0]
        return light, dark

    @property
    def lead(self) -> float:
        """Natural log-odds of the likeliest count against the next."""
        return self.scores[0][2] - self.scores[1][2] if len(self.scores) > 1 else math.inf

    def log_likelihood(self, light: int, dark: int) -> float:
        for light_here, dark_here, score in self.scores:
            if (light_here, dark_here) == (light, dark):
                return score
        return self.floor


@dataclass(frozen=True, slots=True)
class DieSeen:
    """One die. value: the face most up; probabilities: of 1..6; center: (x, y) in pixels of the picture.

    set: whose set it belongs to, as far as its colour shows; leaf: where it lies, None off the leaves.
    cocked: it leans. The reader of this program never says so: in pictures leaning dice look like flat ones.
    inferred_from_pair: it would not be taken for a die if another one did not lie there alone.
    """

    value: int
    probabilities: tuple[float, ...]
    center: tuple[float, float]
    set: Side | None
    leaf: Leaf | None
    outside: bool = False
    cocked: bool = False
    on_checker: bool = False
    inferred_from_pair: bool = False


@dataclass(frozen=True, slots=True)
class CubeSeen:
    """The doubling cube. value is the stake (64 up reads 1); owner None: in the middle."""

    value: int
    owner: Side | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """One look at the table.

    frame counts from 0; time in seconds of the source.
    still: nothing moved over the leaves since the previous frames.
    hand: something that is not part of the game covers part of the leaves or the ridge.
    places: 25 entries, or none where the frame was not worth reading.
    dice, cube: as seen; cube None means not in sight.
    beside_board: light and dark checkers seen lying beside the board; more may lie out of sight.
    cut_off: whether the picture's edge cuts off one of these, light and dark ones: then more may well lie beyond it.
    appearances: a number for each of light's points 1..24; a point with the same number as in earlier evidence of the
    same source looks as it did then. Empty where nobody compared.
    missing: so many light and dark checkers were not there in the position that the board was learned from: borne off,
    or the set has no more. None: nobody knows how many it has.
    contrast: for light's points 1..24, CIE Lab distance of light's and of dark's checkers from what they lie on there.
    Empty where nobody measured.
    hurried: pictures are dropped, as the machine is too slow to look at all of them.
    dazzled: lamps along the board shine so brightly that nobody can tell what lies on much of it.
    rested: seconds up to this look for which the table lay as it shows then, though nobody looked.
    """

    frame: int
    time: float
    still: bool
    hand: bool
    places: tuple[PlaceEvidence, ...] = ()
    dice: tuple[DieSeen, ...] = ()
    cube: CubeSeen | None = None
    beside_board: tuple[int, int] | None = None
    cut_off: tuple[bool, bool] = (False, False)
    appearances: tuple[int, ...] = ()
    missing: tuple[int, int] | None = (0, 0)
    contrast: tuple[tuple[float, float], ...] = ()
    hurried: bool = False
    dazzled: bool = False
    rested: float = 0.0

    @property
    def looks(self) -> tuple[Evidence, ...]:
        """This look, and before it those that there would have been while the table lay so."""
        missed = min(MOST_LOOKS, int(self.rested / LOOK_EVERY + 1e-6))
        if missed < 1:
            return (self,)
        times = [self.time - LOOK_EVERY * number for number in range(missed, -1, -1)]
        return tuple(replace(self, time=time) for time in times)

    @property
    def covered(self) -> bool:
        """Whether something lies over the board, so that what it shows is not what lies there.

        A hand, too many hidden places, or more checkers in sight than there can be, where it is known how many there
        are: what has lain there for long is no hand any more, but may be somebody who leans over the board.
        """
        seen = [place.scores for place in self.places if not place.hidden]
        hidden = sum(place.hidden for place in self.places)
        return self.hand or hidden > MOST_HIDDEN or (self.missing is not None and far_too_many(seen))

    def fit(self, position: Position) -> float:
        """Log-likelihood of the whole position (hidden places count too, they just say little)."""
        pairs = zip(self.places, position.places, strict=True)
        return sum(place.log_likelihood(*count) for place, count in pairs)


def far_too_many(places: Iterable[Sequence[tuple[int, int, float]]]) -> bool:
    """Whether places, each by itself, show far more checkers of a side than there are.

    places: of each place the counts that were scored (light, dark, log-likelihood). Of those that are hardly less
    likely than the best the fewest checkers count.
    """
    light = dark = 0
    for scores in places:
        if scores:
            enough = max(score for _, _, score in scores) - HARDLY_LESS_LIKELY
            light += min(here for here, _, score in scores if score >= enough)
            dark += min(here for _, here, score in scores if score >= enough)
    return max(light, dark) > CHECKERS + MOST_TOO_MANY
