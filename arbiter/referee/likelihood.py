"""How well what was seen fits what may lie there: the referee's scales.

Places are light's points 1..24 and the ridge, as in `Evidence`. A `BoardLikelihood` holds for every place how far each
count of checkers is behind the best one. No single place says more than CLIP, so that one misread place
never outweighs the rules, and a place that looks as it did when its count was settled stays believable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, repeat

from arbiter.assignment import Count, best_assignments
from arbiter.position import BAR, CHECKERS, OFF, Position, Side
from arbiter.referee.evidence import PlaceEvidence
from arbiter.referee.faint import ON_BAR, PLAIN, Doubts, misread
from arbiter.referee.priors import AT_ONCE, INDEPENDENT

CLIP = 10.0
"""The most that one place says against a count, in natural logarithms."""
CHANGE = 0.5
"""What a place must say before its count is believed to have changed, where nothing else decides."""
HOPELESS = 1.2 * CLIP
"""A partial reading this far behind the best one is not followed further."""
VANISHED = 6.0
"""Cost of a reading that lacks a checker or has one too many (R73): more likely a place is misread."""
CLEARED = 3 * VANISHED
"""The most that checkers missing of one side cost: so many do not vanish one by one, they were cleared away."""
FIRST_MISSING_COST, FURTHER_MISSING_COST = 2.0, 0.5
"""The same for a side that is bearing off, where checkers do leave the board: for the first, and for each other."""

FULL_ROW = 5
"""Checkers of a point beyond these lie on others, and how many they are can hardly be seen."""
UNTOUCHED = 5.5
"""What a pile's looking as it did says for its being as tall as it was. Of 349 points touched in rendered games none
looked as before (`vision.unchanged_strips`). That it looks otherwise says little: shadows and neighbours change."""
AGREED = 1.0
"""How far a pile may look from being as tall as it is known to be, for its look to be held on to: else what was settled
may itself have been wrong."""

EMPTY: Count = (0, 0)
SURELY_EMPTY, SURELY_OVERLOOKED = 5.0, 1.9
"""An empty point looks so, even on faint ground, by more than the one: what looks empty by less may hold a checker as
well. Of the checkers that are overlooked one in seven looks as surely like none as an empty point does."""
IMAGINED = 5.0
"""What a place in doubt that shows a checker says at least against there being none: checkers are overlooked there,
none is imagined."""

MISREAD_AGAIN = 3.0
"""What a place that was misread when its count was known, and looks like the same wrong count again, says for holding
that count still."""
MISREAD_ALIKE = 0.5
"""What it costs that a place misread by so many is misread by as many with another number of checkers on it."""

PerSide = tuple[int | None, int | None]
"""Light's and dark's; None where it is not known."""
IN_SIGHT = 3
"""So many borne-off checkers in sight beside the board for each one that is not: more of them will be put there."""
UNSEEN_COST, SURPLUS_COST = 2.0, 3.0
"""Cost of a checker borne off that does not come to lie there in sight, and of one more there than were borne off.
Of 76 turns with checkers borne off in ten rendered games eight left some out of sight and one showed one too many;
sleeves and cups are commoner at real tables."""


@dataclass(frozen=True, slots=True)
class PlaceLikelihood:
    """scores: log-likelihoods, 0 for the best count down to -CLIP; other: of every count not listed.

    hidden: the place was never seen, so it says nothing.
    """

    scores: dict[Count, float]
    other: float
    hidden: bool = False

    def says(self, count: Count) -> float:
        return self.scores.get(count, self.other)

    @property
    def best(self) -> Count | None:
        """The count that it looks most like; None where it was never seen."""
        return max(self.scores, key=self.scores.__getitem__) if self.scores else None

    def misread_as(self, read: Count, known: Count) -> PlaceLikelihood:
        """The place where `known` was read as `read` before: other counts may be misread by as many."""
        more = (read[0] - known[0], read[1] - known[1])
        scores = dict(self.scores)
        for (light, dark), score in self.scores.items():
            count = (light - more[0], dark - more[1])
            if min(count) == 0:
                scores[count] = max(self.says(count), score - MISREAD_ALIKE)
        if self.best == read:
            scores = {count: max(-CLIP, score - MISREAD_AGAIN) for count, score in scores.items()}
            scores[known] = self.says(known)
        return PlaceLikelihood(scores, self.other, self.hidden)

    def doubted(self, doubts: Doubts) -> PlaceLikelihood:
        """The place where checkers may be misread as these doubts say."""
        if doubts == PLAIN or self.hidden:
            return self
        scores = dict(self.scores)
        on_bar = ON_BAR in doubts
        both = [(one, two) for one in range(1, FULL_ROW) for two in range(1, FULL_ROW)] if on_bar else []
        for count in (*chain.from_iterable(((n, 0), (0, n)) for n in range(1, CHECKERS + 1)), *both):
            for like, rarely in misread(count, doubts).items():
                cost = rarely
                if like == EMPTY == self.best and not on_bar:
                    cost = 0.0 if self.says(count) > -SURELY_EMPTY else rarely + SURELY_OVERLOOKED
                scores[count] = max(scores.get(count, self.other), self.says(like) - cost)
        if self.best not in (None, EMPTY) and EMPTY in scores:
            scores[EMPTY] = min(scores[EMPTY], -IMAGINED)
        return PlaceLikelihood(scores, self.other, self.hidden)

    def hiding(self, offset: float) -> PlaceLikelihood:
        """The place where a higher pile was known to look like a full row, and looks like one again: so do all that are
        higher than that. offset: nats by which that pile's count was behind when it was settled."""
        light, _ = self.best or EMPTY
        piles = [(number, 0) if light else (0, number) for number in range(FULL_ROW + 1, CHECKERS + 1)]
        scores = {pile: min(0.0, self.says(pile) + offset) for pile in piles}
        return PlaceLikelihood({**self.scores, **scores}, self.other, self.hidden)

    def firmly(self, known: Count) -> PlaceLikelihood:
        """The place where any count but `known` is less likely by UNTOUCHED."""
        scores = {count: max(-CLIP, score - UNTOUCHED) for count, score in self.scores.items()}
        return PlaceLikelihood({**scores, known: self.says(known)}, self.other, self.hidden)


