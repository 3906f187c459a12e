"""The tournament clock over a restart: the time that a match was followed goes on where it stopped.

Killing the real program is `python -m tests.history.kill_clock`, a sample in tests/history/test_kill.py.
"""

from __future__ import annotations

import json
from pathlib import Path

from arbiter.match.commands import RunOut
from arbiter.match.events import Event, GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.table.match_clock import MatchClock

RULES = Rules(length=5, clock="delay")
BEGUN: list[Event] = [
    MatchStarted(0, 0.0, RULES),
    GameStarted(0, 0.0, START),
    RollSeen(1, 1.0, Side.LIGHT, (3, 1)),
]


def test_time_thought_since_the_last_event_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "clock.json"
    clock = MatchClock(BEGUN, path)
    for frame in range(400):
        clock.observe((), 1.0 + frame / 10)
    again = MatchClock(BEGUN, path)
    assert 40.9 - 0.2 <= again.followed <= 40.9
    assert again.current
    assert again.current.bank[0] == 600 - (again.followed - 1.0 - 12)


def test_events_that_came_after_the_file_was_written_count_from_their_own_time(tmp_path: Path) -> None:
    path = tmp_path / "clock.json"
    MatchClock(BEGUN, path).observe((), 20.0)
    play = PlayMade(9, 30.0, Side.LIGHT, (3, 1), "8/5 6/5", START)
    again = MatchClock([*BEGUN, play], path)
    assert again.followed == 30.0


def test_the_file_of_another_match_is_not_taken_for_this_ones(tmp_path: Path) -> None:
    path = tmp_path / "clock.json"
    MatchClock(BEGUN, path).observe((), 500.0)
    other = MatchClock([*BEGUN[:2], RollSeen(7, 6.0, Side.DARK, (6, 5))], path)
    assert other.followed == 6.0


def test_torn_or_foreign_file_is_no_harm(tmp_path: Path) -> None:
    events: list[Event] = [MatchStarted(0, 0.0, RULES)]
    path = tmp_path / "clock.json"
    for text in ("", "{", "[]", '{"events": 1}', '{"events": 1, "last": "", "followed": "x"}', '{"followed": []}'):
        path.write_text(text)
        clock = MatchClock(events, path).current
        assert clock
        assert clock.bank == (600, 600)


def test_without_an_agreed_clock_there_is_none(tmp_path: Path) -> None:
    clock = MatchClock([MatchStarted(0, 0.0, Rules(length=5))], tmp_path / "clock.json")
    clock.observe([], 5.0)
    assert (clock.current, clock.run_out(), clock.followed) == (None, None, 0.0)
    assert not (tmp_path / "clock.json").exists()


def test_one_of_several_that_follow_a_match_writes(tmp_path: Path) -> None:
    path = tmp_path / "clock.json"
    MatchClock(BEGUN, path, keep=False).observe((), 9.0)
    assert not path.exists()
    MatchClock(BEGUN, path).observe((), 9.0)
    assert json.loads(path.read_text())["followed"] == 9.0


def test_used_up_time_is_said_once_it_costs_something() -> None:
    lost = [MatchStarted(0, 0.0, Rules(length=1, clock="delay", bank=10, time_out="match")), *BEGUN[1:]]
    clock = MatchClock(lost)
    clock.observe((), 22.9)
    assert clock.run_out() is None
    clock.observe((), 23.1)
    assert clock.run_out() == RunOut(Side.LIGHT, 1)
