"""Dice over many looks: votes instead of single readings, and when they were thrown and lifted.

A die that lies still is a track (`die_track`): the same spot in look after look. A roll is a pair of tracks
that were seen several times. The pair that a turn is played with is *held*; once lifted, or once the turn is over
while they still lie there, those dice are *spent* and never read as the next roll.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import dist, exp, log1p

from arbiter.plays import Dice
from arbiter.position import Side
from arbiter.referee.die_track import SETTLED_LOOKS, SURE, Track
from arbiter.referee.evidence import DieSeen, Evidence
from arbiter.referee.trust import Trust
from arbiter.replacing import replace
from arbiter.seats import Seats

GLIMPSED_LOOKS = 2
RETURN_SECONDS = 3.0
LONG_THERE = 4.0
"""Seconds before the end of a turn in which nobody yet throws the next dice: what lay there is no die."""

REACH = 9.0
"""A roll this far behind what the dice look like most is not thought of."""
UNEQUAL = 4.6
"""An opening roll shows no equal numbers: a die whose second face is this near to the first shows that one."""
READABLE = 4.0
"""Lead of a face, in natural logarithms, that print hardly has: two pairs of flowers on pages in rendered games stay
below; a die that shows its face with nine parts in ten has 7."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A settled pair. side: who threw it by where it lies or whose dice they are, None where that is open.

    first_mover: set where each die is one player's, as in the opening's roll-off (R8).
    apart: one die in each leaf, or one of each set. bad: a die leans or lies on a checker (R58).
    """

    dice: Dice
    side: Side | None
    first_mover: Side | None
    apart: bool
    bad: bool
    tracks: tuple[Track, Track]

    @property
    def looks(self) -> int:
        """How often the die seen less often was seen."""
        return min(track.looks for track in self.tracks)

    @property
    def hinted(self) -> bool:
        """People were informed already that a die may not count."""
        return all(track.hinted for track in self.tracks)

    @property
    def readable(self) -> bool:
        """One die shows its face plainly: else a page's print may have passed for both."""
        return any(track.faces.lead >= READABLE for track in self.tracks)


@dataclass(frozen=True, slots=True)
class InPlay:
    """The dice of the turn, none where they were never found. thrown_by: whose they are by where they lay, as far as
    that is known; thrown: when they were taken up as a roll, in seconds."""

    tracks: tuple[Track, ...] = ()
    thrown_by: Side | None = None
    thrown: float = float("-inf")