HIDDEN = PlaceLikelihood({}, 0.0, hidden=True)


@dataclass(frozen=True, slots=True)
class BoardLikelihood:
    """25 places as seen over several looks.

    off: how many light and dark checkers have been borne off, by those that lie beside the board; None where that does
    not follow.
    looks: the places as they look by themselves. doubts: in which of them, so that `places` may hold something else
    (`faint.doubts_of`). Both empty where nothing is faint.
    """

    places: tuple[PlaceLikelihood, ...]
    off: PerSide = (None, None)
    looks: tuple[PlaceLikelihood, ...] = ()
    doubts: tuple[Doubts, ...] = ()

    @property
    def as_seen(self) -> BoardLikelihood:
        """The same by its look alone: no checker is taken to lie where none is seen."""
        return BoardLikelihood(self.looks, self.off) if self.looks else self

    def doubted(self, doubts: tuple[Doubts, ...]) -> BoardLikelihood:
        """The same where checkers may be misread, place by place; nothing is doubted where there are none."""
        if not doubts:
            return self
        places = tuple(place.doubted(each) for place, each in zip(self.places, doubts, strict=True))
        return BoardLikelihood(places, self.off, self.places, doubts)

    def indistinguishable(self, one: Position, other: Position) -> bool:
        """Whether two positions differ, and only in what the places' looks do not distinguish."""
        if not self.doubts or one == other:
            return False
        pairs = zip(one.places, other.places, strict=True)
        return all(self.alike(place, here, there) for place, (here, there) in enumerate(pairs))

    def alike(self, place: int, one: Count, other: Count) -> bool:
        """Whether a place may look the same with either count."""
        pairs = zip(one, other, self.doubts[place], strict=True) if self.doubts else ()
        return one == other or (bool(self.doubts) and not any(doubt.parts(was, now) for was, now, doubt in pairs))

    def fit(self, position: Position) -> float:
        """Log-likelihood of a position; 0 where every place shows its best count."""
        on_places = sum(likelihood.says(count) for likelihood, count in zip(self.places, position.places, strict=True))
        return on_places + self.says_off(position.off)

    def says_off(self, off: Count) -> float:
        """What the checkers beside the board say against so many light and dark ones having been borne off."""
        return sum(_says_off(seen, gone) for seen, gone in zip(self.off, off, strict=True))

    def familiar(self, known: Position) -> tuple[float, ...]:
        """How far each place is behind although its count is known to be right."""
        return tuple(-likelihood.says(count) for likelihood, count in zip(self.places, known.places, strict=True))

    @property
    def best(self) -> tuple[Count | None, ...]:
        """The count that each place looks most like."""
        return tuple(place.best for place in self.places)

    def remembering(
        self,
        known: Position,
        offsets: Sequence[float],
        read_as: Sequence[Count | None],
        alike: Sequence[bool],
        more_beside: PerSide,
    ) -> BoardLikelihood:
        """The likelihood in the light of a position that is known.

        more_beside: how many more light and dark checkers lie beside the board than when it was settled, None where
        that does not say how many were borne off.

        What a place lacked when its count was settled (`offsets`, as `familiar` found) is mostly no news when it lacks
        it again. Piles that look as they did then (`alike`, for the points) are believed to be as tall as they were.
        A place that is known to be misread (`read_as`: what it looked most like then) is read in the light of that.
        """
        light, dark = (None if more is None else off + more for more, off in zip(more_beside, known.off, strict=True))
        places, looks = (
            _remembered(seen, known, offsets, read_as, alike, self.doubts) if seen else ()
            for seen in (self.places, self.looks)
        )
        return BoardLikelihood(places, (light, dark), looks, self.doubts)


