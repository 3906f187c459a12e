"""The players of a journal as their pages ask for them, renamed, merged and removed in the journal itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from arbiter.message import NAMELESS, Message
from arbiter.values import plain_name
from bookgammon.errors import AnalysisError, CompanionError, JournalError, PlayersError, StudyError
from bookgammon.history.journal import Journal
from bookgammon.plugin_manager import plugins
from bookgammon.plugins.gnubg.analysis.decision_kinds import KIND_NAMES
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.facts import RollCount, RollOrigin
from bookgammon.plugins.players.fairness import FEWEST_ROLLS, UNEVEN, fairness_of
from bookgammon.plugins.players.figures import Span, Sums, against_each, smoothed, spans, summed
from bookgammon.plugins.players.index import IndexedMatch, PlayersIndex
from bookgammon.plugins.players.names import named_in, renamed, without
from bookgammon.plugins.players.pages import (
    DiceLine,
    DicePage,
    KindLine,
    MatchLine,
    OpponentLine,
    PlayerLine,
    PlayerList,
    PlayerPage,
    PlayRates,
    Results,
    SpanLine,
)
from bookgammon.plugins.players.rating import RatedAfter, Rating, rated
from bookgammon.plugins.players.words import apart, dice_name, reading, verdict
from web.errors import NotNowError, UnavailableError

_SMOOTHED = 10
"""Spans that the line of the error rate runs over."""


class PlayerRegister:
    """Fulfils `bookgammon.plugins.players.pages.Players`. Every question opens journal and index for itself.

    journal: the file; counting: of its index. delete: deletes a match with all that is kept of it
    (`history.archive.Archive.delete`). lock: the right to write in the data folder, for a
    process that does not have it all the time.
    """

    def __init__(
        self,
        journal: Path,
        counting: Counting,
        delete: Callable[[int], object],
        lock: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._journal, self._counting, self._delete, self._lock = journal, counting, delete, lock

    # ------------------------------------------------------------------ what pages ask

    def players(self) -> PlayerList:
        with self._counted() as (index, waiting):
            ratings = {after.name: after.rating for after in rated(index.rated_matches())}
            known = index.players()
        lines = (PlayerLine(each.name, each.matches, each.last, _value(ratings.get(each.name))) for each in known)
        return PlayerList(tuple(lines), waiting)

    def player(self, name: str) -> PlayerPage | None:
        with self._counted() as (index, waiting):
            matches = index.matches_of(name)
            if not matches:
                return None
            ratings = {after.match: after for after in rated(index.rated_matches()) if after.name == name}
            people = {each.name for each in index.players()}
            kinds, rolls = index.kinds_of(name), index.rolls_of(name)
        sums, last = summed(matches), list(ratings.values())[-1:]
        opponents = tuple(
            OpponentLine("" if opponent in NAMELESS else opponent, opponent in people, _results(theirs))
            for opponent, theirs in against_each(matches).items()
        )
        return PlayerPage(
            name,
            _results(sums),
            sums.sessions,
            sums.chouettes,
            sums.chouette_points,
            _value(last[0].rating if last else None),
            last[0].rating.experience if last else 0,
            last[0].rating.matches if last else 0,
            _rates(sums),
            sums.illegal,
            sums.stood,
            sums.timed,
            sums.seconds,
            opponents,
            tuple(
                KindLine(KIND_NAMES[kind], one.decisions, one.mistakes, one.lost)
                for kind, one in sorted(kinds.items(), key=lambda each: -each[1].lost)
            ),
            _span_lines(spans(matches, ratings)),
            _dice_line(name, rolls),
            tuple(_match_line(match, ratings.get(match.match)) for match in matches),
            waiting,
        )

    def dice(self) -> DicePage:
        with self._counted() as (index, waiting):
            sets = index.dice()
        lines = tuple(_dice_line(dice_name(one.board, one.side), one.counts) for one in sets)
        return DicePage(lines, FEWEST_ROLLS, UNEVEN, waiting)

    # ------------------------------------------------------------------ names

    def is_player(self, name: str) -> bool:
        with self._counted() as (index, _):
            return bool(index.matches_of(name))

    def rename(self, name: str, new: str) -> None:
        with self._writing(name) as (journal, found):
            if any(new in named_in(texts) for texts in found.values()):
                raise NotNowError(
                    Message("{name} and {new} have played each other, so they are two.", name=name, new=new)
                )
            _rewrite(journal, {match: renamed(texts, name, new) for match, texts in found.items()})
            plugins().notify("player_changed", journal=self._journal, name=name, new=new)

    def remove(self, name: str, *, matches: bool) -> None:
        with self._writing(name) as (journal, found):
            if not matches:
                _rewrite(journal, {match: without(texts, name) for match, texts in found.items()})
            plugins().notify("player_changed", journal=self._journal, name=name, new=None)
        if matches:
            for match in found:
                self._delete(match)
        with self._counted():
            pass  # the index forgets the name with what it counts anew

    @contextmanager
    def _writing(self, name: str) -> Iterator[tuple[Journal, dict[int, tuple[str, ...]]]]:
        """The journal, and the events of all matches in which that name stands. Raises RequestError."""
        try:
            with self._lock(), Journal(self._journal) as journal:
                # all are read: a search in the text would know one way of writing the name only
                found = {
                    entry.id: texts
                    for entry in journal.matches()
                    if plain_name(name) in named_in(texts := journal.texts(entry))
                }
                if any(map(self._counting.is_played, found)):
                    raise NotNowError(
                        Message("{name} plays in the match at the table; try again when another has begun.", name=name)
                    )
                yield journal, found
        except (JournalError, PlayersError, StudyError) as error:
            raise UnavailableError(str(error)) from error
        except CompanionError as error:  # another process plays, perhaps
            raise NotNowError(str(error)) from error

    @contextmanager
    def _counted(self) -> Iterator[tuple[PlayersIndex, int]]:
        """The index as far as it is counted, and how many matches are not. Raises RequestError."""
        try:
            waiting = self._counting.catch_up()
            with self._counting.index() as index:
                yield index, waiting
        except (JournalError, AnalysisError, PlayersError) as error:
            raise UnavailableError(str(error)) from error


def _rewrite(journal: Journal, changed: dict[int, tuple[str, ...]]) -> None:
    """Match by match; nothing of what the events were stays in the journal's files."""
    for entry in journal.matches():
        if entry.id in changed:
            journal.adopt(entry.started, entry.source, entry.ended, changed[entry.id], entry.id)
    journal.pragma("wal_checkpoint(TRUNCATE)")


