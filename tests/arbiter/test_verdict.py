"""What the arbiter says about illegal plays."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.notation import format_play
from arbiter.plays import Dice, legal_plays
from arbiter.position import START, Position, Row, Side, row_of
from arbiter.rulebook import RULES
from arbiter.verdict import CheckerMove, judge
from arbiter.xgid import parse_xgid
from tests.arbiter import known, strategies

SENSIBLE = {
    "wrong_pips": {"R12", "R28", "R74", "R13", "R39"},
    "backward_move": {"R11", "R12", "R22", "R24"},
    "landed_on_made_point": {"R16", "R22", "R30"},
    "through_blocked_points": {"R13", "R22"},
    "moved_opponents_checker": {"R24"},
    "not_all_dice_played": {"R18", "R21"},
    "lower_die_where_higher_required": {"R20"},
    "not_entered_first": {"R27", "R30"},
    "bore_off_before_all_home": {"R34", "R27", "R30", "R22"},
    "bore_off_low_point_while_higher_occupied": {"R36", "R18"},
    "bore_off_with_smaller_die": {"R39", "R74", "R18", "R21"},
    "five_submoves_on_double": {"R74", "R39"},
    "hit_checker_not_on_bar": {"R25"},
    "checker_vanished": {"R73"},
    "checker_added": {"R73"},
    "die_used_twice": {"R74", "R39", "R36"},
    "nothing_moved_though_a_play_exists": {"R23"},
    "moved_though_no_play_exists": {"R22", "R30"},
    "entered_with_sum_of_dice": {"R29", "R30", "R21"},
    "played_another_roll": {"R12", "R28", "R74", "R30", "R39", "R11"},
    "borne_off_checker_returned": {"R41", "R11", "R18", "R12"},
}
"""Rules that may lead the verdict on each kind of illegal play; a few boards can be read in two ways."""


@pytest.mark.parametrize("case", known.cases("illegal"), ids=lambda case: case["id"])
def test_illegal_plays_are_flagged_with_a_rule_that_fits(case: dict[str, Any]) -> None:
    verdict = judge(known.before(case), Side.LIGHT, (case["dice"][0], case["dice"][1]), known.after(case))
    assert not verdict.legal
    assert verdict.rules[0] in SENSIBLE[case["kind"]]
    assert set(verdict.rules) <= set(RULES)
    assert verdict.message == verdict.faults[0].message
    assert verdict.message.endswith(".")


def test_the_whole_reference_set_is_flagged() -> None:
    reference = known.all_cases("illegal")
    if not reference:
        pytest.skip("the whole reference set is not at hand")
    for case in reference:
        verdict = judge(known.before(case), Side.LIGHT, (case["dice"][0], case["dice"][1]), known.after(case))
        assert not verdict.legal
        assert verdict.rules
        assert verdict.message


@settings(deadline=None, derandomize=True, max_examples=100)
@given(strategies.scattered(), strategies.dice)
def test_every_legal_play_passes_under_its_own_name(position: Position, dice: Dice) -> None:
    for play in legal_plays(position, Side.DARK, dice)[:8]:
        verdict = judge(position, Side.DARK, dice, play.result)
        assert verdict.legal
        assert verdict.play == format_play(play)
        assert (verdict.rules, verdict.message, verdict.faults, verdict.way_back) == ((), "", (), ())


counts = st.lists(st.integers(0, 3), min_size=26, max_size=26).map(tuple)


@settings(deadline=None, derandomize=True, max_examples=60)
@given(strategies.scattered(), strategies.dice, counts, counts)
def test_any_board_whatever_gets_a_sentence_and_a_way_back(
    position: Position, dice: Dice, light: Row, dark: Row
) -> None:
    after = Position(light, dark)
    verdict = judge(position, Side.LIGHT, dice, after)
    assert not verdict.legal
    assert verdict.message
    assert followed(after, verdict.way_back) == verdict.nearest[0].result


@settings(deadline=None, derandomize=True, max_examples=150)
@given(
    strategies.played(),
    strategies.dice,
    st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25)), max_size=3),
)
def test_a_disturbed_legal_play_is_put_right_by_few_checkers(
    start: tuple[Position, Side], dice: Dice, nudges: list[tuple[int, int]]
) -> None:
    position, side = start
    own = list(legal_plays(position, side, dice)[0].result.row(side))
    for begin, end in nudges:
        if own[begin]:
            own[begin] -= 1
            own[end] += 1
    after = legal_plays(position, side, dice)[0].result.with_row(side, tuple(own))
    verdict = judge(position, side, dice, after)
    assert len(verdict.way_back) <= len(nudges)
    if not verdict.legal:
        assert followed(after, verdict.way_back) == verdict.nearest[0].result


def test_verdict_and_reason_are_sentences_of_their_own() -> None:
    fault = judge(START, Side.LIGHT, (6, 5), moved(START, (24, 18), (6, 1))).faults[0]
    assert fault.verdict.startswith("6/1 is not open")
    assert (fault.verdict, fault.reason) == ("6/1 is not open.", "The opponent holds the 1-point with 2 checkers.")
    needs = judge(START, Side.LIGHT, (6, 3), moved(START, (13, 7), (8, 4))).faults[0]
    assert (needs.verdict, needs.reason) == ("8/4 needs a 4.", None)


@pytest.mark.parametrize("case", known.cases("illegal"), ids=lambda case: case["id"])
def test_every_verdict_is_one_whole_sentence(case: dict[str, Any]) -> None:
    verdict = judge(known.before(case), Side.LIGHT, (case["dice"][0], case["dice"][1]), known.after(case))
    for sentence in (verdict.faults[0].verdict, verdict.faults[0].reason or "Nothing."):
        assert sentence[0].isupper() or sentence[0].isdigit() or sentence.startswith(("bar", "off"))
        assert sentence.endswith(".")
        assert not {";", ":"} & set(sentence)


def test_a_blot_passed_on_the_way_to_a_held_point_was_not_hit() -> None:
    """24/19 on to a point that four hold, one of them put on the bar; the blot on 21 lies where it lay."""
    light = [0] * 26
    dark = (0, 0, 2, 1, 1, 0, 4, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0)
    light[24], light[6], light[0] = 1, 4, 10
    before = Position(tuple(light), dark)
    for on_the_bar in (0, 1):
        row = list(dark)
        row[6] -= on_the_bar
        row[25] += on_the_bar
        after = moved(before, (24, 19)).with_row(Side.DARK, tuple(row))
        verdict = judge(before, Side.LIGHT, (3, 2), after)
        assert verdict.rules[0] == "R16"
        assert "belongs on the bar" not in verdict.message


def test_a_checker_that_went_too_far_is_told_its_pips() -> None:
    """13/9 9/7 with 4-1: nobody used the 1 twice."""
    verdict = judge(START, Side.LIGHT, (4, 1), moved(START, (13, 7)))
    assert verdict.message == "13/7 takes 6 pips; 4-1 gives 5."


def followed(now: Position, way_back: tuple[CheckerMove, ...]) -> Position:
    rows = {side: list(now.row(side)) for side in Side}
    for shift in way_back:
        if shift.start is not None:
            rows[shift.side][shift.start] -= 1
        if shift.end is not None:
            rows[shift.side][shift.end] += 1
    return Position(tuple(rows[Side.LIGHT]), tuple(rows[Side.DARK]))


def moved(position: Position, *moves: tuple[int, int]) -> Position:
    row = list(position.light)
    for start, end in moves:
        row[start] -= 1
        row[end] += 1
    return position.with_row(Side.LIGHT, tuple(row))


@pytest.mark.parametrize(
    ("dice", "moves", "rules", "message"),
    [
        ((4, 2), [(13, 11), (8, 3)], ("R12",), "8/3 needs a 5; the dice show 4-2."),
        ((4, 2), [(13, 9)], ("R18",), "Both numbers can be played: 13/9 and then 24/22."),
        ((6, 5), [(24, 13), (8, 7)], ("R74",), "8/7 is one move too many for a roll of 6-5."),
        ((6, 5), [(13, 7), (13, 7)], ("R74",), "The 6 was used twice; the dice show 6-5."),
        ((3, 3), [(24, 21)] * 2 + [(13, 10)] * 3, ("R74",), "The 3 was played 5 times; a double gives four."),
        ((6, 5), [(24, 20), (13, 11)], ("R12",), "24/20 13/11 is a play of 4-2; the dice show 6-5."),
        ((5, 5), [(24, 14)], ("R13",), "24/14 has to stop on 19 on the way, which the opponent holds."),
        (
            (5, 1),
            [(6, 5), (8, 13)],
            ("R11",),
            "8/13 goes backward; checkers move only towards their own home.",
        ),
        (
            (6, 4),
            [(8, 2), (6, 0)],
            ("R34", "R74"),
            "6/off is too early: a checker is on the 24-point, not at home.",
        ),
        (
            (5, 2),
            [(24, 22), (24, 19)],
            ("R16",),
            "24/19 is not open: the opponent holds the 19-point with 5 checkers.",
        ),
        ((6, 2), [], ("R23",), "6-2 can be played, so it must be: 24/16, for instance."),
        (
            (2, 2),
            [(13, 11)] * 3,
            ("R21",),
            "Four moves of 2 can be played, and only three were: 24/22 13/11(3), for instance.",
        ),
    ],
)
def test_sentences_from_the_starting_position(
    dice: Dice, moves: list[tuple[int, int]], rules: tuple[str, ...], message: str
) -> None:
    verdict = judge(START, Side.LIGHT, dice, moved(START, *moves))
    assert verdict.message == message
    assert verdict.rules == rules


def test_both_colours_on_a_point_is_read_as_landing_there() -> None:
    verdict = judge(START, Side.LIGHT, (5, 1), moved(START, (6, 1), (6, 5)))
    assert verdict.rules == ("R16",)
    assert verdict.play == "6/1 6/5"
    assert verdict.message == "6/1 is not open: the opponent holds the 1-point with 2 checkers."


def test_a_hit_checker_left_beside_the_board_belongs_on_the_bar() -> None:
    before = Position(START.light, row_of(((24, 2), (13, 5), (8, 3), (6, 4), (5, 1))))
    gone = Position(moved(before, (24, 20), (13, 10)).light, row_of(((24, 2), (13, 5), (8, 3), (6, 4))))
    verdict = judge(before, Side.LIGHT, (4, 3), gone)
    assert verdict.rules == ("R25", "R73")
    assert verdict.message == "The checker hit on 20 belongs on the bar."
    assert [str(shift) for shift in verdict.way_back] == ["dark nowhere -> bar"]


def test_a_move_to_a_made_point_is_told_before_a_hit_checker_not_yet_lifted() -> None:
    """8/7 stands beside the checker that it hit, which is yet to be lifted; 21/18 has to be taken back."""
    light = row_of(((21, 1), (20, 2), (13, 3), (9, 1), (8, 4), (6, 4)))
    before = Position(light, row_of(((23, 1), (18, 1), (13, 2), (11, 1), (8, 3), (7, 2), (6, 5))))
    verdict = judge(before, Side.LIGHT, (3, 1), moved(before, (8, 7), (21, 18)))
    assert verdict.rules == ("R16", "R25")
    assert verdict.message == "21/18 is not open: the opponent holds the 18-point with 2 checkers."


ON_BAR = Position(row_of(((25, 2), (13, 5), (8, 3), (6, 5))), START.dark)


@pytest.mark.parametrize(
    ("dice", "moves", "rules", "message"),
    [
        ((4, 2), [(25, 21)], ("R18", "R31"), "Both numbers can be played: bar/21 and then bar/23."),
        ((4, 2), [(25, 22)], ("R28",), "bar/22 needs a 3; the dice show 4-2."),
        (
            (5, 2),
            [(25, 18)],
            ("R29",),
            "bar/18 uses both dice at once; a checker enters with one die, so on 23 or 20.",
        ),
        ((6, 2), [], ("R23", "R19"), "6-2 can be played, so it must be: bar/23, for instance."),
        (
            (4, 2),
            [(13, 9), (8, 6)],
            ("R27",),
            "A checker is still on the bar and must enter before 13/9 is played.",
        ),
        (
            (6, 6),
            [(13, 7)],
            ("R30", "R27"),
            "The 6 does not enter a checker from the bar, so the turn is lost.",
        ),
    ],
)
def test_sentences_from_the_bar(dice: Dice, moves: list[tuple[int, int]], rules: tuple[str, ...], message: str) -> None:
    verdict = judge(ON_BAR, Side.LIGHT, dice, moved(ON_BAR, *moves))
    assert verdict.message == message
    assert verdict.rules == rules


def test_a_tangled_change_still_gets_its_faults() -> None:
    tangled = moved(START, (24, 20), (24, 23), (13, 4), (13, 15), (8, 10), (6, 7))
    verdict = judge(START, Side.LIGHT, (5, 2), tangled)
    assert verdict.rules[0] == "R11"
    assert "goes backward" in verdict.message


def test_a_cleared_board_is_one_sentence_not_a_search() -> None:
    empty = Position(row_of(((0, 15),)), row_of(((0, 15),)))
    verdict = judge(START, Side.LIGHT, (4, 2), empty)
    assert verdict.rules == ("R75",)
    assert verdict.message == "Too many checkers have moved for a roll of 4-2."


def test_a_blot_passed_on_a_move_too_long_was_hit_not_moved_by_hand() -> None:
    before = parse_xgid("XGID=-AGaAb----B-aC-a--adc-aAa-:0:0:1:44:0:0:0:0:10").position
    after = before.with_row(Side.LIGHT, tuple(a + b for a, b in zip(before.light, _change(4, 1), strict=True)))
    after = after.with_row(Side.DARK, tuple(a + b for a, b in zip(before.dark, _change(22, 25), strict=True)))
    verdict = judge(before, Side.LIGHT, (4, 4), after)
    assert (verdict.play, verdict.rules[0]) == ("4/3*/1", "R12")


def test_a_dance_comes_before_what_was_done_instead() -> None:
    before = parse_xgid("XGID=-EaE-Cd---aa---a------AdcA:0:0:1:11:0:0:0:0:10").position
    row = tuple(a + b + c for a, b, c in zip(before.light, _change(25, 13), _change(3, 1), strict=True))
    assert judge(before, Side.LIGHT, (1, 1), before.with_row(Side.LIGHT, row)).rules[0] == "R30"


def _change(start: int, end: int) -> tuple[int, ...]:
    return tuple((place == end) - (place == start) for place in range(26))
