"""Somebody makes the play of an opponent who is not at the table: what lies otherwise is pointed out at once."""

from __future__ import annotations

from arbiter.match.commands import CorrectDice, IntendPlay, OpponentDecided
from arbiter.match.events import GameStarted, MatchStarted, Misplaced
from arbiter.match.opponent import OpponentSeat
from arbiter.notation import find_play
from arbiter.position import Position
from arbiter.referee.evidence import PlaceEvidence
from arbiter.rules import Rules
from tests.arbiter_referee.stage import DARK, FPS, LIGHT, Stage

UNSURE = 2.5
BEARING_OFF = Position((11, 0, 4, *[0] * 23), (7, 3, 3, 1, 1, *[0] * 21))
SEAT = OpponentSeat(DARK, "gnubg", "beginner", "program")


def its_play(dice: tuple[int, int], text: str) -> Stage:
    """It bears off, and means to play that."""
    begun = [MatchStarted(0, 0.0, Rules(), ("Person", "GNU"), (0, 0), SEAT), GameStarted(0, 0.0, BEARING_OFF, DARK)]
    stage = Stage(position=BEARING_OFF, player=LIGHT, more=begun).rest()
    its = find_play(text, BEARING_OFF, DARK, dice).result
    words: tuple[CorrectDice | IntendPlay, ...] = (CorrectDice(dice, DARK), IntendPlay(dice, its))
    for word in words:
        decided = OpponentDecided(stage.state.actions, word)
        stage.events += stage.referee.handle(decided, stage.frame, stage.frame / FPS)
    return stage


def test_more_checkers_borne_off_than_it_means_to_are_pointed_out() -> None:
    stage = its_play((2, 1), "4/2 3/2")
    other = find_play("2/off 1/off", BEARING_OFF, DARK, (2, 1)).result
    # the camera sees two checkers each on its ace and deuce points, but does not say so for sure
    stage.misread = {place: PlaceEvidence(((0, 2, 0.0), (0, 3, -UNSURE), (0, 1, -UNSURE))) for place in (22, 23)}
    stage.put(other)
    assert stage.said[-1] == "misplaced"
    said = stage.events[-1]
    assert isinstance(said, Misplaced)
    assert said.position == other


def test_its_own_bearing_off_is_its_play() -> None:
    stage = its_play((5, 2), "4/off 2/off")
    stage.put(find_play("4/off 2/off", BEARING_OFF, DARK, (5, 2)).result)
    assert stage.said[-1] == "play"
