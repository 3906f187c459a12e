"""GNU Backgammon as an opponent plays as it says that it should, and survives whatever happens to it."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.plays import legal_plays
from arbiter.position import START, Position, Side, row_of
from arbiter.rules import Rules
from arbiter.scoring import Kind
from bookgammon.errors import EngineMissingError, OpponentError, OpponentStopped
from bookgammon.opponent.protocol import GameSituation
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analysis.gnubg_process import GnubgProcess
from bookgammon.plugins.gnubg.analysis.match_analysis import analysed
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, PlayJudged
from bookgammon.plugins.gnubg.gnubg_opponent import LEVELS, GnubgOpponent, LevelName
from tests.plugins.gnubg.opponent.self_play import SelfPlay, never

MONEY = Rules(length=0)


@pytest.mark.parametrize(
    ("level", "rules", "score", "seed", "plies"),
    [
        ("expert", Rules(length=5), (2, 1), 1, 400),
        ("expert", Rules(length=0), (0, 0), 2, 400),
        ("expert", Rules(length=3), (2, 1), 3, 400),
        ("world class", Rules(length=7), (3, 5), 4, 12),
        ("world class", Rules(length=0, jacoby=False), (0, 0), 5, 12),
    ],
)
def test_its_own_analysis_finds_no_error(
    level: LevelName, rules: Rules, score: tuple[int, int], seed: int, plies: int, process: GnubgProcess, gnubg: Engine
) -> None:
    """The known answer: analysed at the level's plies without noise, every play and cube decision is the best one."""
    player = GnubgOpponent(LEVELS[level], process)
    record = SelfPlay(dict.fromkeys(Side, player), rules, score, seed).record(plies)
    *_, found = analysed(record, gnubg, plies=LEVELS[level].plies, background=False)
    decisions = [each for each in found.known[0].decisions if isinstance(each, PlayJudged | CubeJudged)]
    assert len(decisions) >= plies if plies < 400 else len(decisions) > 20
    assert [(each.action, each.error) for each in decisions if each.error > 1e-6] == []


def test_a_beginner_errs(process: GnubgProcess, gnubg: Engine) -> None:
    player = GnubgOpponent(LEVELS["beginner"], process)
    record = SelfPlay(dict.fromkeys(Side, player), Rules(length=5), (0, 0), 6).record(60)
    *_, found = analysed(record, gnubg, plies=0, background=False)
    assert sum(each.error for each in found.known[0].decisions if isinstance(each, PlayJudged)) > 0.3


@pytest.mark.parametrize("side", Side)
def test_what_it_plays_is_a_legal_play_of_whoever_is_asked(side: Side, process: GnubgProcess) -> None:
    """From the bar, hitting, with doubles."""
    own, other = row_of([(25, 1), (6, 5), (8, 3), (13, 5), (24, 1)]), row_of([(24, 2), (13, 5), (8, 3), (6, 4), (4, 1)])
    position = START.with_row(side, own).with_row(side.other, other)
    for dice in ((4, 4), (6, 4), (3, 1)):
        situation = GameSituation(position, side, side, rules=MONEY)
        play = GnubgOpponent(LEVELS["expert"], process).plays(situation, dice, never)
        assert play in legal_plays(position, side, dice)


LAST = row_of([(1, 1), (0, 14)])
ALL_HOME = row_of([(6, 5), (5, 5), (4, 5)])
FAR_OUT = row_of([(13, 5), (8, 5), (5, 5)])
FAR_BACK = row_of([(23, 8), (22, 7)])


@pytest.mark.parametrize(
    ("own", "kind"),
    [(row_of([(6, 5), (0, 10)]), "single"), (FAR_OUT, "gammon"), (FAR_BACK, "backgammon")],
    ids=["single", "gammon", "backgammon"],
)
def test_it_gives_up_what_is_lost_at_what_it_costs(own: tuple[int, ...], kind: Kind, process: GnubgProcess) -> None:
    """It is to roll, and the other bears the last checker off whatever it rolls."""
    at = GameSituation(Position(LAST, own), Side.DARK, Side.DARK, rules=Rules(length=7))
    player = GnubgOpponent(LEVELS["expert"], process)
    assert player.resigns(at, never) == kind
    assert player.resigns(replace(at, position=START), never) is None


