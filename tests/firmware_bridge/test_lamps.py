"""What the lights say at each moment of a match, for both seats."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from arbiter.match.entered_events import Undone
from arbiter.match.events import (
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    Note,
    PlayCorrected,
    PlayMade,
    RollSeen,
    WarningWithdrawn,
)
from arbiter.match.fold import fold
from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import START, Position, Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.lights.examples import EXAMPLES
from firmware_bridge.colours import Colour, to_bytes
from firmware_bridge.lamps import BLINK_S, BREATH_S, FADE_S, FEAST_S, Lamps, lamps
from firmware_bridge.lights_state import LightsState, destinations, lifted_from, went_on

NEAR = Seats(Side.LIGHT)
DICE = (3, 1)
BEGIN: tuple[Event, ...] = (MatchStarted(0, 0.0, Rules()), GameStarted(0, 0.0, START, Side.LIGHT))
ROLLED = (*BEGIN, RollSeen(0, 0.0, Side.LIGHT, DICE))
RIGHT = find_play("8/5 6/5", START, Side.LIGHT, DICE).result


def moved(position: Position, start: int, end: int) -> Position:
    row = list(position.light)
    row[start] -= 1
    row[end] += 1
    return position.with_row(Side.LIGHT, tuple(row))


WRONG = moved(moved(START, 8, 5), 6, 4)


def illegal(provisional: bool, after: Position = WRONG) -> IllegalPlay:
    return IllegalPlay(0, 0.0, Side.LIGHT, DICE, ("R12",), "The 1 was played as a 2.", after, provisional)


def scene(*events: Event, seats: Seats = NEAR, at: float = 100.0) -> LightsState:
    """The last event has just come."""
    return went_on(LightsState(fold(events[:-1]), seats, at - 50), fold(events), events[-1:], at)


def look(*events: Event, after: float = 10.0, seats: Seats = NEAR) -> dict[str, Colour]:
    found = lamps(scene(*events, seats=seats), 100.0 + after)
    return {str(spot): colour for spot, colour in found.items()}


def test_the_home_of_whoever_is_on_turn_glows() -> None:
    assert set(look(*BEGIN)) == {*(f"near {n}" for n in range(7, 13)), "off near"}
    other = (BEGIN[0], GameStarted(0, 0.0, START, Side.DARK))
    assert set(look(*other)) == {*(f"far {n}" for n in range(7, 13)), "off far"}
    assert set(look(*other, seats=Seats(Side.DARK, "left"))) == {
        *(f"near {n}" for n in range(1, 7)),
        "off near",
    }


def test_before_the_opening_roll_both_homes_glow() -> None:
    assert len(look(BEGIN[0], GameStarted(0, 0.0, START))) == 14


def test_the_dice_stand_out_by_their_number() -> None:
    shown = look(*ROLLED)
    bright = {name for name, colour in shown.items() if sum(colour) > 1}
    assert bright == {"near 12", "near 10"}  # light's 1-point is near 12, the 3-point near 10


@pytest.mark.parametrize("provisional", [True, False])
def test_the_wrong_checker_blinks_red_and_where_it_came_from_is_steady_amber(provisional: bool) -> None:
    on = look(*ROLLED, illegal(provisional), after=0.0)
    off = look(*ROLLED, illegal(provisional), after=BLINK_S * 0.75)
    assert set(on) == set(off) == {"near 9", "near 7"}  # it went from the 6-point to the 4-point instead of the 5
    red, amber = on["near 9"], on["near 7"]
    assert red[0] > 0.5
    assert red[1] == red[2] == 0
    assert amber[0] > amber[1] > 0
    assert off["near 9"][0] < red[0] / 2
    assert off["near 7"] == amber


def test_the_right_part_of_the_play_is_left_alone() -> None:
    assert "near 8" not in look(*ROLLED, illegal(False))  # 8/5 was right


def test_a_checker_that_should_have_entered_is_shown_on_the_bar() -> None:
    start = Position.from_points([0, 0, 0, 0, 0, 14, *[0] * 17, -15], bar=(1, 0))
    events = (BEGIN[0], GameStarted(0, 0.0, start, Side.LIGHT), RollSeen(0, 0.0, Side.LIGHT, DICE))
    wrong = moved(moved(start, 6, 3), 6, 5)
    shown = look(*events, illegal(False, wrong), after=0.0)
    assert "bar near" in shown


def test_warnings_that_nobody_wanted_are_not_shown() -> None:
    cases = (
        (Rules(warnings="none"), False, True),
        (Rules(warnings="final"), True, True),
        (Rules(warnings="final"), False, False),
    )
    for rules, provisional, silent in cases:
        shown = look(MatchStarted(0, 0.0, rules), *ROLLED[1:], illegal(provisional))
        assert (set(shown) == {"near 9", "near 7"}) is not silent


def test_a_warning_is_there_with_the_first_picture_and_gone_with_the_first_picture() -> None:
    assert look(*ROLLED, illegal(True), after=0.0)["near 9"][0] > 0.5
    gone = look(*ROLLED, illegal(True), WarningWithdrawn(0, 0.0, Side.LIGHT), after=0.0)
    assert all(colour[0] < 0.95 or colour[1] > 0.5 for colour in gone.values())
    assert gone["near 9"] == look(*ROLLED)["near 9"]


def test_what_was_put_right_is_one_green_breath_of_the_whole_board() -> None:
    corrected = PlayCorrected(0, 0.0, Side.LIGHT, "8/5 6/5", RIGHT)
    for cause in (corrected, WarningWithdrawn(0, 0.0, Side.LIGHT)):
        peak = look(*ROLLED, illegal(True), cause, after=BREATH_S / 2)
        points = [colour for name, colour in peak.items() if name.startswith(("near", "far"))]
        assert len(points) == 24
        assert all(colour[1] > colour[0] and colour[1] > colour[2] for colour in points)
        assert len(look(*ROLLED, illegal(True), cause, after=BREATH_S + 0.1)) < 10


def test_a_double_pulses_at_the_one_who_must_answer() -> None:
    events = (*BEGIN, Doubled(0, 0.0, Side.LIGHT, 2))
    assert set(look(*events)) == {*(f"far {n}" for n in range(7, 13)), "off far", "bar far"}
    assert look(*events, after=10.0) != look(*events, after=11.0)


@pytest.mark.parametrize("end", [GameOver(0, 0.0, Side.DARK, 2, "gammon"), MatchOver(0, 0.0, Side.DARK, (0, 5))])
def test_a_won_game_runs_round_the_board_and_then_rests(end: Event) -> None:
    heads = {
        max(shown, key=lambda name: shown[name][0])
        for after in (0.5, 0.9, 1.3, 1.7, 2.1)
        if (shown := look(*BEGIN, end, after=after))
    }
    assert len(heads) == 5
    rest = look(*BEGIN, end, after=FEAST_S + 1)
    assert set(rest) == {*(f"far {n}" for n in range(7, 13)), "off far"}
    assert rest == look(*BEGIN, end, after=FEAST_S + 100)


def test_a_game_whose_last_roll_is_told_anew_was_won_once() -> None:
    last = Position.from_points([2] + [0] * 22 + [-2], off=(13, 13))
    won = Position.from_points([0] * 23 + [-2], off=(15, 13))
    over = GameOver(0, 0.0, Side.LIGHT, 1, "single")
    begun = (BEGIN[0], GameStarted(0, 0.0, last, Side.LIGHT))
    first = (*begun, PlayMade(0, 0.0, Side.LIGHT, None, "1/off(2)", won), over)
    dice: Dice = (5, 2)
    again = (
        Undone(1, 1.0),
        RollSeen(1, 1.0, Side.LIGHT, dice),
        PlayMade(1, 1.0, Side.LIGHT, dice, "1/off(2)", won),
        over,
    )
    told = went_on(scene(*first), fold((*first, *again)), again, 103.0)
    assert told.state.turns[-1].dice == dice
    assert (told.gesture, told.gesture_at) == ("won", 100.0)


def test_after_a_drop_the_doubler_has_won() -> None:
    events = (*BEGIN, Doubled(0, 0.0, Side.LIGHT, 2), Dropped(0, 0.0, Side.DARK))
    assert "near 12" in look(*events)


def test_one_look_fades_into_the_next() -> None:
    rolled = scene(*ROLLED)
    steps = [lamps(rolled, 100.0 + FADE_S * share / 10) for share in range(11)]
    bright = [sum(sum(colour) for colour in step.values()) for step in steps]
    assert bright == sorted(bright)
    assert max(b - a for a, b in pairwise(bright)) < (bright[-1] - bright[0]) / 4


def test_a_note_changes_nothing_that_is_seen() -> None:
    before, after = look(*ROLLED), look(*ROLLED, Note(0, 0.0, "The lights are back."), after=0.0)
    assert before == after


def test_nothing_flashes_more_than_three_times_a_second() -> None:
    for example in EXAMPLES:
        shown = example.scene(NEAR, 0.0)
        pictures = [lamps(shown, n / 120) for n in range(5 * 120)]
        for name in {spot for picture in pictures for spot in picture}:
            seen = [max(picture.get(name, (0.0,))) > 0.5 for picture in pictures]
            flashes = sum(one and not two for one, two in pairwise(seen))
            assert flashes <= 15, (example.caption, name)


def test_any_moment_can_be_sent() -> None:
    for example in EXAMPLES:
        for at in range(200):
            shown: Lamps = lamps(example.scene(NEAR, 0.0), at / 20, aids=True)
            assert all(0 <= part <= 255 for colour in shown.values() for part in to_bytes(colour))


def test_each_example_looks_different() -> None:
    assert len({tuple(sorted(lamps(each.scene(NEAR, 0.0), 1.1).items(), key=str)) for each in EXAMPLES}) == len(
        EXAMPLES
    )


def test_a_lifted_checker_shows_where_it_may_go_only_where_aids_are_wanted() -> None:
    state = fold(ROLLED)
    row = list(START.light)
    row[8] -= 1
    seen = START.with_row(Side.LIGHT, tuple(row))
    assert lifted_from(state, seen) == 8
    assert lifted_from(state, START) is None
    assert lifted_from(state, WRONG) is None
    lifted = went_on(scene(*ROLLED), state, (), 200.0, seen)
    plain, aided = lamps(lifted, 210.0), lamps(lifted, 210.0, aids=True)
    assert plain == lamps(scene(*ROLLED), 210.0)
    assert destinations(START, Side.LIGHT, DICE, 8) == {7, 5, 4}
    blue = {str(spot) for spot, colour in aided.items() if colour[2] > colour[0]}
    assert {"near 6", "near 8", "near 9"} <= blue


def test_both_ends_of_the_ridge_rest_in_white_while_the_program_waits() -> None:
    waits = replace(scene(*ROLLED), waits=True)
    early, late = (lamps(waits, 100.0 + after) for after in (10.0, 10.3))
    more = {str(spot) for spot in early} - set(look(*ROLLED))
    assert (early, more) == (late, {"bar near", "bar far"})
    (begun,) = (Note(0, 0.0, "The camera is gone."),)
    assert went_on(waits, fold((*ROLLED, begun)), (begun,), 120.0).waits