def _remembered(
    seen: Sequence[PlaceLikelihood],
    known: Position,
    offsets: Sequence[float],
    read_as: Sequence[Count | None],
    alike: Sequence[bool],
    doubts: Sequence[Doubts],
) -> tuple[PlaceLikelihood, ...]:
    places = []
    settled = zip(seen, known.places, offsets, read_as, (*alike, False), doubts or repeat(PLAIN), strict=False)
    for place, count, offset, read, same, doubt in settled:
        if offset and place.best in misread(count, doubt):  # misread then, and so misread now: no news at all
            forgiven = 0.0
        else:
            forgiven = min(0.0, place.says(count) + offset - min(INDEPENDENT * offset, AT_ONCE))
        if offset and place.best == _row_under(count):
            likelihood = place.hiding(offset)
        elif forgiven != place.says(count):
            likelihood = PlaceLikelihood({**place.scores, count: forgiven}, place.other, place.hidden)
        else:
            likelihood = place
        if read is not None and read != count:
            likelihood = likelihood.misread_as(read, count)
        tall = max(count) >= FULL_ROW and offset < AGREED
        places.append(likelihood.firmly(count) if same and tall else likelihood)
    return tuple(places)


def _row_under(count: Count) -> Count | None:
    """The full row that a higher pile looks like where nobody sees what lies on it."""
    light, dark = count
    if light > FULL_ROW and not dark:
        return FULL_ROW, 0
    return (0, FULL_ROW) if dark > FULL_ROW and not light else None


def more_beside(known: Position, then: Count | None, now: Count | None) -> PerSide:
    """How many more lie beside the board now than `then`, when the position was known; None where that is not known.

    It is known where of those borne off most lay there in sight: not in a tray, nor on each other.
    """
    if then is None or now is None:
        return None, None
    in_sight = [was > 0 and IN_SIGHT * (gone - was) <= was for was, gone in zip(then, known.off, strict=True)]
    light, dark = (is_now - was if counts else None for was, is_now, counts in zip(then, now, in_sight, strict=True))
    return light, dark


def _says_off(seen: int | None, off: int) -> float:
    if seen is None or seen == off:
        return 0.0
    return -UNSEEN_COST if seen < off else -SURPLUS_COST


def displaced(before: Position, after: Position) -> int:
    """How many checkers lie elsewhere."""
    pairs = zip(before.light + before.dark, after.light + after.dark, strict=True)
    return sum(max(0, was - now) for was, now in pairs)


def likelihood_of(places: tuple[PlaceEvidence, ...]) -> BoardLikelihood:
    """What one look alone says."""
    return BoardLikelihood(tuple(_seen(place) for place in places))


