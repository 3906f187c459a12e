"""Tables as they stand at moments worth a picture: plausible games, made by folding events."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import bookgammon
from arbiter.match.clock import Clock
from arbiter.match.entered_events import (
    CameraDiffers,
    ChouetteFounded,
    CorrectionDemanded,
    Paused,
    PositionEntered,
    Resigned,
    TurnRevised,
    Undone,
)
from arbiter.match.events import (
    BadRoll,
    Doubled,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    IntendedCube,
    IntendedPlay,
    MatchOver,
    MatchStarted,
    Misplaced,
    OutOfStep,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
)
from arbiter.match.fold import fold
from arbiter.match.opponent import OpponentSeat
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import legal_plays
from arbiter.position import START, Position, Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from arbiter.verdict import checker_moves, judge
from tests import plugged
from tests.web.abak_tables import ABAK_TABLES
from tests.web.table_parts import NAMES, OPENING, game, match, view_of
from web.drawing_colours import DrawingColours
from web.view import ClockShown, Pictures, TableView


def misplay(provisional: bool, rules: Rules | None = None) -> list[Event]:
    """Dark rolls 6-3 and plays 11/5 and 8/4 from where the opening ends: the second move is a 4."""
    events = [*match(rules=rules), *game()]
    before = fold(events).position
    row = list(before.dark)
    for start, end in ((11, 5), (8, 4)):
        row[start] -= 1
        row[end] += 1
    after = replace(before, dark=tuple(row))
    verdict = judge(before, Side.DARK, (6, 3), after)
    wrong = IllegalPlay(0, 0.0, Side.DARK, (6, 3), verdict.rules, verdict.message, after, provisional)
    return [*events, RollSeen(0, 0.0, Side.DARK, (6, 3)), replace(wrong, dice_sure=(0.998, 0.991))]


def blocked() -> TableView:
    """Dark, on the bar too, rolls 5-3 and lands on a point that light holds; both colours lie there."""
    light = (0, 0, 0, 0, 2, 2, 3, 2, 2, *[0] * 4, 2, *[0] * 10, 2, 0)
    dark = (0, 0, 2, 0, 0, 2, 4, 0, 3, *[0] * 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1)
    before = Position(light, dark)
    row = list(dark)
    for start, end in ((25, 20), (22, 17)):
        row[start] -= 1
        row[end] += 1
    after = Position(light, tuple(row))
    verdict = judge(before, Side.DARK, (5, 3), after)
    begin = GameStarted(0, 0.0, before, Side.DARK, 2, Side.LIGHT)
    roll = RollSeen(0, 0.0, Side.DARK, (5, 3))
    wrong = IllegalPlay(0, 0.0, Side.DARK, (5, 3), verdict.rules, verdict.message, after, False)
    return view_of([*match(), begin, roll, wrong])


def ending(dark_off: int = 0) -> Position:
    """Light has borne off all; dark has a few checkers left outside."""
    dark = [0] * 26
    dark[0], dark[2], dark[3], dark[4], dark[5], dark[6] = dark_off, 2, 3, 3, 3, 3
    dark[19] = 15 - sum(dark)
    light = (15, *[0] * 25)
    return Position(light, tuple(dark))


def setting_up() -> TableView:
    row = (0, 0, 0, 0, 0, 0, 5, 0, 3, *[0] * 4, 3, *[0] * 10, 2, 0)
    other = (0, 0, 0, 0, 0, 0, 5, 0, 1, *[0] * 4, 5, *[0] * 10, 0, 0)
    return replace(view_of(match(score=(0, 0))), seen=Position(row, other))


def to_roll() -> TableView:
    return view_of([*match(), *game()])


def opening() -> TableView:
    return view_of([*match(), GameStarted(0, 0.0, START)])


def moving() -> TableView:
    return view_of([*match(), *game(), RollSeen(0, 0.0, Side.DARK, (6, 3))])


def hint() -> TableView:
    return view_of(misplay(provisional=True))


def alarm() -> TableView:
    return view_of(misplay(provisional=False))


def asked() -> TableView:
    """The alarm as a question: a die was doubtful."""
    *events, wrong = misplay(provisional=False)
    assert isinstance(wrong, IllegalPlay)
    return view_of([*events, replace(wrong, instead=(6, 4), dice_sure=(0.99, 0.6))])


def hardly_seen() -> TableView:
    """The alarm as a question: the checkers that speak against the play can hardly be seen."""
    *events, wrong = misplay(provisional=False)
    assert isinstance(wrong, IllegalPlay)
    return view_of([*events, replace(wrong, dice_sure=(0.99, 0.99), unseen=True)])


def demanded() -> TableView:
    """The opponent wants it put right, and has rolled too early for that."""
    view = view_of([*misplay(provisional=False), CorrectionDemanded(0, 0.0, Side.DARK)])
    void = BadRoll(0, 0.0, Side.LIGHT, ("R63",), Message("The illegal play must be put right before the next roll."))
    return replace(view, bad_roll=void)


def stood() -> TableView:
    events = misplay(provisional=False)
    wrong = events[-1]
    assert isinstance(wrong, IllegalPlay)
    stands = PlayStood(0, 0.0, Side.DARK, "11/5 8/4", wrong.position)
    return view_of([*events, stands, RollSeen(0, 0.0, Side.LIGHT, (4, 4))])


def differing() -> TableView:
    """People entered what lies there, with a roll by hand; the camera reads a checker elsewhere."""
    view = view_of([*match(), *game(), RollSeen(0, 0.0, Side.DARK, (5, 2), "entered")])
    lies = view.state.position
    light = list(lies.light)
    start = next(point for point in range(24, 6, -1) if light[point])
    light[start] -= 1
    light[start - 1] += 1
    events = [PositionEntered(0, 0.0, lies), CameraDiffers(0, 0.0, lies.with_row(Side.LIGHT, tuple(light)))]
    return replace(view, state=fold(events, view.state))


def revised() -> TableView:
    """Later looks have shown that the last play was another one."""
    made = [*match(), *game()]
    before, (dice, was) = fold(made[:-1]), OPENING[-1]
    play = next(each for each in legal_plays(before.position, Side.LIGHT, dice) if format_play(each) != was)
    line = Message("Turn {turn} corrected: {new} instead of {old}.", turn=6, new=format_play(play), old=was)
    better = PlayMade(0, 0.0, Side.LIGHT, dice, format_play(play), play.result)
    return view_of([*made, TurnRevised(0, 0.0, 1, 6, line, follows=2), Undone(0, 0.0, line), better])


def cube_owned() -> TableView:
    cube = [Doubled(0, 0.0, Side.DARK, 2), Taken(0, 0.0, Side.LIGHT, 2), RollSeen(0, 0.0, Side.DARK, (5, 5))]
    return view_of([*match(), *game(), *cube])


def doubled() -> TableView:
    return view_of([*match(), *game(), Doubled(0, 0.0, Side.DARK, 2)])


def beaver_offered() -> TableView:
    """A double that may be taken, dropped or beavered, and a coach who may be asked."""
    rules = Rules(length=0, beavers=True, coach=True)
    return view_of([*match((0, 0), rules=rules), *game(), Doubled(0, 0.0, Side.DARK, 2)])


def bearing_off() -> TableView:
    light = (6, 7, 0, 2, *[0] * 22)
    dark = (3, 2, 3, 2, 1, 0, 3, *[0] * 18, 1)
    start = GameStarted(0, 0.0, Position(light, dark), Side.DARK, 4, Side.DARK)
    return view_of([*match((3, 0), 7), start, RollSeen(0, 0.0, Side.DARK, (6, 4))])


def game_over() -> TableView:
    position = ending()
    last = PlayMade(0, 0.0, Side.LIGHT, (6, 1), "6/off 1/off", position)
    roll = RollSeen(0, 0.0, Side.LIGHT, (6, 1))
    return view_of([*match(length=7), *game(), roll, last, GameOver(0, 0.0, Side.LIGHT, 2, "gammon")])


def match_over() -> TableView:
    events = [*match((3, 2)), *game(), GameOver(0, 0.0, Side.LIGHT, 2, "gammon")]
    return view_of([*events, MatchOver(0, 0.0, Side.LIGHT, (5, 2))])


def left_home() -> TableView:
    """Dark sits near and plays home on the left; the middle of the game was skipped, the camera is gone."""
    view = view_of([*match(), *game(), RollSeen(0, 0.0, Side.LIGHT, (6, 2))])
    gone = "The camera has gone; plug it in again, and the game goes on by itself."
    return replace(view, seats=Seats(Side.DARK, "left"), notice="The middle game is skipped.", camera=gone)


def seen_misplayed() -> TableView:
    """The alarm with what the camera saw before and after."""
    shipped = Path(bookgammon.__file__).parent / "recording"
    pictures = (shipped / "empty.jpg").read_bytes(), (shipped / "start.jpg").read_bytes()
    return replace(alarm(), pictures=Pictures("0123456789abcdef", lambda: pictures))


def crawford() -> TableView:
    """Anna stands one point short; the game is played without the cube."""
    begin = GameStarted(0, 0.0, START, crawford=True)
    return view_of([*match((4, 1)), begin, *game()[1:], RollSeen(0, 0.0, Side.DARK, (6, 3))])


def void_roll() -> TableView:
    bad = BadRoll(0, 0.0, Side.DARK, ("R58",), "A die seems not to lie flat: roll both again, or play on if it does.")
    return replace(to_roll(), bad_roll=bad)


def resigning() -> TableView:
    return view_of([*match(), *game(), RollSeen(0, 0.0, Side.DARK, (6, 3)), Resigned(0, 0.0, Side.DARK, "gammon")])


def paused() -> TableView:
    return view_of([*match(), *game(), Paused(0, 0.0)])


def chouette_doubled() -> TableView:
    """Anna in the box has doubled; Ben as captain, Chloe and Dan each decide alone."""
    rolls = (("Anna", 6), ("Ben", 5), ("Chloe", 3), ("Dan", 1))
    founded = [*match((0, 0), 0), ChouetteFounded(0, 0.0, rolls)]
    won = [*game(), GameOver(0, 0.0, Side.LIGHT, 2, "gammon")]
    return view_of([*founded, *won, *game(OPENING[:5]), Doubled(0, 0.0, Side.LIGHT, 2)])


def ending_asked() -> TableView:
    """The board was set up anew in the middle of a game."""
    view = view_of([*match(), *game(), OutOfStep(0, 0.0, START, "ending")])
    return replace(view, seen=START)


def given_up() -> TableView:
    """A game that Anna gave up across the table."""
    return view_of([*match(), *game(), GameOver(0, 0.0, Side.DARK, 1, "single")])


def doubtful() -> TableView:
    """What lies on the board does not follow from the game."""
    events = [*match(), *game()]
    row = list(fold(events).position.dark)
    row[6] -= 1
    row[3] += 1
    lies = replace(fold(events).position, dark=tuple(row))
    return replace(view_of([*events, OutOfStep(0, 0.0, lies, "board")]), seen=lies)


def demo_over() -> TableView:
    return replace(game_over(), demo=True, ended="demo")


def demo_going_on() -> TableView:
    """A recording, two hours on."""
    return replace(moving(), demo=True, started=time.time() - 7500)


def stopped() -> TableView:
    return replace(moving(), ended="program")


def own_colours() -> TableView:
    """A walnut board: dark checkers on dark points."""
    walnut = DrawingColours((196, 150, 96), (58, 36, 26), ((74, 45, 30), (188, 150, 104)), (110, 72, 46))
    return replace(blocked(), look=walnut)


def own_colours_at_play() -> TableView:
    return replace(
        cube_owned(), look=DrawingColours((214, 60, 50), (30, 34, 40), ((24, 60, 120), (230, 230, 226)), (52, 58, 66))
    )


def clocked() -> TableView:
    rules = Rules(length=5, clock="delay")
    view = view_of([*match((0, 0), rules=rules), *game(), Doubled(0, 0.0, Side.DARK, 2)])
    return replace(view, clock=ClockShown(Clock(12.0, (1432.0, -65.0), Side.LIGHT), 4e9))


def clocked_play() -> TableView:
    """With a clock, whose player may end the turn by a tap."""
    rules = Rules(length=5, clock="delay", time_out="overtime")
    view = view_of([*match((0, 0), rules=rules), *game(), RollSeen(0, 0.0, Side.DARK, (6, 3))])
    return replace(view, clock=ClockShown(Clock(12.0, (1432.0, -65.0), Side.DARK), 4e9))


def against_computer() -> TableView:
    """GNU Backgammon's play is known, and one of its checkers lies wrong."""
    seat = OpponentSeat(Side.DARK, "gnubg", "grandmaster", "program")
    started = MatchStarted(0, 0.0, Rules(length=5), seat.among(NAMES), opponent=seat)
    before = fold([started, *game()]).position
    play = legal_plays(before, Side.DARK, (6, 3))[0]
    wrong = legal_plays(before, Side.DARK, (6, 3))[-1].result
    return view_of(
        [
            started,
            *game(),
            IntendedCube(0, 0.0, Side.DARK, False),
            RollSeen(0, 0.0, Side.DARK, (6, 3), "entered"),
            IntendedPlay(0, 0.0, Side.DARK, (6, 3), format_play(play), play.result),
            Misplaced(0, 0.0, Side.DARK, wrong, checker_moves(wrong, play.result)),
        ]
    )


def thrown_for_computer() -> TableView:
    """It has decided not to double, and waits for its dice."""
    seat = OpponentSeat(Side.DARK, "gnubg", "world class")
    started = MatchStarted(0, 0.0, Rules(length=5), seat.among(NAMES), opponent=seat)
    return view_of([started, *game(), IntendedCube(0, 0.0, Side.DARK, False)])


TABLES: dict[str, Callable[[], TableView]] = {
    made.__name__: made
    for made in (
        setting_up, opening, to_roll, moving, hint, alarm, asked, hardly_seen, demanded, blocked, stood, doubled,
        beaver_offered, cube_owned, bearing_off, game_over, match_over, left_home, seen_misplayed, crawford, void_roll,
        resigning, paused, chouette_doubled, ending_asked, doubtful, given_up, demo_over, demo_going_on, stopped,
        own_colours, own_colours_at_play, clocked, clocked_play, against_computer, thrown_for_computer, differing,
        revised,
    )
} | ABAK_TABLES  # fmt: skip
for _of_plugin in plugged.found("shown_tables", "TABLES"):
    TABLES |= _of_plugin

