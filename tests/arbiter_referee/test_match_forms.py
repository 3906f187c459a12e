"""Random games with random decisions in every match form, told to the referee."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.match.commands import (
    Accept,
    AnswerAsTeam,
    Beaver,
    Command,
    CommandError,
    CorrectDice,
    CorrectScore,
    Double,
    Drop,
    FoundChouette,
    Join,
    Leave,
    NewGame,
    Refuse,
    Resign,
    Take,
    Undo,
)
from arbiter.match.events import Event, GameOver, MatchStarted, PlayMade
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import standing
from arbiter.notation import format_play
from arbiter.plays import legal_plays
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from tests.arbiter_referee.strategies import dice

AT = (0, 0.0)
PEOPLE = ("Ann", "Bob", "Cyd", "Dan", "Eve")
ROLLS = tuple(zip(PEOPLE[:4], (2, 6, 4, 5), strict=True))
KINDS = st.sampled_from(["single", "gammon", "backgammon"])

FORMS = {
    "match": (Rules(length=5), []),
    "match to one": (Rules(length=1), []),
    "no Crawford, backgammons double": (Rules(length=7, crawford=False, backgammon_counts=2), []),
    "money": (Rules(length=0), []),
    "beavers, automatic doubles, a limit": (
        Rules(length=0, beavers=True, automatic_doubles=2, cube_limit=64, jacoby=False), [],
    ),
    "chouette": (Rules(length=0), [FoundChouette(ROLLS)]),
    "chouette, box dark": (Rules(length=0, automatic_doubles=1, beavers=True), [FoundChouette(ROLLS, Side.DARK)]),
}  # fmt: skip

commands: st.SearchStrategy[Command] = st.one_of(
    st.just(Double()),
    st.sampled_from([Take(), Drop(), Beaver(), Accept(), Refuse(), Undo()]),
    st.builds(Resign, st.sampled_from(Side), KINDS),
    st.builds(NewGame, player=st.none() | st.sampled_from(Side)),
    st.builds(CorrectScore, st.tuples(st.integers(0, 6), st.integers(0, 6))),
    st.builds(Join, st.sampled_from(PEOPLE)),
    st.builds(Leave, st.sampled_from(PEOPLE)),
    st.builds(AnswerAsTeam, st.lists(st.sampled_from(PEOPLE), max_size=3, unique=True).map(tuple)),
)


class Evening:
    """Every event of one match; each command meets a referee who knows nothing but the state."""

    def __init__(self, rules: Rules) -> None:
        self.events: list[Event] = [MatchStarted(*AT, rules)]
        self.state: MatchState = fold(self.events)

    def tell(self, command: Command) -> bool:
        """Whether it could be done."""
        referee = Referee(self.state, Seats(Side.LIGHT))
        try:
            self.events += referee.handle(command, *AT)
        except CommandError:
            assert referee.state == self.state
            return False
        self.state = referee.state
        return True

    def play(self, data: st.DataObject) -> None:
        """A roll and one of its plays, and what follows from it."""
        mover = None if self.state.player else data.draw(st.sampled_from(Side))
        if not self.tell(CorrectDice(data.draw(dice), mover)) or self.state.phase is not Phase.MOVING:
            return
        assert self.state.player
        assert self.state.dice
        plays = legal_plays(self.state.position, self.state.player, self.state.dice)
        play = plays[data.draw(st.integers(0, len(plays) - 1))]
        made = PlayMade(*AT, self.state.player, self.state.dice, format_play(play), play.result)
        self.events.append(made)
        referee = Referee(fold([made], self.state), Seats(Side.LIGHT))
        self.events += referee.observe(Evidence(0, 0.0, still=False, hand=True))
        self.state = referee.state


@pytest.mark.parametrize("form", FORMS)
def test_every_match_form_holds_together(form: str) -> None:
    rules, opening = FORMS[form]

    @settings(deadline=None, derandomize=True, max_examples=10)
    @given(st.data())
    def evening(data: st.DataObject) -> None:
        match = Evening(rules)
        for command in opening:
            assert match.tell(command)
        for _ in range(data.draw(st.integers(5, 30))):
            if match.state.phase in (Phase.TO_ROLL, Phase.MOVING) and data.draw(st.integers(0, 2)):
                match.play(data)
            else:
                match.tell(data.draw(commands))
            _holds_now(match.state)
        _holds_together(match)

    evening()


def _holds_now(state: MatchState) -> None:
    assert state.position.faults() == ()
    if state.chouette:
        assert sum(points for _, points in state.chouette.ledger.entries) == 0
        assert len(set(state.chouette.players)) == len(state.chouette.players) >= 2
        playing = state.phase not in (Phase.SETTING_UP, Phase.GAME_OVER)
        assert (state.chouette.game is not None) == playing
        if state.chouette.game:
            assert state.chouette.game.cube == state.cube.value


def _holds_together(match: Evening) -> None:
    assert match.state == fold(match.events)
    counted = standing(match.events)
    assert fold(counted).score == match.state.score
    won = [(event.winner, event.points) for event in counted if isinstance(event, GameOver)]
    assert sum(game.result is not None for game in record_of(match.events).games) <= len(won)