def test_it_accepts_what_it_could_not_win_more_than(process: GnubgProcess) -> None:
    player = GnubgOpponent(LEVELS["expert"], process)
    at = GameSituation(Position(LAST, ALL_HOME), Side.LIGHT, Side.LIGHT, rules=Rules(length=7))
    assert [player.accepts(at, kind, never) for kind in ("single", "gammon")] == [False, True]
    assert player.accepts(replace(at, rules=MONEY), "single", never)  # Jacoby: no gammon without a double


def test_jacoby_and_beavers_are_known(process: GnubgProcess) -> None:
    """Who is doubled while they are ahead beavers where that is agreed, and takes where it is not."""
    player = GnubgOpponent(LEVELS["expert"], process)
    mad = GameSituation(START, Side.LIGHT, Side.LIGHT, rules=replace(MONEY, beavers=True))
    behind = Position(row_of([(24, 4), (13, 5), (8, 3), (6, 3)]), row_of([(6, 5), (5, 3), (4, 3), (13, 2), (24, 2)]))
    assert player.answers_double(replace(mad, position=behind, side=Side.DARK), never) == "beaver"
    assert player.answers_double(replace(mad, position=behind, side=Side.DARK, rules=MONEY), never) == "take"


# ------------------------------------------------------------------ what can happen to it


def opening_play(process: GnubgProcess) -> str:
    at = GameSituation(START, Side.LIGHT, Side.LIGHT, rules=MONEY)
    play = GnubgOpponent(LEVELS["expert"], process).plays(at, (3, 1), never)
    return str([(move.start, move.end) for move in play.moves])


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killed_and_stopped_it_is_started_anew(gnubg: Engine) -> None:
    process = GnubgProcess(lambda: gnubg)
    right = opening_play(process)
    try:
        for _ in range(3):
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
            assert opening_play(process) == right
        assert process.pid is not None
        stopped = process.pid
        os.kill(stopped, signal.SIGSTOP)
        asked = {"plies": 0, "noise": 0, "own": START.light[1:], "other": START.dark[1:], "cube": 1, "owner": -1}
        asked |= {"score": (0, 0), "length": 0, "crawford": 0, "jacoby": 1, "beavers": 0}
        assert len(process.ask("evaluation", asked, 2.0, never)) == 6
        assert process.pid != stopped
    finally:
        process.close()


def test_a_question_that_nobody_waits_for_ends_at_once(gnubg: Engine) -> None:
    process = GnubgProcess(lambda: gnubg)
    grandmaster = GnubgOpponent(LEVELS["grandmaster"], process)
    try:
        began, asked = time.monotonic(), iter([False] * 5)
        situation = GameSituation(START, Side.LIGHT, Side.LIGHT, rules=MONEY)
        with pytest.raises(OpponentStopped):
            grandmaster.plays(situation, (4, 4), lambda: next(asked, True))
        assert time.monotonic() - began < 60.0
        assert opening_play(process)
    finally:
        process.close()


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


ASKED = "for line in sys.stdin: say(number=json.loads(line)['number'], "
SAYS = "say = lambda **k: print('\\x1ebookgammon ' + json.dumps(k), flush=True)\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a script is no program there")
@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("print('unknown option -p'); sys.exit(1)", "unknown option -p"),
        ("time.sleep(60)", "no longer answers"),
        (
            SAYS + "say(number=0)\n" + ASKED + "answer=7)",
            "does not know",
        ),
        (
            SAYS + "say(number=0)\n" + ASKED + "error='No hint')",
            "No hint",
        ),
        (SAYS + "say(number=0); sys.stdin.readline(); print('Segmentation fault')", "Segmentation fault"),
    ],
    ids=["no python", "hung", "another answer", "another version", "crash"],
)
def test_every_trouble_is_one_sentence(body: str, sentence: str, fake: MakeEngine) -> None:
    engine = fake(body)
    process = GnubgProcess(lambda: engine, start_s=0.5 if sentence == "no longer answers" else 180.0)
    try:
        with pytest.raises(OpponentError, match=sentence) as error:
            opening_play(process)
        assert str(error.value).count(". ") == 0
    finally:
        process.close()
    assert process.pid is None


def test_a_missing_engine_and_a_full_disk_are_one_sentence(monkeypatch: pytest.MonkeyPatch, gnubg: Engine) -> None:
    def missing() -> Engine:
        raise EngineMissingError("GNU Backgammon is not installed here.")

    with pytest.raises(OpponentError, match="not installed"):
        opening_play(GnubgProcess(missing))
    monkeypatch.setattr("tempfile.mkdtemp", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OpponentError, match="No space left"):
        opening_play(GnubgProcess(lambda: gnubg))