def _seen(place: PlaceEvidence) -> PlaceLikelihood:
    if place.hidden or not place.scores:
        return HIDDEN
    best = max(score for _, _, score in place.scores)
    scores = {(light, dark): max(-CLIP, score - best) for light, dark, score in place.scores}
    other = max(-CLIP, min(0.0, place.floor - best))
    return PlaceLikelihood(scores, other)


def mean(looks: Sequence[BoardLikelihood]) -> BoardLikelihood:
    """What several looks say together."""
    return BoardLikelihood(tuple(_mean(at_place) for at_place in zip(*(look.places for look in looks), strict=True)))


def _mean(looks: Iterable[PlaceLikelihood]) -> PlaceLikelihood:
    seen = [look for look in looks if not look.hidden]
    if not seen:
        return HIDDEN
    other = sum(look.other for look in seen)
    scores = dict.fromkeys(chain.from_iterable(look.scores for look in seen), 0.0)
    for look in seen:
        for count in scores:
            scores[count] += look.scores.get(count, look.other)
    top = max(other, *scores.values())
    return PlaceLikelihood(
        {count: (score - top) / len(seen) for count, score in scores.items()}, (other - top) / len(seen)
    )


# ------------------------------------------------------------------ the free reading


@dataclass(frozen=True, slots=True)
class LikeliestBoard:
    """What lies on the board by the look of it. score: its fit less what its odd number of checkers costs."""

    position: Position
    score: float


def likeliest_board(
    likelihood: BoardLikelihood, known: Position, may_leave: tuple[int, int] = (0, 0)
) -> LikeliestBoard:
    """The best assignment of counts to places, weighed against checkers appearing or vanishing.

    known: the position last settled; places that say little keep its counts. may_leave: how many light and dark
    checkers this turn may bear off although some of their colour are not home yet.
    """
    likelihood = likelihood.as_seen
    options = [_options(place, was) for place, was in zip(likelihood.places, known.places, strict=True)]
    plain = Position.from_places([max(each, key=lambda option: option[1])[0] for each in options])
    expected = plain.off == known.off and not likelihood.says_off(plain.off)
    if expected and plain.playable:  # nobody lacks a checker: no other assignment can be better
        return LikeliestBoard(plain, likelihood.fit(plain))
    best = best_assignments(options, reach=HOPELESS)
    light, dark = (_cost_of_total(known, side, leaving) for side, leaving in zip(Side, may_leave, strict=True))
    costs = {(one, two): light[one] + dark[two] for one, two in best if one < len(light) and two < len(dark)}
    if not costs:  # far more checkers than there are: no reading of this board is worth anything
        return LikeliestBoard(known, likelihood.fit(known))
    total = max(costs, key=lambda total: best[total][0] - costs[total] + likelihood.says_off(_off(total)))
    position = Position.from_places(best[total][1])
    return LikeliestBoard(position, likelihood.fit(position) - costs[total])


def _off(on_board: Count) -> Count:
    light, dark = (max(0, CHECKERS - there) for there in on_board)
    return light, dark


def _options(place: PlaceLikelihood, was: Count) -> list[tuple[Count, float]]:
    if place.hidden:
        near = {(max(0, was[0] + step), was[1]) for step in (-2, -1, 0, 1, 2)}
        near |= {(was[0], max(0, was[1] + step)) for step in (-2, -1, 1, 2)}
        return [(count, CHANGE if count == was else 0.0) for count in near]
    found = [(count, score) for count, score in place.scores.items() if score > -CLIP and count != was]
    return [*found, (was, place.says(was) + CHANGE)]


def _cost_of_total(known: Position, side: Side, may_leave: int) -> list[float]:
    """What each number of checkers in sight costs, up to two more than there are (R41, R73)."""
    row = known.row(side)
    in_play = CHECKERS - row[OFF]
    leaving = in_play if row[OFF] or not any(row[7 : BAR + 1]) else may_leave
    each = [FIRST_MISSING_COST, *[FURTHER_MISSING_COST] * in_play][:leaving] + [VANISHED] * (in_play - leaving)
    gone = [min(cost, CLEARED) for cost in accumulate(each, initial=0.0)][::-1]
    return [*gone, *(VANISHED * extra for extra in range(1, row[OFF] + 3))]
