"""A job that cannot be done, for each part that works beside the table: where people wait they read so, and the next
one is begun."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arbiter.match.commands import CorrectDice, OpponentDecided
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState
from arbiter.position import START, Side
from arbiter.seats import Seats
from bookgammon.errors import AnalysisError
from bookgammon.history import album, clips
from bookgammon.history.archive import Archive
from bookgammon.history.clips import ClipName, Clips
from bookgammon.history.journal import FILE
from bookgammon.opponent.seat import SeatedOpponent, _DueDecision
from bookgammon.plugins.club.broker import Broker
from bookgammon.plugins.club.connection import Connection
from bookgammon.plugins.films.film_clips import FilmClips, _Clip
from bookgammon.plugins.films.service import RecordingService
from bookgammon.plugins.films.uploads import Upload
from bookgammon.plugins.gnubg.analysis import live
from bookgammon.plugins.gnubg.analysis.coach import Coach, _CoachTask
from bookgammon.plugins.gnubg.analysis.coach_view import CoachWords
from bookgammon.plugins.gnubg.analysis.grading import Graded, Grader
from bookgammon.plugins.gnubg.analyst import Analyst
from bookgammon.plugins.players import counting
from bookgammon.plugins.players.facts import facts_of
from bookgammon.plugins.study.drill import Drill
from bookgammon.plugins.study.drill_session import DrillSession
from bookgammon.plugins.study.exercise import exercise_of
from bookgammon.plugins.study.schedule import Memory
from bookgammon.plugins.study.service import StudyService
from bookgammon.plugins.study.store import KeptExercise, Origin, PastDecision
from bookgammon.setup import board_check
from bookgammon.setup.board_check import BoardCheck
from bookgammon.setup.checked_in_play import LIMITS
from bookgammon.table.newest_question import FAULT
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import Workers
from tests.plugins.gnubg.analysis.test_live import AFTER, LAST, PLAYS, Asked, asked_of
from tests.plugins.players.test_index import WON, begun, played
from tests.setup.stage import START as PICTURE
from tests.setup.stage import board_of

WITHIN_S = 60.0
"""For another thread on a busy machine; never waited for in full."""
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"


@pytest.fixture(params=[Exception, MemoryError, RecursionError])
def poison(request: pytest.FixtureRequest) -> Callable[[], Any]:
    """Raises the first time it is called; after that it does nothing."""
    kind: type[BaseException] = request.param
    called = list[int]()

    def act() -> None:
        called.append(1)
        if len(called) == 1:
            raise kind("on purpose")

    return act


@pytest.fixture
def workers() -> Workers:
    """Pauses as they are, a hundred times shorter."""

    def quick(event: threading.Event, seconds: float) -> bool:
        return event.wait(seconds / 100)

    return Workers(wait=quick)


@pytest.fixture(autouse=True)
def told(faults: list[str]) -> Iterator[list[str]]:
    """Each fault is logged once: that is what these tests provoke."""
    yield faults
    assert len(faults) == 1
    faults.clear()


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + WITHIN_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def broken(workers: Workers) -> list[str]:
    """What the page says that does not work."""
    return [state.sentence for state in workers.not_working()]


def test_analyst(tmp_path: Path, workers: Workers, poison: Callable[[], Any]) -> None:
    path, done = tmp_path / FILE, list[int]()
    for name in ("Ada", "Cleo"):
        played(path, *begun(name, "Bea"), *WON)

    class Poisoned(Analyst):
        def _analyse(self, match: int) -> None:
            poison()
            done.append(match)

    with Poisoned(path, Archive(path, lambda: None), lambda: None, workers=workers) as analyst:
        analyst.begin(1)
        analyst.begin(2)
        until(lambda: done == [2])
        (first, second) = (analyst.status(match) for match in (1, 2))
        assert first
        assert (first.state, first.sentence) == (
            "trouble", "The analysis of this match was ended by a fault of the program; the others go on.",
        )  # fmt: skip
        assert second
        assert second.state != "trouble"
        assert broken(workers)[0].startswith("Not working just now: the analysis")
        analyst.begin(1)  # somebody asks again
        until(lambda: done == [2, 1])


def test_films(tmp_path: Path, workers: Workers, poison: Callable[[], Any]) -> None:
    done = list[str]()

    class Poisoned(RecordingService):
        def _go_on(self, upload: Upload) -> None:
            poison()
            done.append(upload.name)

    service = Poisoned(tmp_path / FILE, workers=workers)
    for name in ("one.mp4", "two.mp4"):
        service.add(service.begin(name, 4, None, None).id, 0, b"film")
    with service:
        until(lambda: done)
        shown = {each.name: each.trouble for each in service.all()}
        (other,) = done
        assert shown.pop(other) == ""
        assert list(shown.values()) == ["A fault of the program; it is tried again."]


def test_album(tmp_path: Path, workers: Workers, poison: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(album, "cut", lambda *_: poison() or b"jpeg")
    with album.Album(tmp_path, board_of(), lambda: 1, workers) as pictures:
        for frame in (1, 2):
            pictures._pictures.offer((1, frame, PICTURE))
        pictures._pictures.finish()
        assert broken(workers)[0].startswith("Not working just now: the pictures")
    assert [path.name for path in (tmp_path / "1").iterdir()] == ["2.jpg"]


def test_clips(tmp_path: Path, workers: Workers, poison: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips, "encoded", lambda *_: poison() or b"film")
    kept = list[ClipName]()
    with Clips(tmp_path, board_of(), lambda: 1, lambda _, name: kept.append(name), workers) as made:
        for first in (1, 2):
            made._films.offer(clips._Film(1, ClipName(first, 9), (b"picture",)))
        made._films.finish()
        assert broken(workers)[0].startswith("Not working just now: the films")
    assert kept == [ClipName(2, 9)]


def test_pictures_of_clips(
    tmp_path: Path, workers: Workers, poison: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clips, "cut", lambda *_: poison() or b"jpeg")
    with Clips(tmp_path, board_of(), lambda: 1, lambda *_: None, workers) as made:
        for time_s in (1.0, 2.0):
            made._pictures.offer((time_s, PICTURE))
        made._pictures.finish()
        assert [each.time for each in made._recent._taken] == [2.0]


def test_clips_of_a_film(tmp_path: Path, poison: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A film is followed anew where one was lost: it becomes the same matches with all their clips."""
    monkeypatch.setattr("bookgammon.plugins.films.film_clips.encoded", lambda *_, **__: poison() or b"film")
    with FilmClips(tmp_path / "clips", background=False) as made:
        for first in (1, 2):
            made._making.offer(_Clip(ClipName(first, 9), (b"picture",)))
        with pytest.raises(RuntimeError, match="1 clips were lost"):
            made.end_part()
        made.end_part()
    assert [path.stem for path in (tmp_path / "clips").glob("*.webm")] == [str(ClipName(2, 9))]


