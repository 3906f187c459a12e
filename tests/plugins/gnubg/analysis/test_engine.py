"""The engine's troubles: one sentence each, and nothing is left running."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arbiter.records import MatchRecord
from bookgammon.errors import AnalysisError, AnalysisStopped, EngineMissingError
from bookgammon.plugins.gnubg.analysis import engine as engines
from bookgammon.plugins.gnubg.analysis import game_jobs
from bookgammon.plugins.gnubg.analysis.engine import Engine, find_engine
from bookgammon.plugins.gnubg.analysis.gnubg_process import MARK
from bookgammon.plugins.gnubg.analysis.match_analysis import AnalysisPlace, analysed
from bookgammon.plugins.gnubg.analysis.store import FILE, AnalysisStore

MakeEngine = Callable[[str], Engine]


@pytest.fixture
def fake(tmp_path: Path) -> MakeEngine:
    """A program in the engine's place that does what it is told in Python."""

    def make(body: str) -> Engine:
        path = tmp_path / "gnubg"
        path.write_text(f"#!{sys.executable}\nimport json, os, sys, time\n{body}\n", encoding="utf-8")
        path.chmod(0o755)
        return Engine(str(path), "GNU Backgammon 9")

    return make


READY = f"print({MARK!r} + json.dumps({{'number': 0}}), flush=True); sys.stdin.readline()"
"""What a program that answers says first; then it is asked."""


def told(answer: str) -> str:
    """What it says then."""
    return f"{READY}; print({MARK!r} + {answer}, flush=True); sys.stdin.readline()"


def test_a_missing_engine_is_told_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(engines, "PLACES", ())
    with pytest.raises(EngineMissingError, match="install the package gnubg"):
        find_engine()


def test_another_program_of_that_name_is_refused(monkeypatch: pytest.MonkeyPatch, fake: MakeEngine) -> None:
    monkeypatch.setenv("PATH", str(Path(fake("print('hello')").path).parent))
    with pytest.raises(AnalysisError, match="is not GNU Backgammon"):
        find_engine()


def test_a_version_without_python_says_what_to_do(record: MatchRecord, fake: MakeEngine) -> None:
    speechless = fake("print('unknown option -p'); sys.exit(1)")
    with pytest.raises(AnalysisError, match=r"unknown option -p.*install the package gnubg anew"):
        list(analysed(record, speechless, plies=0, background=False))


def test_an_answer_in_another_form_is_one_sentence(record: MatchRecord, fake: MakeEngine) -> None:
    account = {"actions": [], "stats": {}, "stakes": [None], "sgf": ""}
    strange = fake(told(f"json.dumps({{'number': 1, 'answer': {account}}})"))
    with pytest.raises(AnalysisError, match="does not know"):
        list(analysed(record, strange, plies=0, background=False))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("""json.dumps({'number': 1, 'answer': []})""", "does not know"),
        ("""json.dumps({'number': 1, 'cannot': 'No space left on device'})""", "cannot go on: No space left on device"),
        ("""json.dumps({'number': 1, 'error': 'no such command'})""", "no such command.*install a newer version"),
    ],
    ids=["no account", "a full disk", "an error"],
)
def test_another_answer_is_one_sentence(answer: str, reason: str, record: MatchRecord, fake: MakeEngine) -> None:
    with pytest.raises(AnalysisError, match=reason):
        list(analysed(record, fake(told(answer)), plies=0, background=False))


def test_a_torn_answer_is_none(record: MatchRecord, fake: MakeEngine) -> None:
    torn = fake(f"{READY}; print({MARK!r} + '{{', flush=True)")
    with pytest.raises(AnalysisError, match="ended without an answer"):
        list(analysed(record, torn, plies=0, background=False))


@pytest.mark.skipif(sys.platform != "linux", reason="Linux's own class of idle processes")
@pytest.mark.usefixtures("gives_way")
@pytest.mark.parametrize("background", [True, False], ids=["beside a table", "asked for"])
def test_beside_a_table_it_gets_only_what_nothing_else_wants(
    background: bool, record: MatchRecord, fake: MakeEngine, tmp_path: Path
) -> None:
    seen = tmp_path / "seen"
    waiting = fake(
        f"end = time.monotonic() + {20.0 if background else 0.2}\n"
        "while os.sched_getscheduler(0) == os.SCHED_OTHER and time.monotonic() < end: time.sleep(0.01)\n"
        f"open({str(seen)!r}, 'w').write(f'{{os.sched_getscheduler(0)}} {{os.nice(0)}}')"
    )
    with pytest.raises(AnalysisError):  # it gives no answer
        list(analysed(record, waiting, plies=0, background=background))
    assert seen.read_text() == (f"{os.SCHED_IDLE} 19" if background else f"{os.SCHED_OTHER} {os.nice(0)}")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("stop", [False, True], ids=["hung", "stopped"])
def test_a_hung_or_stopped_engine_is_ended(
    stop: bool, record: MatchRecord, fake: MakeEngine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    number = tmp_path / "pid"
    hung = fake(f"open({str(number)!r}, 'w').write(str(os.getpid())); time.sleep(600)")
    monkeypatch.setattr(game_jobs, "_START_S", 0.0 if not stop else 600.0)
    monkeypatch.setattr(game_jobs, "_ACTION_S", (0.05,) * 5)
    kind = AnalysisStopped if stop else AnalysisError
    with pytest.raises(kind, match="goes on where it was" if stop else "no longer answers"):
        list(analysed(record, hung, plies=0, background=False, stopped=lambda: stop and number.exists()))
    if number.exists() and number.read_text():
        with pytest.raises(ProcessLookupError):
            os.kill(int(number.read_text()), 0)


def test_a_full_disk_is_one_sentence_and_the_rest_of_the_file_is_kept(
    record: MatchRecord, gnubg: Engine, tmp_path: Path
) -> None:
    with AnalysisStore(tmp_path / FILE) as store:
        list(analysed(record, gnubg, place=AnalysisPlace(store, "journal", 1), plies=0, background=False))
        (pages,) = store._db.execute("PRAGMA page_count").fetchone()
        store._db.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(AnalysisError, match="make room"):
            list(analysed(record, gnubg, place=AnalysisPlace(store, "journal", 2), plies=0, background=False))
    with AnalysisStore(tmp_path / FILE) as store:
        *_, last = analysed(record, Engine("/nowhere", ""), place=AnalysisPlace(store, "journal", 1), plies=0)
        assert last.whole


def test_a_foreign_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("no database at all, and longer than a header of one would be" * 20)
    with pytest.raises(AnalysisError, match="move the file away"):
        AnalysisStore(tmp_path / FILE)
