"""`play --against`: a script begins a match against the computer."""

from __future__ import annotations

import argparse

import pytest

from arbiter.match.events import MatchStarted
from arbiter.match.opponent import OpponentSeat
from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.commands import play
from bookgammon.errors import UsageError
from bookgammon.setup.agreement import Agreement, Answer
from bookgammon.terminal.match_options import rules_from


def test_a_script_begins_against_the_computer() -> None:
    agreed = asked("--against", "world class", "--names", "Ada", "--length", "3", "--coach").agreement
    seat = OpponentSeat(Side.DARK, "gnubg", "world class")
    assert agreed == Agreement(Rules(length=3, coach=True), ("Ada", seat.name), opponent=seat)
    other = asked("--against", "expert", "--its-side", "light", "--its-dice", "program", "--go-on")
    assert other.go_on
    assert other.agreement
    assert other.agreement.opponent == OpponentSeat(Side.LIGHT, "gnubg", "expert", "program")
    assert other.agreement.names == ("GNU Backgammon (expert)", "Dark")
    (begun,) = other.agreement.settles([MatchStarted(0, 0.0, Rules())])
    assert isinstance(begun, MatchStarted)
    assert begun.opponent == other.agreement.opponent
    with pytest.raises(UsageError, match="one name"):
        asked("--against", "expert", "--names", "Ada,Ben")


def asked(*words: str) -> Answer:
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    args = parser.parse_args(words)
    return play.answer_of(args, rules_from(args))