class DiceTracker:
    """Follows every die in sight. played: the dice of the last play, until the next roll."""

    def __init__(self, seats: Seats, on_checker_is_bad: bool) -> None:
        self._seats = seats
        self._on_checker_is_bad = on_checker_is_bad
        self._tracks: list[Track] = []
        self.in_play = InPlay()
        self.played: tuple[Track, ...] = ()
        self._time = 0.0
        self._extent = 0.0
        self._glimpsed: list[Track] = []
        self._in_own_leaf: Counter[bool] = Counter()

    def update(self, evidence: Evidence, *, repeated: bool) -> None:
        """repeated: the same evidence as before, which proves nothing new."""
        self._time = evidence.time
        disturbed = evidence.hand or not evidence.still
        for track in self._tracks:
            track.disturbed |= disturbed
        if not evidence.still:
            return
        seen = [self._track_of(die, track, repeated) for die, track in self._matched(evidence.dice)]
        for track in self._tracks:
            if track not in seen and not disturbed and (track.disturbed or not repeated):
                track.missed += 1
        self._follow_pushed_dice()
        self._watch_glimpses()
        self._tracks = [track for track in self._tracks if self._kept(track)]

    def _matched(self, dice: tuple[DieSeen, ...]) -> list[tuple[DieSeen, Track | None]]:
        """Each die with the track it continues: the nearest one within reach."""
        self._extent = max([self._extent, *(max(die.center) for die in dice)])
        reach = 6.0 + 0.01 * self._extent
        steps = [
            (dist(die.center, track.center), i, j) for i, die in enumerate(dice) for j, track in enumerate(self._tracks)
        ]
        found: dict[int, int] = {}
        for distance, i, j in sorted(steps):
            if distance <= reach and i not in found and j not in found.values():
                found[i] = j
        return [(die, self._tracks[found[i]] if i in found else None) for i, die in enumerate(dice)]

    def _track_of(self, die: DieSeen, track: Track | None, repeated: bool) -> Track:
        if track is None or (track.gone(self._time) and track.value != die.value):
            if track:
                self._tracks.remove(track)
            track = Track(die.center, self._time, self._time)
            self._tracks.append(track)
        faulty = die.cocked or (die.on_checker and self._on_checker_is_bad)
        track.update(die, self._time, faulty=faulty, repeated=repeated)
        return track

    def _kept(self, track: Track) -> bool:
        """Dice in play, and dice just lost sight of: the same face back on the same spot was never lifted."""
        recent = track.looks >= SETTLED_LOOKS and self._time - track.last < RETURN_SECONDS
        return track in self.held or recent or not track.gone(self._time)

    def _watch_glimpses(self) -> None:
        for track in self._candidates():
            plain = track.looks >= GLIMPSED_LOOKS and track.faces.lead >= SURE and not track.lie.outside
            if plain and track not in self._glimpsed:
                self._glimpsed.append(track)

    def _follow_pushed_dice(self) -> None:
        """A die in play that was pushed aside: gone from its spot, and at once the same face near by."""
        for held in self.held:
            for track in self._candidates() if held.missed >= 2 else ():
                same = track.settled and track.lie.leaf == held.lie.leaf and track.value == held.value
                if same and track.looks + 1 >= held.missed:
                    tracks = tuple(track if other is held else other for other in self.held)
                    self.in_play = replace(self.in_play, tracks=tracks)
                    break

    # -------------------------------------------------------------- the dice in play

    @property
    def held(self) -> tuple[Track, ...]:
        """The dice in play."""
        return self.in_play.tracks

    def hold(self, roll: Roll) -> None:
        """These dice are being played with."""
        self.in_play, self.played = InPlay(roll.tracks, roll.side, self._time), ()

    def release(self, awaited: float | None = None) -> None:
        """The turn is over: what still lies there is spent.

        awaited: from when on the next dice may lie there already, in seconds, where that is long before the turn's end.
        Two that lie in the half of those in play and show the same are these, pushed aside.
        """
        since = self._time - LONG_THERE if awaited is None else awaited
        others = self._candidates() if awaited is not None else []
        pushed = others if _shown(others) == _shown(self.held) else []
        for track in self._tracks:
            if track in self.held or track in pushed or (track.first < since and not track.hinted):
                track.spent = True
        self.played, self.in_play = self.held or self.played, InPlay()
        self._glimpsed = []

    def put_back(self) -> None:
        """The dice in play are no turn's any more: as long as they lie there they count as thrown just now."""
        self.in_play = InPlay()

    def forget_played(self) -> None:
        """The last play was made without dice."""
        self.played = ()

    def spend(self) -> None:
        """Nothing that lies there now is a roll."""
        self.release()
        for track in self._tracks:
            track.spent = True

    def hint(self, roll: Roll) -> None:
        """People were informed that these dice may not count; as long as they lie there it is not repeated."""
        for track in roll.tracks:
            track.hinted = True

    @property
    def lifted(self) -> bool:
        """The dice in play are no longer there."""
        return bool(self.held) and all(track.gone(self._time) for track in self.held)

    @property
    def unwatched(self) -> float:
        """For how many seconds none of the dice in play has been seen; 0 where none was found."""
        return self._time - max((track.last for track in self.held), default=self._time)

    @property
    def covered(self) -> bool:
        """None of the dice in play was in sight in the last clear look."""
        return all(track.missed for track in self.held)

    @property
    def any_inside(self) -> bool:
        """Some die lies on the leaves."""
        return any(not track.missed and not track.lie.outside for track in self._tracks)

    # -------------------------------------------------------------- the next roll

    def fresh(self) -> Roll | None:
        """A settled pair that is neither in play nor spent."""
        inside = [track for track in self._candidates() if track.settled and not track.lie.outside]
        pairs = list(combinations(inside, 2))
        return self._roll(max(pairs, key=_togetherness)) if pairs else None

    def glimpsed(self, following: Roll | None) -> tuple[int, ...]:
        """One die or two of this turn, seen too shortly to make a roll. following: what lies there now is later."""
        later = following.tracks if following else ()
        tracks = [track for track in self._glimpsed if track not in later and not track.spent]
        return tuple(track.value for track in sorted(tracks, key=lambda track: -track.looks)[:2])

    def unequal(self, roll: Roll) -> Roll | None:
        """An opening roll never shows equal numbers (R8): what else this one may be, None where it is clear."""
        doubtful = min(roll.tracks, key=lambda track: track.faces.lead)
        if doubtful.faces.lead > UNEQUAL:
            return None
        looked = doubtful.faces.looked
        second = 1 + sorted(range(6), key=looked.__getitem__)[-2]
        values = [second if track is doubtful else track.value for track in roll.tracks]
        return replace(roll, dice=(values[0], values[1]))

    def one_left_the_board(self) -> bool:
        """One of two dice just thrown has left the board (R58)."""
        fresh = sorted((t for t in self._candidates() if t.looks >= 8), key=lambda track: track.lie.outside)
        if [track.lie.outside for track in fresh] != [False, True]:
            return False
        inside, outside = fresh
        return self._time - inside.first >= 1.2 and abs(outside.first - inside.first) < 1.0

    # -------------------------------------------------------------- habits

    def remember_leaf(self, roll: Roll, player: Side) -> None:
        """Whether this player rolled in the half to their right (R57)."""
        if roll.side is not None:
            self._in_own_leaf[roll.side is player] += 1

    @property
    def leaves_are_kept(self) -> bool:
        """At this table the leaf shows who rolled."""
        return self._in_own_leaf[True] >= 3 and self._in_own_leaf[True] >= 10 * self._in_own_leaf[False]

    def _candidates(self) -> list[Track]:
        return [t for t in self._tracks if not t.spent and t.missed <= 1 and t not in self.held]

    def _roll(self, tracks: tuple[Track, Track]) -> Roll:
        leaves = [track.lie.leaf for track in tracks]
        by_leaf = [self._seats.roller_at(leaf) if leaf else None for leaf in leaves]
        owners = [track.lie.owner for track in tracks] if None in by_leaf else by_leaf
        apart = None not in owners and owners[0] is not owners[1]
        values = (tracks[0].value, tracks[1].value)
        first_mover = owners[0 if values[0] > values[1] else 1] if apart and values[0] != values[1] else None
        side = owners[0] if owners[0] is owners[1] else None
        return Roll(values, side, first_mover, apart, any(track.lie.bad for track in tracks), tracks)