def test_answers_of_drills(tmp_path: Path, workers: Workers, poison: Callable[[], Any]) -> None:
    class Poisoned(StudyService):
        def _graded(self, drill: Drill) -> Graded:
            poison()
            raise AnalysisError("The engine is gone.")  # the next answer came as far as that

    seats, past = Seats(Side.LIGHT), SimpleNamespace(news=list)
    service = Poisoned(tmp_path / FILE, seats, MatchState(), lambda: 1, past, Grader, workers=workers)
    kept = KeptExercise(1, exercise_of(XGID), "contact", "", False, Memory())
    with service:
        service._use = session = DrillSession("Ada", kept, Drill(kept.exercise, "answered"))
        service._begin_grading(session)

        def trouble() -> str:
            return service._use.trouble if isinstance(service._use, DrillSession) else ""

        until(trouble)
        assert trouble() == "A fault of the program: this answer is not judged. Try again, or go on."
        service.act("again", "")
        until(lambda: trouble() == "The engine is gone.")
        service._use = None


def test_what_past_matches_give_to_practise(tmp_path: Path, workers: Workers, poison: Callable[[], Any]) -> None:
    class Past:
        def news(self) -> Iterator[tuple[str, Origin, tuple[PastDecision, ...]]]:
            poison()
            yield "Ada", Origin(match=1, game=0), (PastDecision(exercise_of(XGID), "13/7", 0.1),)

    seats = Seats(Side.LIGHT)
    with StudyService(tmp_path / FILE, seats, MatchState(), lambda: 1, Past(), Grader, workers=workers) as service:
        assert service.shown("Ada").own == 0
        service._tasks.finish()
        assert any("what past matches give" in sentence for sentence in broken(workers))
        service.shown("Ada")
        until(lambda: service.shown("Ada").own == 1)


