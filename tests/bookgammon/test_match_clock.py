"""The tournament clock survives being killed: little time is lost or gained."""

from __future__ import annotations

import random
from pathlib import Path

from arbiter.match.events import Event, GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.match.state import MatchState, apply
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.match_clock import MatchClock

STEP = 1 / 15
"""Seconds from frame to frame."""
PLAYS, KILLS = 60, 20
MOST_A_KILL = 0.5


def evening(path: Path, kills: set[int]) -> tuple[float, float]:
    """The banks after a match of 60 plays, killed after these frames. The time thought is the same in each."""
    chance = random.Random(4)
    events: list[Event] = [MatchStarted(0, 0.0, Rules(length=7, clock="delay")), GameStarted(0, 0.0, START)]
    state = MatchState()
    for event in events:
        state = apply(state, event)
    clock, frame, time = MatchClock(events, path), 0, 0.0
    for play in range(PLAYS):
        player = (Side.LIGHT, Side.DARK)[play % 2]
        thought = round(chance.uniform(2, 40) / STEP)
        for step in range(thought):
            frame, time = frame + 1, time + STEP
            new: list[Event] = []
            if step == 20:
                new = [RollSeen(frame, time, player, (3, 1))]
            if step == thought - 1:
                new = [PlayMade(frame, time, player, (3, 1), "8/5 6/5", START)]
            events += new
            for event in new:
                state = apply(state, event)
            clock.see(new, state, time)
            if frame in kills:
                time = events[-1].time  # after a kill the time goes on from the last event
                clock = MatchClock(events, path)
    assert clock.current
    return clock.current.bank


def test_twenty_kills_cost_and_give_at_most_half_a_second_each(tmp_path: Path) -> None:
    whole = evening(tmp_path / "whole.json", set())
    kills = set(random.Random(5).sample(range(100, 15000), KILLS))
    killed = evening(tmp_path / "killed.json", kills)
    assert sum(whole) < 2 * 840 - 300  # so much was thought that it matters
    for one, other in zip(whole, killed, strict=True):
        assert abs(one - other) <= KILLS * MOST_A_KILL


def test_torn_or_foreign_file_is_no_harm(tmp_path: Path) -> None:
    events: list[Event] = [MatchStarted(0, 0.0, Rules(length=5, clock="delay"))]
    path = tmp_path / "clock.json"
    for text in ("", "{", "[]", '{"events": 1}', '{"events": 1, "bank": [1], "turn": [0, 0, false], "runner": "x"}'):
        path.write_text(text)
        clock = MatchClock(events, path).current
        assert clock
        assert clock.bank == (600, 600)


def test_without_an_agreed_clock_there_is_none(tmp_path: Path) -> None:
    clock = MatchClock([MatchStarted(0, 0.0, Rules(length=5))], tmp_path / "clock.json")
    clock.see([], MatchState(), 5.0)
    assert clock.current is None
    assert not (tmp_path / "clock.json").exists()
