"""The ratings of players by the formula of FIBS, the First Internet Backgammon Server (its manual's page `formula`).

After a match to n points between players rated r1 and r2:

    D = |r1 - r2|, P_upset = 1 / (10 ^ (D * sqrt(n) / 2000) + 1)
    P = 1 - P_upset where the weaker one won, else P_upset
    K = max(1, 5 - experience / 100), of each player
    the winner gains, the loser loses 4 * K * sqrt(n) * P

The experience is the sum of the lengths of all matches that a player has finished before this one. Everybody begins
with a rating of 1500 and no experience.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt

FIRST_RATING = 1500.0


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match between two people that came to its end. match: its number in the journal."""

    match: int
    winner: str
    loser: str
    length: int


@dataclass(frozen=True, slots=True)
class Rating:
    """experience: points of all finished matches; matches: how many these were."""

    value: float = FIRST_RATING
    experience: int = 0
    matches: int = 0

    def after(self, change: float, length: int) -> Rating:
        return Rating(self.value + change, self.experience + length, self.matches + 1)

    @property
    def weight(self) -> float:
        """K: how much a match counts; five times as much in the beginning."""
        return max(1.0, 5 - self.experience / 100)


@dataclass(frozen=True, slots=True)
class RatedAfter:
    """A player's rating after a match, and what it changed."""

    match: int
    name: str
    rating: Rating
    change: float


def upset_chance(difference: float, length: int) -> float:
    """How likely the player who is rated lower by `difference` wins a match to `length` points."""
    return 1 / (10 ** (difference * sqrt(length) / 2000) + 1)


def rated(matches: Iterable[RatedMatch]) -> Iterator[RatedAfter]:
    """Both players' ratings after each match, in the order in which they were played."""
    ratings: dict[str, Rating] = {}
    for match in matches:
        winner, loser = (ratings.get(name, Rating()) for name in (match.winner, match.loser))
        upset = upset_chance(abs(winner.value - loser.value), match.length)
        share = 1 - upset if winner.value < loser.value else upset
        for name, before, sign in ((match.winner, winner, 1), (match.loser, loser, -1)):
            change = sign * 4 * before.weight * sqrt(match.length) * share
            ratings[name] = before.after(change, match.length)
            yield RatedAfter(match.match, name, ratings[name], change)
