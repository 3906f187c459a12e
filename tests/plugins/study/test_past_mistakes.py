"""What past matches cost comes to be practised: whose, from which game, and when not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from arbiter.match.events import MatchStarted
from arbiter.match.opponent import OpponentSeat
from arbiter.match.record import record_of
from arbiter.position import START, Side
from arbiter.records import MatchRecord, Played, read_record
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.plugins.gnubg.analysis.match_analysis import fingerprint
from bookgammon.plugins.gnubg.analysis.model import (
    Chances,
    Count,
    CubeJudged,
    GameAnalysis,
    Judged,
    LeftOut,
    PlayJudged,
    RatedPlay,
)
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, Kept, Key, store_beside
from bookgammon.plugins.study.past_mistakes import PastMistakes
from bookgammon.plugins.study.store import Origin, PastDecision, StudyStore, study_beside
from tests.plugins.gnubg.analysis.played import events_of

LIGHT, DARK = Side.LIGHT, Side.DARK
EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
RECORD = """ 5 point match

 Game 1
 Ann : 0                    Bob : 0
  1) 31: 8/5 6/5                 62: 24/18 13/11
  2)  Doubles => 2               Takes
  3) 55: 13/3(2)                 41: 24/23 13/9
  4)  Wins 2 points
"""


def plays(*equities: float) -> tuple[RatedPlay, ...]:
    names = ("8/5 6/5", "24/20", "13/9")
    return tuple(RatedPlay(names[n], ((13, 9),), equity, EVEN) for n, equity in enumerate(equities))


OPENING = PlayJudged(0, LIGHT, 1, (3, 1), plays(0.2, 0.0), 1, True, 0.0)
DOUBTLESS = PlayJudged(1, DARK, 1, (6, 2), plays(0.2, 0.18), 1, True, 0.0)
DOUBLE = CubeJudged(2, LIGHT, 1, "double", 0.5, 0.4, 1.0, EVEN)
TAKE = CubeJudged(3, DARK, 1, "take", 0.9, 1.2, 1.0, EVEN)
UNSEEN = LeftOut(4, LIGHT, 2, "unseen")


def folder(tmp_path: Path, *decisions: Judged, opponent: OpponentSeat | None = None, length: int = 5) -> Path:
    """A journal with this match, analysed so."""
    path = tmp_path / "journal.sqlite"
    record = read_record(RECORD)
    record = replace(record, rules=replace(record.rules, length=length))
    events = [
        replace(event, opponent=opponent) if isinstance(event, MatchStarted) else event for event in events_of(record)
    ]
    with Journal(path) as journal:
        entry = journal.begin("2026-01-02T20:00:00+00:00", "0")
        journal.append(entry, events)
    keep(path, record_of(events), *decisions)
    return path


def keep(path: Path, record: MatchRecord, *decisions: Judged, made: str = "2026-01-03T20:00:00+00:00") -> None:
    game = GameAnalysis(decisions, (Count(1, 1, 1, 1),) * 2, {}, "(;)")
    with AnalysisStore(store_beside(path)) as store:
        store.keep(Key("journal", 1, 0), Kept(fingerprint(record, 0), 2, "engine", made, game))


def found(mistakes: PastMistakes) -> dict[str, tuple[PastDecision, ...]]:
    return {name: decisions for name, origin, decisions in mistakes.news() if origin == Origin(match=1, game=0)}


def test_each_players_marked_decisions_come_with_what_was_decided(tmp_path: Path) -> None:
    path = folder(tmp_path, OPENING, DOUBTLESS, DOUBLE, TAKE, UNSEEN)
    news = found(PastMistakes(path, lambda: 2))
    assert [(each.decided, round(each.lost, 3)) for each in news["Ann"]] == [("24/20", 0.2), ("double", 0.1)]
    assert [(each.decided, round(each.lost, 3)) for each in news["Bob"]] == [("take", 0.2)]
    opening, double = (each.exercise for each in news["Ann"])
    assert (opening.decision, opening.at.position, opening.at.dice) == ("play", START, (3, 1))
    assert (double.decision, double.side) == ("double", LIGHT)
    (take,) = (each.exercise for each in news["Bob"])
    assert (take.decision, take.side, take.at.cube) == ("take", DARK, 1)
    before = read_record(RECORD).games[0].actions[1]
    assert isinstance(before, Played)
    assert double.at.position == take.at.position == before.after


def test_what_was_read_once_is_news_again_only_when_it_changes(tmp_path: Path) -> None:
    path = folder(tmp_path, OPENING)
    mistakes = PastMistakes(path, lambda: 2)
    assert found(mistakes)["Ann"]
    assert found(mistakes) == {}
    keep(path, read_record(RECORD), DOUBLE, made="2026-01-04T20:00:00+00:00")
    assert [each.decided for each in found(mistakes)["Ann"]] == ["double"]


def test_a_match_that_is_played_for_points_gives_nothing_yet(tmp_path: Path) -> None:
    path = folder(tmp_path, OPENING)
    assert found(PastMistakes(path, lambda: 1)) == {}
    playing = [1]
    left_open = PastMistakes(path, lambda: playing[0])
    assert found(left_open) == {}
    playing[0] = 2
    assert found(left_open)["Ann"]
    (tmp_path / "money").mkdir()
    money = folder(tmp_path / "money", OPENING, length=0)
    assert found(PastMistakes(money, lambda: 1))["Ann"]


def test_an_engine_that_played_has_nothing_to_practise(tmp_path: Path) -> None:
    path = folder(tmp_path, OPENING, TAKE, opponent=OpponentSeat(DARK, "gnubg", "expert"))
    assert list(found(PastMistakes(path, lambda: 2))) == ["Ann"]


def test_a_damaged_match_does_not_hide_the_others(tmp_path: Path) -> None:
    path = folder(tmp_path, OPENING)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE events SET json = json || ' ' WHERE seq = 3")
        db.commit()
    assert found(PastMistakes(path, lambda: 2)) == {}


def test_nothing_is_there_before_anything_was_played(tmp_path: Path) -> None:
    assert list(PastMistakes(tmp_path / "journal.sqlite", lambda: 1).news()) == []


def test_a_match_that_is_deleted_takes_its_exercises_along(tmp_path: Path) -> None:
    path = folder(tmp_path, OPENING)
    with StudyStore(study_beside(path)) as store:
        for learner, origin, decisions in PastMistakes(path, lambda: 2).news():
            store.replace_game(learner, origin, decisions)
        assert store.learners() == ("Ann",)
    assert Archive(path, lambda: None).delete(1)
    with StudyStore(study_beside(path)) as store:
        assert store.learners() == ()
