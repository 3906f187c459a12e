"""Agreements and procedure, told by people alone: cube, stakes, match forms, resignation, correction."""

from __future__ import annotations

from typing import Literal

import pytest

from arbiter.match.commands import (
    Accept,
    Beaver,
    Command,
    CommandError,
    CorrectDice,
    CorrectPosition,
    Double,
    Drop,
    LetStand,
    NewGame,
    Refuse,
    Resign,
    Take,
    Undo,
)
from arbiter.match.cube_answers import after_tie
from arbiter.match.events import Event, GameStarted, IllegalPlay, MatchOver, MatchStarted, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import Cube, MatchState, Phase
from arbiter.position import START, Position, Side, row_of
from arbiter.records import CubeTurned, Result, write_text
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.scoring import Kind
from arbiter.seats import Home, Seats

LIGHT, DARK = Side.LIGHT, Side.DARK
MONEY = Rules(length=0)
AT = (0, 0.0)
SHORT = START.with_row(LIGHT, row_of(((24, 2), (13, 5), (8, 2), (6, 5), (5, 1))))
"""8/5 alone, as a play of 3-1 stops short."""
WHOLE = SHORT.with_row(LIGHT, row_of(((24, 2), (13, 5), (8, 2), (6, 4), (5, 2))))
KINDS: tuple[Kind, ...] = ("single", "gammon", "backgammon")


class Table:
    """A match where people enter everything; `events` keeps what followed."""

    def __init__(self, rules: Rules, *more: Event, score: tuple[int, int] = (0, 0)) -> None:
        self.events: list[Event] = [MatchStarted(*AT, rules, score=score), *more]
        self._referee = Referee(fold(self.events), Seats(LIGHT))

    @property
    def state(self) -> MatchState:
        return self._referee.state

    def tell(self, *commands: Command) -> Table:
        for command in commands:
            self.events += self._referee.handle(command, *AT)
        return self

    def refuses(self, command: Command, why: str) -> None:
        before = self.state
        with pytest.raises(CommandError, match=why) as caught:
            self.tell(command)
        assert str(caught.value).endswith(".")
        assert self.state == before


def on_roll(rules: Rules, cube: int = 1, owner: Side | None = None, crawford: bool = False) -> Table:
    """Light may double or roll."""
    return Table(rules, GameStarted(*AT, START, LIGHT, cube, owner, crawford))


def wrong(rules: Rules) -> Table:
    """Light has played 3-1 as 8/5 alone and lifted the dice."""
    warning = IllegalPlay(*AT, LIGHT, (3, 1), ("R18",), "Both numbers can be played.", SHORT, False)
    return Table(rules, GameStarted(*AT, START), RollSeen(*AT, LIGHT, (3, 1)), warning)


# ------------------------------------------------------------------ set-up and opening


@pytest.mark.parametrize("near", Side)
@pytest.mark.parametrize("home", ["left", "right"])
def test_both_set_ups_are_the_same_position(near: Side, home: Home) -> None:
    """R4, R5: the near player's own 24 points run from their home along the lower row and back along the upper."""
    bottom, top = [0] * 12, [0] * 12
    for place, row in ((13, top), (8, bottom), (6, bottom), (24, top)):
        column = place - 1 if row is bottom else 24 - place
        row[column if home == "left" else 11 - column] += START.row(near)[place]
    seen = Seats(near, home).light_points(top, bottom)
    own = START.light[1:25] if near is LIGHT else START.dark[24:0:-1]
    assert seen == own


def test_equal_opening_dice_are_no_first_turn() -> None:
    """R8, R9."""
    table = Table(Rules(), GameStarted(*AT, START))
    table.refuses(CorrectDice((4, 4), LIGHT), "R9")
    assert table.tell(CorrectDice((4, 3), LIGHT)).state.dice == (4, 3)


def test_a_double_later_in_the_game_is_no_tie() -> None:
    assert on_roll(Rules(automatic_doubles=1)).tell(CorrectDice((4, 4))).state.dice == (4, 4)


