"""Matches against the real GNU Backgammon at the simulated table; the whole is `python -m
lab.campaigns.opponent_matches`."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.match.events import PlayMade
from arbiter.match.opponent import DiceOf, OpponentSeat
from arbiter.match.undo import standing
from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.gnubg_opponent import ENGINE
from lab.campaigns.opponent_matches import match
from tests.plugins.gnubg.opponent.at_table import AtTable, false_warnings


@pytest.mark.parametrize("seed", [4200, 4201])
def test_a_match_is_recorded_as_it_was_played(seed: int, gnubg: Engine, tmp_path: Path) -> None:
    one, faults = match(tmp_path / "journal.sqlite", seed, length=1, level="expert")
    assert faults == []
    assert max(one.state.score) >= 1


@pytest.mark.parametrize("dice", ["thrown", "program"])
def test_after_a_play_is_taken_back_every_roll_comes_again(dice: DiceOf, gnubg: Engine, tmp_path: Path) -> None:
    seat = OpponentSeat(Side.DARK, ENGINE, "expert", dice)
    one = AtTable(tmp_path / "journal.sqlite", 7, seat, Rules(length=1), wrongly=0.0, takes_back=0.3)
    one.follow()
    events = one.journal.events(one.session.match)
    one.journal.close()
    assert len(one.regretted) > 2
    assert all(side is Side.DARK for _, ((side, _), *_) in one.regretted)
    assert [rolled for rolled, _ in one.regretted] == [kept[-1][1] for _, kept in one.regretted]
    played = [(event.player, event.position) for event in standing(events) if isinstance(event, PlayMade)]
    assert played == one.played.turns
    assert false_warnings(events, one.played) == []