def test_players(
    tmp_path: Path, workers: Workers, poison: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / FILE
    for name in ("Ada", "Cleo"):
        played(path, *begun(name, "Bea"), *WON)
    monkeypatch.setattr(counting, "facts_of", lambda *given: poison() or facts_of(*given))
    counted = counting.Counting(path, lambda: None, workers)
    assert counted.catch_up(WITHIN_S) == 0
    with counted.index() as index:  # the newest match is counted first
        assert {player.name for player in index.players()} == {"Ada", "Bea"}


def test_opponent(workers: Workers, poison: Callable[[], Any]) -> None:
    given, said = list[OpponentDecided](), list[str]()
    seated = SeatedOpponent(given.append, said.append, roll=lambda: poison() or (3, 1), workers=workers)
    with seated:
        seated.ask(_DueDecision("roll", 4, None, START, MatchState()))
        until(lambda: given)
        until(lambda: len(said) == 2)
    assert said == [str(FAULT), ""]
    assert given == [OpponentDecided(4, CorrectDice((3, 1), MatchState().player))]


def test_coach(workers: Workers, poison: Callable[[], Any]) -> None:
    said = list[CoachWords]()

    class Silent(Grader):
        def __init__(self) -> None:
            poison()

        def close(self) -> None:
            pass

    with Coach(said.append, Silent, workers) as coach:
        coach.ask(_CoachTask((), MatchState()))
        until(lambda: len(said) == 2)
    assert [words.trouble for words in said] == [str(FAULT), ""]


def test_chances_of_the_stream(workers: Workers, poison: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """What was known before is not how the match stands now: nothing is shown until the next play was looked at."""
    chances: Asked = asked_of(PLAYS)
    questions = Jobs[live._Question](
        workers, "live chances", live._PART, chances._look_at, most=4, failed=chances._leave
    )
    assert chances.shown()
    answer = chances._answer
    monkeypatch.setattr(chances, "_answer", lambda record: poison() or answer(record))
    state = fold(PLAYS)
    asked = live._Question(state.game, state.turns, record_of(PLAYS))
    chances._questions = questions
    questions.start()
    questions.offer(asked)
    questions.finish()
    assert chances.shown() is None
    assert broken(workers)[0].startswith("Not working just now: the winning chances")
    played_now = live._record_of(PLAYS[-1], state, AFTER)
    questions.offer(live._Question(state.game, state.turns, played_now))
    questions.finish()
    assert chances.shown()
    assert state.position == LAST
    questions.stop()


def test_board_check(workers: Workers, poison: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    board, kept = board_of(), list[object]()
    monkeypatch.setattr(board_check, "contradicts", lambda *_: True)
    monkeypatch.setattr(board_check, "measured_again", lambda *_: poison() or board)
    with BoardCheck(kept.append, workers) as check:
        for found in (None, board):
            for _ in range(LIMITS.turns):
                check.turn_ended(board, PICTURE, None, START)  # type: ignore[arg-type]  # nobody looks at it
            assert check._measured.wait(WITHIN_S)
            assert check.corrected() is found
    assert kept == [board]


def test_broker(poison: Callable[[], Any]) -> None:
    heard = list[bytes]()

    def received(topic: str, payload: bytes, retained: bool) -> None:
        del topic, retained
        poison()
        heard.append(payload)

    listener: Any = SimpleNamespace(received=received)
    connection = Connection(Broker("localhost", 1), "club", listener)
    client: Any = connection._client()
    for payload in (b"one", b"two"):
        client.on_message(None, None, SimpleNamespace(topic="t", payload=payload, retain=False))
    connection.stop()
    assert heard == [b"two"]