def test_ties_turn_the_cube_as_often_as_agreed() -> None:
    """R53."""
    table = Table(Rules(length=0, automatic_doubles=2), GameStarted(*AT, START))
    table.tell(CorrectDice((4, 4), LIGHT))
    assert (table.state.cube, table.state.phase, table.state.player) == (Cube(2), Phase.TO_ROLL, None)
    assert table.state.game == 1
    table.tell(CorrectDice((1, 1), DARK))
    assert table.state.cube == Cube(4)
    table.refuses(CorrectDice((6, 6), DARK), "R9")
    table.tell(CorrectDice((2, 1), DARK), NewGame(START, DARK, 4), Double(), Drop())
    assert table.state.score == (0, 4)


@pytest.mark.parametrize(
    "state",
    [
        Table(Rules(), GameStarted(*AT, START)).state,
        Table(Rules(automatic_doubles=1), GameStarted(*AT, START, crawford=True)).state,
        Table(Rules(automatic_doubles=3, cube_limit=1), GameStarted(*AT, START)).state,
        on_roll(Rules(automatic_doubles=1)).state,
    ],
    ids=["not agreed", "Crawford game", "limit of the cube", "game under way"],
)
def test_where_no_tie_turns_the_cube(state: MatchState) -> None:
    assert after_tie(state, *AT) is None


def test_an_automatic_double_is_in_the_record_and_is_no_double_for_jacoby() -> None:
    """R53, R54: the players have doubled only when one of them did."""
    table = Table(Rules(length=0, automatic_doubles=1), GameStarted(*AT, START))
    table.tell(CorrectDice((4, 4), LIGHT), CorrectDice((3, 1), LIGHT))
    played = PlayMade(*AT, LIGHT, (3, 1), "8/5 6/5", WHOLE)
    table = Table(table.state.rules, *table.events[1:], played).tell(Resign(DARK, "gammon"), Accept())
    (game,) = record_of(table.events).games
    assert (game.cube, game.owner, game.result and game.result.points) == (2, None, 2)
    assert table.state.score == (2, 0)


# ------------------------------------------------------------------ cube


def test_the_cube_goes_round_and_beyond_64_unless_limited() -> None:
    """R46, R49, R51."""
    on_roll(MONEY, 64, LIGHT).tell(Double(), Take())
    on_roll(Rules(length=0, cube_limit=64), 64, LIGHT).refuses(Double(), "R51")
    table = on_roll(Rules(length=0, cube_limit=64), 32, LIGHT).tell(Double(), Take())
    assert table.state.cube == Cube(64, DARK)
    table.refuses(Double(), "R46")


def test_only_one_double_at_a_time() -> None:
    """R47: what waits for an answer is neither doubled nor rolled over by a correction."""
    table = on_roll(MONEY).tell(Double())
    table.refuses(Double(), "R47")
    table.refuses(CorrectDice((3, 1)), "no roll to correct")


def test_nobody_doubles_before_the_opening_roll() -> None:
    Table(MONEY, GameStarted(*AT, START)).refuses(Double(), "R47")


@pytest.mark.parametrize(
    ("rules", "command", "why"),
    [
        (MONEY, NewGame(cube=3), "R45"),
        (MONEY, NewGame(cube=0), "R45"),
        (MONEY, NewGame(owner=LIGHT), "R45"),
        (Rules(length=0, cube_limit=4), NewGame(cube=8, owner=DARK), "R51"),
        (Rules(length=3), NewGame(cube=2), "R55"),
    ],
)
def test_a_game_is_not_taken_up_with_a_cube_that_cannot_lie_so(
    rules: Rules, command: NewGame, why: str
) -> None:
    Table(rules, score=(2, 0)).refuses(command, why)


BEAVERS = Rules(length=0, beavers=True)


def test_a_beaver_keeps_the_cube_and_the_doubler_goes_on() -> None:
    """R52: by a word or by rolling; then only the beaverer may turn the cube."""
    for go_on in ((Take(), CorrectDice((3, 1))), (Take(),)):
        table = on_roll(BEAVERS).tell(Double(), Beaver())
        assert table.state.beavered
        table.tell(*go_on)
        assert (table.state.cube, table.state.player, table.state.doubled) == (Cube(4, DARK), LIGHT, True)
    table.refuses(Double(), "R46")
    table.tell(Resign(DARK), Accept())
    (game,) = record_of(table.events).games
    told = [(each.side, each.verb, each.value) for each in game.actions if isinstance(each, CubeTurned)]
    assert told == [(LIGHT, "double", 2), (DARK, "beaver", 4), (LIGHT, "take", 4)]
    assert table.state.score == (4, 0)