def _value(rating: Rating | None) -> float | None:
    return rating.value if rating else None


def _results(sums: Sums) -> Results:
    return Results(sums.matches, sums.won, sums.lost, sums.games_won, sums.games_lost, sums.points, sums.against)


def _rates(sums: Sums) -> PlayRates:
    judged = sums.judged
    return PlayRates(
        judged.games,
        judged.unforced + judged.close_cube,
        sums.error_rate,
        sums.play_rate,
        sums.cube_rate,
        judged.luck,
    )


def _span_lines(found: Sequence[Span]) -> tuple[SpanLine, ...]:
    def rate(sums: Sums) -> tuple[float, int]:
        judged = sums.judged
        return judged.play_error + judged.cube_error, judged.unforced + judged.close_cube

    analysed = any(span.sums.judged.games for span in found)
    return tuple(
        SpanLine(
            span.first,
            span.last,
            span.sums.matches,
            span.sums.won,
            span.sums.lost,
            span.rating,
            span.sums.error_rate,
            recent,
            span.luck if analysed else None,
        )
        for span, recent in zip(found, smoothed(found, rate, _SMOOTHED), strict=True)
    )


def _dice_line(name: str, counts: dict[RollOrigin, RollCount]) -> DiceLine:
    count = counts.get("read", RollCount()) + counts.get("corrected", RollCount())
    test = fairness_of(count)
    return DiceLine(
        name,
        count.rolls,
        count.faces,
        count.doubles,
        test.verdict,
        test.share,
        verdict(test),
        reading(counts),
        apart(counts),
    )


def _match_line(match: IndexedMatch, after: RatedAfter | None) -> MatchLine:
    facts, judged = match.facts, match.facts.judged
    return MatchLine(
        match.match,
        match.started,
        facts.opponent,
        match.length,
        facts.points,
        facts.against,
        facts.won,
        after.rating.value if after else None,
        after.change if after else None,
        judged.games,
        judged.unforced,
        judged.close_cube,
        judged.play_error,
        judged.cube_error,
        judged.luck,
        facts.illegal,
        facts.stood,
        facts.timed,
        facts.seconds,
    )
