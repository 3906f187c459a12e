"""Records: what is in the journal leaves it as other programs read it."""

from __future__ import annotations

from pathlib import Path

from arbiter.match.events import GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.notation import find_play
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.history.journal import Journal
from tests.commands.program import run, sentence


def journal_with_one_play(folder: Path) -> None:
    after = find_play("8/5 6/5", START, Side.LIGHT, (3, 1)).result
    with Journal(folder / "journal.sqlite") as journal:
        match = journal.begin("2026-02-03T20:15:00+00:00", "camera 0")
        roll = RollSeen(9, 0.9, Side.LIGHT, (3, 1))
        play = PlayMade(19, 1.9, Side.LIGHT, (3, 1), "8/5 6/5", after)
        journal.append(match, [MatchStarted(0, 0.0, Rules(length=7)), GameStarted(0, 0.0, START), roll, play])


def test_a_match_of_the_journal_becomes_a_mat_file_and_comes_back(tmp_path: Path) -> None:
    journal_with_one_play(tmp_path)
    out = tmp_path / "evening.mat"
    assert run("export", "last", "--format", "mat", "--out", out, "--data", tmp_path).returncode == 0
    text = out.read_text()
    assert " 7 point match" in text
    assert "  1) 31: 8/5 6/5" in text
    assert '"2026.02.03"' in text
    lines = run("export", out, "--format", "xgid").stdout
    assert "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:" in lines
    assert run("export", 1, "--data", tmp_path).stdout == run("export", "last", "--data", tmp_path).stdout


def test_a_match_that_is_not_there(tmp_path: Path) -> None:
    journal_with_one_play(tmp_path)
    assert "has no match 2" in sentence(run("export", 2, "--data", tmp_path))
    assert "no record file" in sentence(run("export", tmp_path / "nowhere.mat"))
    assert "No match has been played yet" in sentence(run("export", "last", "--data", tmp_path / "other"))