@pytest.mark.parametrize(("who", "winner"), [(LIGHT, DARK), (DARK, LIGHT)])
def test_a_gammon_resigned_while_a_beaver_waits_counts_the_double_that_it_took(who: Side, winner: Side) -> None:
    """R52: doubled to 2 and beavered to 4; the double counts, the beaver that nobody answered does not."""
    table = on_roll(BEAVERS).tell(Double(), Beaver(), Resign(who, "gammon"), Accept())
    record = record_of(table.events)
    assert record.games[0].result == Result(winner, 4, "resign")
    assert "wins 4 points with a gammon" in write_text(record)


def test_a_beaver_that_is_dropped_costs_the_first_double() -> None:
    """R50, R52."""
    table = on_roll(BEAVERS).tell(Double(), Beaver(), Drop())
    assert table.state.score == (0, 2)
    assert record_of(table.events).games[0].result == Result(DARK, 2, "drop")


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        (MONEY, "R52"),
        (Rules(length=5, beavers=True), "R52"),
        (Rules(length=0, beavers=True, cube_limit=2), "R51"),
    ],
)
def test_where_nobody_may_beaver(rules: Rules, why: str) -> None:
    on_roll(rules).tell(Double()).refuses(Beaver(), why)


def test_only_the_doubled_player_may_beaver_and_only_at_once() -> None:
    on_roll(BEAVERS).refuses(Beaver(), "No double waits")
    on_roll(BEAVERS).tell(Double(), Beaver()).refuses(Beaver(), "R52")
    on_roll(BEAVERS).tell(Double(), Take()).refuses(Beaver(), "No double waits")


def test_a_match_to_one_point_has_no_cube_and_no_crawford_game() -> None:
    table = Table(Rules(length=1)).tell(NewGame(player=LIGHT))
    assert not table.state.crawford
    table.refuses(Double(), "R55")


# ------------------------------------------------------------------ what a game is worth


@pytest.mark.parametrize(
    ("rules", "doubled", "points"),
    [
        (MONEY, False, (1, 1, 1)),
        (MONEY, True, (2, 4, 6)),
        (Rules(length=0, jacoby=False), False, (1, 2, 3)),
        (Rules(length=15), False, (1, 2, 3)),
        (Rules(length=15, backgammon_counts=2), True, (2, 4, 4)),
    ],
    ids=["Jacoby, centred", "Jacoby, doubled", "no Jacoby", "match", "backgammon double"],
)
def test_resigning_at_each_value(rules: Rules, doubled: bool, points: tuple[int, int, int]) -> None:
    """R43, R44, R54."""
    for kind, worth in zip(KINDS, points, strict=True):
        table = on_roll(rules).tell(*((Double(), Take()) if doubled else ()))
        table.tell(Resign(LIGHT, kind), Accept())
        assert table.state.score == (0, worth)


def test_a_resignation_is_accepted_refused_or_overtaken_by_play() -> None:
    table = on_roll(MONEY).tell(Resign(LIGHT))
    assert (table.state.phase, table.state.resignation) == (Phase.TO_ROLL, table.events[-1])
    table.tell(Resign(LIGHT, "gammon"), Refuse())
    assert table.state.resignation is None
    table.refuses(Accept(), "Nobody has offered")
    table.tell(Resign(DARK), CorrectDice((3, 1)))
    table.refuses(Refuse(), "Nobody has offered")


def test_an_offer_to_resign_is_answered_before_the_cube() -> None:
    doubled = on_roll(MONEY).tell(Double())
    for table, commands in ((on_roll(MONEY), (Double(),)), (doubled, (Take(), Drop()))):
        table.tell(Resign(DARK))
        for command in commands:
            table.refuses(command, "An offer to resign waits for its answer")
    doubled.tell(Refuse(), Take())
    assert (doubled.state.resignation, doubled.state.cube.value) == (None, 2)


def test_nothing_to_resign_before_and_after_a_game() -> None:
    Table(MONEY).refuses(Resign(LIGHT), "No game is being played")
    on_roll(MONEY).tell(Resign(LIGHT), Accept()).refuses(Resign(DARK), "No game is being played")


