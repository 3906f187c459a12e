"""A chouette told to the referee: what happens on the board moves it on."""

from __future__ import annotations

import pytest

from arbiter.match.answers import answer
from arbiter.match.commands import (
    Accept,
    AnswerAsTeam,
    Beaver,
    Command,
    CommandError,
    Double,
    Drop,
    FoundChouette,
    Join,
    Leave,
    NamePlayers,
    NewGame,
    NewMatch,
    Resign,
    Take,
    Undo,
)
from arbiter.match.record import record_of
from arbiter.rules import Rules
from tests.arbiter_referee.stage import DARK, LIGHT
from tests.arbiter_referee.test_match_forms import ROLLS, Evening


def founded(rules: Rules | None = None) -> Evening:
    """Bob in the box with light, Dan captain, Cyd and Ann behind; no game yet."""
    evening = Evening(rules or Rules(length=0))
    assert evening.tell(FoundChouette(ROLLS))
    return evening


def balances(evening: Evening) -> dict[str, int]:
    assert evening.state.chouette
    return dict(evening.state.chouette.ledger.entries)


def told(evening: Evening, *commands: Command) -> Evening:
    for command in commands:
        assert evening.tell(command), command
    return evening


def test_box_and_captain_sit_at_the_board() -> None:
    """R65 to R67."""
    evening = founded()
    assert evening.state.names == ("Bob", "Dan")
    assert not evening.tell(NamePlayers(("Ann", "Bo")))


def test_the_box_doubles_and_each_answers_alone() -> None:
    """R71: Dan drops and pays at once, Cyd is captain of those who take."""
    evening = told(founded(), NewGame(player=LIGHT), Double(), AnswerAsTeam(("Ann", "Cyd")))
    assert (evening.state.cube.value, evening.state.cube.owner) == (2, DARK)
    assert evening.state.names == ("Bob", "Cyd")
    assert balances(evening) == {"Ann": 0, "Bob": 1, "Cyd": 0, "Dan": -1}
    told(evening, Resign(LIGHT, "gammon"), Accept())
    assert balances(evening) == {"Ann": 4, "Bob": -7, "Cyd": 4, "Dan": -1}
    assert evening.state.chouette
    assert (evening.state.chouette.box, evening.state.chouette.line) == ("Cyd", ("Ann", "Dan", "Bob"))
    assert evening.state.names == ("Ann", "Cyd")  # Cyd stays where they sat


def test_the_whole_answer_of_a_team_is_undone_as_one() -> None:
    evening = told(founded(), NewGame(player=LIGHT), Double())
    waiting = evening.state
    told(evening, AnswerAsTeam(("Ann",)), Undo())
    assert evening.state == waiting
    told(evening, Drop())
    assert balances(evening) == {"Ann": -1, "Bob": 3, "Cyd": -1, "Dan": -1}


def test_the_team_doubles_as_one_and_the_box_answers() -> None:
    """R70."""
    evening = told(founded(), NewGame(player=DARK), Double())
    assert not evening.tell(AnswerAsTeam(("Ann",)))
    told(evening, Take(), Resign(DARK), Accept())
    assert balances(evening) == {"Ann": -2, "Bob": 6, "Cyd": -2, "Dan": -2}
    assert evening.state.names == ("Bob", "Cyd")


def test_people_come_and_go_between_games() -> None:
    evening = told(founded(), Join("Eve"), Leave("Bob"))
    assert evening.state.chouette
    assert evening.state.chouette.players == ("Dan", "Cyd", "Ann", "Eve")
    assert evening.state.names == ("Cyd", "Dan")
    told(evening, NewGame(player=LIGHT))
    assert not evening.tell(Join("Fay"))
    assert not evening.tell(Leave("Ann"))


def test_nobody_beavers_in_a_chouette() -> None:
    evening = told(founded(Rules(length=0, beavers=True)), NewGame(player=LIGHT), Double())
    assert not evening.tell(Beaver())


@pytest.mark.parametrize("rules", [Rules(length=5), Rules(length=0)])
def test_a_chouette_is_for_money_and_needs_no_tie(rules: Rules) -> None:
    rolls = ROLLS if rules.length else (*ROLLS, ("Eve", 2))
    assert not Evening(rules).tell(FoundChouette(rolls))


def test_a_chouette_begins_with_its_session_in_one_moment() -> None:
    evening = told(Evening(Rules(length=5)), NewMatch(Rules(length=0), rolls=ROLLS, box=DARK))
    assert [event.name for event in evening.events] == ["match", "match", "chouette"]
    assert evening.state.names == ("Dan", "Bob")
    assert not evening.tell(NewMatch(Rules(length=3), rolls=ROLLS))
    assert not evening.tell(NewMatch(Rules(length=0), rolls=(*ROLLS, ("Eve", 2))))


def test_a_game_begun_before_the_chouette_was_founded_is_its_first() -> None:
    """R71, R72: the starting position lay there while names and dice were entered."""
    evening = told(Evening(Rules(length=0)), NewGame(player=LIGHT), FoundChouette(ROLLS), Double())
    assert evening.state.chouette
    assert evening.state.chouette.game
    assert evening.state.chouette.game.playing == ("Dan", "Cyd", "Ann")
    told(evening, Drop())
    assert balances(evening) == {"Ann": -1, "Bob": 3, "Cyd": -1, "Dan": -1}


def test_the_record_names_the_players_of_each_game() -> None:
    evening = told(founded(), NewGame(player=LIGHT), Resign(LIGHT), Accept(), NewGame(player=LIGHT))
    assert record_of(evening.events).header.comment == (
        "Game 1: Bob in the box (light) against Dan, with Cyd and Ann.\n"
        "Game 2: Dan in the box (dark) against Cyd, with Ann and Bob."
    )


def test_what_is_no_chouette_refuses_its_commands() -> None:
    with pytest.raises(CommandError, match="no chouette"):
        answer(Evening(Rules(length=0)).state, Join("Ann"), 0, 0.0)