def readings(tracks: tuple[Track, ...], trust: Trust, reach: float = REACH) -> dict[Dice, float]:
    """What two dice may show, the likeliest roll first, with its log-likelihood (down to -reach)."""
    if len(tracks) != 2:
        return {}
    first, second = tracks
    pairs = trust.pairs((first.lie.owner, second.lie.owner), (first.faces.looked, second.faces.looked))
    rolls = {}
    for (one, two), said in pairs.items():
        crossed = pairs[two, one]
        if said > crossed or (said == crossed and one >= two):
            rolls[one, two] = said if one == two else said + log1p(exp(crossed - said))
    reach -= max(rolls.values())
    likeliest = sorted(rolls, key=rolls.__getitem__, reverse=True)
    return {dice: rolls[dice] for dice in likeliest if rolls[dice] >= -reach}


def certainty(tracks: tuple[Track, ...], trust: Trust, dice: Dice, weight: float) -> tuple[float, float] | None:
    """How likely each of `dice` is what it shows (0 to 1), by the looks at it and by how far its set can be trusted.

    None where these are not two dice that were seen. weight: of the looks; 1 is as often right as it says.
    """
    if len(tracks) != 2:
        return None
    first, second = tracks
    pairs = trust.pairs((first.lie.owner, second.lie.owner), (first.faces.looked, second.faces.looked), weight)
    top = max(pairs.values())
    likely = {faces: exp(said - top) for faces, said in pairs.items()}
    total = sum(likely.values())
    one, two = dice
    if crossed := likely[two, one] > likely[one, two]:
        one, two = two, one
    sure = (
        sum(share for faces, share in likely.items() if faces[0] == one) / total,
        sum(share for faces, share in likely.items() if faces[1] == two) / total,
    )
    return (sure[1], sure[0]) if crossed else sure


def learned(trust: Trust, tracks: tuple[Track, ...], showed: Mapping[Dice, float]) -> Trust:
    """After a turn. showed: how likely each roll, its higher die first, was the one that its dice showed."""
    shares = {dice: showed.get((max(dice), min(dice)), 0.0) for dice in readings(tracks, trust)}
    total = sum(shares.values())
    if not total:
        return trust
    first, second = tracks
    looked = (first.faces.looked, second.faces.looked)
    return trust.learned((first.lie.owner, second.lie.owner), looked, {d: share / total for d, share in shares.items()})


def _shown(tracks: Iterable[Track]) -> list[tuple[str, int]]:
    """In which half dice lie, and what they show."""
    return sorted((track.lie.leaf or "", track.value) for track in tracks)


def _togetherness(pair: tuple[Track, ...]) -> tuple[bool, bool, int, float]:
    """Which of several pairs is a roll: same leaf, same set, seen most often, thrown at the same time."""
    first, second = pair
    return (
        first.lie.leaf is second.lie.leaf,
        first.lie.owner is second.lie.owner,
        min(first.looks, second.looks),
        -abs(first.first - second.first),
    )