def test_resigning_while_a_double_waits_costs_the_stake_before_it() -> None:
    """R50."""
    assert on_roll(MONEY, 2, LIGHT).tell(Double(), Resign(DARK), Accept()).state.score == (2, 0)


# ------------------------------------------------------------------ match forms


def test_crawford_and_after() -> None:
    """R55, R56: one game without the cube, then the cube again; the match ends at its length."""
    table = Table(Rules(length=3)).tell(NewGame(player=LIGHT), Double(), Take(), Resign(LIGHT), Accept())
    assert table.state.score == (0, 2)
    table.tell(NewGame(player=LIGHT)).refuses(Double(), "R55")
    table.tell(Resign(DARK), Accept(), NewGame(player=LIGHT))
    assert (table.state.crawford, table.state.crawford_played, table.state.score) == (False, True, (1, 2))
    table.tell(Double(), Drop())
    assert (table.state.score, table.state.phase) == ((2, 2), Phase.GAME_OVER)
    table.tell(NewGame(player=DARK))
    assert not table.state.crawford
    table.tell(Double(), Take(), Resign(DARK, "gammon"), Accept())
    assert table.events[-1] == MatchOver(*AT, LIGHT, (6, 2))
    table.refuses(NewGame(), "The match is over")


def test_without_crawford_the_cube_is_never_away() -> None:
    assert Table(Rules(length=3, crawford=False), score=(2, 0)).tell(NewGame(player=LIGHT), Double())


def test_a_money_session_runs_on() -> None:
    """R56: no end."""
    table = Table(MONEY)
    for loser, kind in zip((LIGHT, DARK, LIGHT), KINDS, strict=True):
        table.tell(NewGame(player=LIGHT), Double(), Take(), Resign(loser, kind), Accept())
    assert (table.state.score, table.state.game, table.state.phase) == ((4, 8), 3, Phase.GAME_OVER)


# ------------------------------------------------------------------ illegal plays


def test_the_opponent_may_let_it_stand() -> None:
    """R63, R64."""
    table = wrong(Rules()).tell(LetStand())
    assert (table.state.position, table.state.player, table.state.turns[-1].illegal) == (SHORT, DARK, True)


def test_by_agreement_no_illegal_play_stands() -> None:
    """R63: neither by a word nor by entering its board; a legal board puts it right."""
    table = wrong(Rules(must_be_legal=True))
    table.refuses(LetStand(), "R63")
    table.tell(CorrectPosition(SHORT))
    assert (table.state.phase, table.state.turns) == (Phase.CORRECTING, ())
    table.tell(CorrectPosition(WHOLE))
    assert (table.state.position, table.state.turns[-1].play) == (WHOLE, "8/5 6/5")


def test_a_board_that_is_entered_against_a_warning_is_judged_anew() -> None:
    """R63: who says what lies there has not said that it stands, for that is the opponent's word."""
    other = START.with_row(LIGHT, row_of(((24, 2), (13, 5), (8, 2), (6, 5), (3, 1))))
    table = wrong(Rules()).tell(CorrectPosition(other))
    warning = table.state.warning
    assert warning
    assert warning.fault
    assert (warning.position, warning.fault.verdict) == (other, "8/3 takes 5 pips.")
    assert (table.state.phase, table.state.turns) == (Phase.CORRECTING, ())
    table.refuses(LetStand(LIGHT), "R63")
    table.tell(Undo())
    assert table.state.lies == SHORT
    table.tell(CorrectPosition(other), LetStand(DARK))
    assert [(turn.play, turn.illegal) for turn in table.state.turns] == [("8/3", True)]


@pytest.mark.parametrize("warnings", ["all", "final", "none"])
def test_silence_changes_nothing_in_the_record(warnings: Literal["all", "final", "none"]) -> None:
    table = wrong(Rules(warnings=warnings)).tell(LetStand())
    (game,) = record_of(table.events).games
    assert [getattr(action, "illegal", None) for action in game.actions] == [True]


def test_positions_that_cannot_be_are_refused_by_name() -> None:
    """R3, R73."""
    crowded = Position((1, *START.light[1:]), START.dark)
    on_roll(MONEY).refuses(CorrectPosition(crowded), "16 checkers")
    on_roll(MONEY).refuses(NewGame(crowded), "16 checkers")
