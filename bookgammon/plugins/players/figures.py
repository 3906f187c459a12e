"""What a player's matches come to together: sums, results against each opponent, the course of time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, fsum

from bookgammon.plugins.players.facts import DecisionTotals
from bookgammon.plugins.players.index import IndexedMatch
from bookgammon.plugins.players.rating import RatedAfter

MOST_SPANS = 60
"""Points of a plot, and rows of the table beside it; of more matches, several in a row are one."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Matches summed up. won, lost: matches with a length that came to their end; sessions: money sessions.

    points, against: of matches and sessions, chouettes' balances apart. seconds: used for `timed` plays.
    """

    matches: int
    won: int
    lost: int
    sessions: int
    chouettes: int
    chouette_points: int
    points: int
    against: int
    games_won: int
    games_lost: int
    illegal: int
    stood: int
    timed: int
    seconds: float
    judged: DecisionTotals

    @property
    def error_rate(self) -> float | None:
        """mEMG for each decision, as the analysis counts it; None where nothing is analysed."""
        judged = self.judged
        return _rate(judged.play_error + judged.cube_error, judged.unforced + judged.close_cube)

    @property
    def play_rate(self) -> float | None:
        """The same of checker play alone: for each play with a choice."""
        return _rate(self.judged.play_error, self.judged.unforced)

    @property
    def cube_rate(self) -> float | None:
        """The same of cube decisions alone: for each close or actual one."""
        return _rate(self.judged.cube_error, self.judged.close_cube)

    @property
    def seconds_a_play(self) -> float | None:
        return self.seconds / self.timed if self.timed else None


@dataclass(frozen=True, slots=True)
class Span:
    """Some matches in a row. first, last: when the first and last of them began, ISO 8601.

    rating: after the last rated one so far, None before the first. luck: all luck so far, in equity.
    """

    first: str
    last: str
    sums: Sums
    rating: float | None
    luck: float


def _rate(error: float, decisions: int) -> float | None:
    return 1000 * error / decisions if decisions else None


def summed(matches: Iterable[IndexedMatch]) -> Sums:
    matches = tuple(matches)
    two = [match.facts for match in matches if not match.chouette]
    chouettes = [match.facts for match in matches if match.chouette]
    judged = [facts.judged for facts in two]
    return Sums(
        len(matches),
        sum(facts.won is True for facts in two),
        sum(facts.won is False for facts in two),
        sum(not match.length and not match.chouette for match in matches),
        len(chouettes),
        sum(facts.points for facts in chouettes),
        sum(facts.points for facts in two),
        sum(facts.against for facts in two),
        sum(facts.games_won for facts in two),
        sum(facts.games_lost for facts in two),
        sum(facts.illegal for facts in two),
        sum(facts.stood for facts in two),
        sum(facts.timed for facts in two),
        fsum(facts.seconds for facts in two),
        DecisionTotals(
            sum(one.games for one in judged),
            sum(one.unforced for one in judged),
            sum(one.close_cube for one in judged),
            fsum(one.play_error for one in judged),
            fsum(one.cube_error for one in judged),
            fsum(one.luck for one in judged),
        ),
    )


def against_each(matches: Sequence[IndexedMatch]) -> dict[str, Sums]:
    """By the opponent's name, the most frequent first; chouettes are against nobody in particular."""
    by_name: dict[str, list[IndexedMatch]] = {}
    for match in matches:
        if not match.chouette:
            by_name.setdefault(match.facts.opponent, []).append(match)
    ordered = sorted(by_name.items(), key=lambda each: -len(each[1]))
    return {name: summed(theirs) for name, theirs in ordered}


def spans(matches: Sequence[IndexedMatch], ratings: Mapping[int, RatedAfter]) -> tuple[Span, ...]:
    """The matches in their order, at most MOST_SPANS groups of equal length. ratings: by the match."""
    many = max(1, ceil(len(matches) / MOST_SPANS))
    found: list[Span] = []
    rating, luck = None, 0.0
    for begin in range(0, len(matches), many):
        group = matches[begin : begin + many]
        after = [ratings[match.match].rating.value for match in group if match.match in ratings]
        rating = after[-1] if after else rating
        sums = summed(group)
        luck += sums.judged.luck
        found.append(Span(group[0].started, group[-1].started, sums, rating, luck))
    return tuple(found)


def smoothed(spans: Sequence[Span], rate: Callable[[Sums], tuple[float, int]], over: int) -> list[float | None]:
    """A rate over the last so many spans at each of them. rate: a span's error and decisions."""
    pairs = [rate(span.sums) for span in spans]
    return [
        _rate(fsum(error for error, _ in window), sum(many for _, many in window))
        for end in range(1, len(pairs) + 1)
        if (window := pairs[max(0, end - over) : end]) is not None
    ]
