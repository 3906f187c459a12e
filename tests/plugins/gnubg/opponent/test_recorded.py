"""The demo's game against the computer: its recording followed by the program itself, where no engine is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import START, Side
from bookgammon.errors import OpponentError
from bookgammon.opponent.protocol import GameSituation, RecordedOpponent
from bookgammon.table.demo_recording import AGAINST, load_recording
from tests.commands.program import environment
from tests.plugins.gnubg.opponent.self_play import never

GAME: tuple[tuple[str, Dice, str], ...] = (
    ("light", (6, 3), "24/18 13/10"),
    ("dark", (1, 3), "8/5 6/5"),
    ("light", (4, 3), "18/11"),
    ("dark", (6, 5), "24/18 13/8"),
    ("light", (6, 5), "11/5 10/5"),
    ("dark", (4, 1), "18/13"),
    ("light", (5, 6), "24/13"),
)
"""As `python -m lab.simulator.against` wrote the script of the shipped recording."""
_WITHOUT_ENGINE = """
import runpy
from bookgammon.plugins.gnubg.analysis import engine
engine.PLACES = ()
runpy.run_module("bookgammon", run_name="__main__", alter_sys=True)
"""
BLAMES = {"illegal", "bad_roll", "out_of_step", "stood", "corrected", "undo", "revise"}


def test_its_recording_is_as_it_is_described_and_small() -> None:
    recording = load_recording(AGAINST)
    (clip,) = recording.clips
    capture = cv2.VideoCapture(str(clip.path))
    assert int(capture.get(cv2.CAP_PROP_FRAME_COUNT)) == clip.frames
    assert sum(path.stat().st_size for path in AGAINST.iterdir()) < 3_000_000
    decided = recording.opponent
    assert decided
    its = [(sorted(dice), play) for side, dice, play in GAME if Side(side) is decided.seat.side]
    assert [(sorted(dice), play) for dice, play in decided.plays] == its


def test_the_program_follows_it_without_an_engine(tmp_path: Path) -> None:
    """Every roll, play and cube action, the one play that is first made wrongly, and nothing else."""
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_ENGINE, "demo", "--against", "--fast", "--json", "--data", str(tmp_path)],
        capture_output=True, text=True, timeout=900, check=False, env={**environment(), "PATH": os.defpath},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    played = [(event["player"], sorted(event["dice"]), event["play"]) for event in events if event["event"] == "play"]
    assert played == [(side, sorted(dice), play) for side, dice, play in GAME]
    names = [event["event"] for event in events]
    assert not BLAMES & set(names)
    assert (names.count("misplaced"), names.count("double"), names.count("take")) == (1, 1, 1)
    assert names.count("intended_play") == sum(side == "dark" for side, _, _ in GAME)


def test_each_of_its_plays_is_for_the_position_it_is_legal_in() -> None:
    recorded = RecordedOpponent((((3, 1), "24/23 13/10"), ((3, 1), "8/5 6/5")), "take")
    at = GameSituation(START, Side.LIGHT, Side.LIGHT)
    assert recorded.plays(at, (1, 3), never) == find_play("24/23 13/10", START, Side.LIGHT, (3, 1))
    later = find_play("24/21 24/23", START, Side.LIGHT, (3, 1)).result
    second = recorded.plays(GameSituation(later, Side.LIGHT, Side.LIGHT), (3, 1), never)
    assert second == find_play("8/5 6/5", later, Side.LIGHT, (3, 1))
    with pytest.raises(OpponentError, match="no play of the computer"):
        recorded.plays(at, (6, 5), never)
