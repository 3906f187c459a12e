"""The tournament clock over a restart: the time that a match was followed goes on where it stopped.

Killing the real program is `python -m lab.campaigns.kill clock`, a sample in tests/history/test_kill.py.
"""

from __future__ import annotations

import json
from pathlib import Path

from arbiter.match.clock import advanced, after_all
from arbiter.match.events import Event, GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.table.match_clock import ClockKeeper, clock_taken_up
from bookgammon.table.table import FrameTime, TableUpdate
from bookgammon.workers.worker import Workers

RULES = Rules(length=5, clock="delay")
BEGUN: list[Event] = [
    MatchStarted(0, 0.0, RULES),
    GameStarted(0, 0.0, START),
    RollSeen(1, 1.0, Side.LIGHT, (3, 1)),
]




def followed(path: Path, *times: float) -> None:
    """The match is followed at these times, without an event, and its clock kept at `path`."""
    keeper, state, clock = ClockKeeper(BEGUN, path), fold(BEGUN), after_all(None, MatchState(), BEGUN)
    for number, time in enumerate(times):
        clock = advanced(clock, state, time) if clock else None
        keeper.on_update(TableUpdate(state, FrameTime(number, time), (), None, clock=clock))


def test_time_thought_since_the_last_event_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "clock.json"
    followed(path, *(1.0 + frame / 10 for frame in range(400)))
    again = clock_taken_up(BEGUN, path)
    assert again
    assert 40.9 - 0.2 <= again.at <= 40.9
    assert again.bank[0] == 600 - (again.at - 1.0 - 12)


def test_events_that_came_after_the_file_was_written_count_from_their_own_time(tmp_path: Path) -> None:
    path = tmp_path / "clock.json"
    followed(path, 20.0)
    play = PlayMade(9, 30.0, Side.LIGHT, (3, 1), "8/5 6/5", START)
    again = clock_taken_up([*BEGUN, play], path)
    assert again
    assert again.at == 30.0


def test_the_file_of_another_match_is_not_taken_for_this_ones(tmp_path: Path) -> None:
    path = tmp_path / "clock.json"
    followed(path, 500.0)
    other = clock_taken_up([*BEGUN[:2], RollSeen(7, 6.0, Side.DARK, (6, 5))], path)
    assert other
    assert other.at == 6.0


def test_torn_or_foreign_file_is_no_harm(tmp_path: Path) -> None:
    events: list[Event] = [MatchStarted(0, 0.0, RULES)]
    path = tmp_path / "clock.json"
    for text in ("", "{", "[]", '{"last": 1}', '{"last": "", "followed": "x"}', '{"followed": []}'):
        path.write_text(text)
        clock = clock_taken_up(events, path)
        assert clock
        assert clock.bank == (600, 600)


def test_without_an_agreed_clock_there_is_none_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "clock.json"
    begun = [MatchStarted(0, 0.0, Rules(length=5))]
    assert clock_taken_up(begun, path) is None
    with ClockKeeper(begun, path) as keeper:
        keeper.on_update(TableUpdate(fold(begun), FrameTime(1, 5.0), (), None))
    assert not path.exists()


def test_the_newest_time_is_written_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "clock.json"
    clock = after_all(None, MatchState(), BEGUN)
    assert clock
    with ClockKeeper(BEGUN, path, Workers()) as keeper:
        for time in (9.0, 9.05):
            update = TableUpdate(fold(BEGUN), FrameTime(1, time), (), None, clock=advanced(clock, fold(BEGUN), time))
            keeper.on_update(update)
    assert json.loads(path.read_text())["followed"] == 9.05
