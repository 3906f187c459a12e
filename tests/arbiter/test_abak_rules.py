"""Each rule of Abak Evolution, A1 to A17: what it allows, what it forbids, and which rule the verdict cites."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbiter.abak.classes import SET
from arbiter.abak.plays import AS_PUBLISHED, legal_plays
from arbiter.abak.position import START, AbakPosition, position_of
from arbiter.abak.rulebook import ABAK_RULES
from arbiter.abak.settings import AbakSettings
from arbiter.abak.verdict import AbakVerdict, judge
from arbiter.plays import ROLLS, Dice
from arbiter.position import SIDES, Side
from arbiter.rulebooks import rulebook
from arbiter.rules import STARTS
from tests.arbiter.abak_positions import positions

NO_HIT = AbakSettings(druid_hit=False)
ALONE = AbakSettings(druid_joined=False)
ANY = AbakSettings(wounded_off_by_any=True, wounded_enter_by_any=True)
LEGAL = None


@dataclass(frozen=True)
class Example:
    """rule: what the verdict cites first. before: stacks on own points, what is named nowhere is borne off; 25 is the
    bar, -25 the opponent's. changed: the stacks that are others afterwards.
    """

    rule: str | None
    dice: Dice
    before: dict[int, str]
    changed: dict[int, str]
    agreed: AbakSettings = AS_PUBLISHED


def board(stacks: dict[int, str]) -> AbakPosition:
    everything = "".join(stacks.values())
    mine = "".join(letter * (count - everything.count(letter)) for letter, count in SET.items())
    theirs = "".join(letter.lower() * (count - everything.count(letter.lower())) for letter, count in SET.items())
    bar = (stacks.get(25, ""), stacks.get(-25, ""))
    return position_of([stacks.get(point, "") for point in range(1, 25)], bar, (mine, theirs))


def judged(example: Example, side: Side) -> AbakVerdict:
    """The same as light's play, or as dark's on the board turned round."""
    before, after = board(example.before), board({**example.before, **example.changed})
    assert not before.faults()
    if side is Side.DARK:
        before, after = _turned(before), _turned(after)
    return judge(before, side, example.dice, after, example.agreed)


def _turned(position: AbakPosition) -> AbakPosition:
    points = tuple(stack.swapcase() for stack in reversed(position.points))
    bar, off = ((two.upper(), one.lower()) for one, two in (position.bar, position.off))
    return AbakPosition(points, bar, off)


BLOCKED = {6: "C", 20: "S", 14: "ss", 15: "ss", 1: "ss"}
EXAMPLES = {
    "A3: the fifth": Example(LEGAL, (4, 3), {13: "SS", 10: "S", 6: "SSSS"}, {13: "S", 6: "SSSSS"}),
    "A3: a sixth": Example("A3", (4, 3), {13: "SS", 10: "S", 6: "SSSSS"}, {13: "S", 6: "SSSSSS"}),
    "A3: a sixth above a held one": Example(
        "A3", (4, 2), {13: "SSS", 9: "sDSSS"}, {13: "S", 9: "sDSSSS", 11: "S"}
    ),
    "A4: the highest first": Example(LEGAL, (4, 2), {13: "GS"}, {13: "", 9: "S", 11: "G"}),
    "A4: from below": Example("A4", (4, 2), {13: "GSS"}, {13: "SS", 7: "G"}),
    "A4: no move leaves this order": Example("A4", (4, 2), {13: "GS", 9: "G"}, {13: "", 9: "SG", 11: "G"}),
    "A7: even by an even number": Example(LEGAL, (4, 3), {13: "E", 8: "S"}, {13: "", 9: "E", 8: "", 5: "S"}),
    "A7: even by an odd one": Example("A7", (5, 3), {13: "E", 8: "SS"}, {13: "", 8: "SE", 5: "S"}),
    "A7: odd by an odd number": Example(LEGAL, (5, 4), {13: "O", 9: "S"}, {13: "", 8: "O", 9: "", 5: "S"}),
    "A7: odd by an even one": Example("A7", (4, 3), {13: "O", 8: "SS"}, {13: "", 9: "O", 8: "S", 5: "S"}),
    "A8: once backward": Example(LEGAL, (5, 4), {6: "C", 13: "SS"}, {6: "", 11: "C", 13: "S", 9: "S"}),
    "A8: backward and on": Example("A8", (5, 3), {6: "C", 13: "SS"}, {6: "", 8: "C"}),
    "A8: backward twice": Example("A8", (4, 2), {6: "C", 13: "SS"}, {6: "", 12: "C"}),
    "A8: forward and back": Example("A8", (6, 1), {12: "C", 13: "SS"}, {12: "", 7: "C"}),
    "A8: while all others are at home": Example("A8", (5, 1), {8: "C", 3: "SS"}, {8: "", 13: "C", 3: "S", 2: "S"}),
    "A8: backward after entering": Example(LEGAL, (5, 4), {25: "C", 13: "SS"}, {25: "", 24: "C"}),
    "A9: the general must go back": Example("A9", (6, 5), BLOCKED, {}),
    "A9: by the higher number": Example(LEGAL, (6, 5), BLOCKED, {6: "", 12: "C"}),
    "A9: not by the lower": Example("R20", (6, 5), BLOCKED, {6: "", 11: "C"}),
    "A10: a soldier on a guard": Example("A10", (4, 2), {13: "SS", 9: "g"}, {13: "", 9: "S", 11: "S", -25: "g"}),
    "A10: a general on a guard": Example("A10", (4, 2), {13: "SC", 9: "g"}, {13: "", 9: "C", 11: "S", -25: "g"}),
    "A10: a wounded on a guard": Example("A10", (4, 2), {13: "SE", 9: "g"}, {13: "", 9: "E", 11: "S", -25: "g"}),
    "A10: beside a guard": Example("A10", (4, 2), {13: "SS", 9: "g"}, {13: "", 9: "gS", 11: "S"}),
    "A10: in passing": Example("A10", (4, 2), {13: "S", 9: "g", 11: "ss"}, {13: "", 7: "S"}),
    "A10: a soldier on a soldier": Example(LEGAL, (4, 2), {13: "SS", 9: "s"}, {13: "", 9: "S", 11: "S", -25: "s"}),
    "A11: a guard on a guard": Example(LEGAL, (4, 2), {13: "SG", 9: "g"}, {13: "", 9: "G", 11: "S", -25: "g"}),
    "A11: a druid on a guard": Example(LEGAL, (4, 2), {13: "SD", 9: "g"}, {13: "", 9: "gD", 11: "S"}),
    "A11: a druid at home on one": Example(
        "A11", (4, 2), {8: "D", 13: "S", 4: "g"}, {8: "", 13: "", 4: "D", 11: "S", -25: "g"}
    ),
    "A12: a druid holds": Example(LEGAL, (4, 2), {13: "SD", 9: "s"}, {13: "", 9: "sD", 11: "S"}),
    "A12: it does not hit": Example("A12", (4, 2), {13: "SD", 9: "s"}, {13: "", 9: "D", 11: "S", -25: "s"}),
    "A12: not on two": Example("R16", (4, 2), {13: "SD", 9: "ss"}, {13: "", 9: "ssD", 11: "S"}),
    "A12: at home it hits": Example(
        LEGAL, (4, 2), {8: "D", 13: "S", 4: "s"}, {8: "", 13: "", 4: "D", 11: "S", -25: "s"}
    ),
    "A12: and holds nobody": Example("A12", (4, 2), {8: "D", 13: "S", 4: "s"}, {8: "", 13: "", 4: "sD", 11: "S"}),
    "A12: in the other home": Example(
        LEGAL, (4, 2), {24: "D", 13: "S", 20: "s"}, {24: "", 13: "", 20: "D", 11: "S", -25: "s"}
    ),
    "A12: who is held stays": Example("A12", (4, 2), {13: "Sd", 10: "SS"}, {13: "d", 9: "S", 10: "S", 8: "S"}),
    "A12: until the druid leaves": Example(LEGAL, (4, 2), {13: "sD", 8: "S"}, {13: "s", 9: "D", 8: "", 6: "S"}),
    "A13: a holding druid is hit": Example(
        LEGAL, (4, 2), {13: "S", 9: "Sd", 16: "S"}, {13: "", 9: "SS", 16: "", 14: "S", -25: "d"}
    ),
    "A13: not where agreed": Example(
        "A13", (4, 2), {13: "S", 9: "Sd", 16: "S"}, {13: "", 9: "SS", 16: "", 14: "S", -25: "d"}, NO_HIT
    ),
    "A13: the freed one goes on": Example(LEGAL, (4, 2), {13: "S", 9: "Ed"}, {13: "", 9: "E", 7: "S", -25: "d"}),
    "A14: others above the druid": Example(LEGAL, (4, 2), {13: "SS", 9: "sD"}, {13: "", 9: "sDS", 11: "S"}),
    "A14: not where agreed": Example("A14", (4, 2), {13: "SS", 9: "sD"}, {13: "", 9: "sDS", 11: "S"}, ALONE),
    "A14: two hold the point": Example("R16", (4, 2), {13: "SS", 9: "Sds"}, {13: "", 9: "SdsS", 11: "S"}),
    "A15: off by an own number": Example(LEGAL, (4, 1), {3: "E", 1: "S"}, {3: "", 1: ""}),
    "A15: off by another": Example("A15", (5, 1), {3: "E", 1: "S"}, {3: ""}),
    "A15: where agreed": Example(LEGAL, (5, 1), {3: "E", 1: "S"}, {3: "", 1: ""}, ANY),
    "A15: top first": Example("A4", (4, 3), {4: "GS", 3: "S"}, {4: "S", 3: ""}),
    "A16: enters by an own number": Example(LEGAL, (6, 3), {25: "E", 13: "S"}, {25: "", 19: "E", 13: "", 10: "S"}),
    "A16: by another": Example("A16", (6, 3), {25: "E", 13: "S"}, {25: "", 22: "E", 13: "", 7: "S"}),
    "A16: where agreed": Example(LEGAL, (6, 3), {25: "E", 13: "S"}, {25: "", 22: "E", 13: "", 7: "S"}, ANY),
    "A16: in any order": Example(LEGAL, (5, 4), {25: "SE"}, {25: "", 21: "E", 20: "S"}),
    "A16: the turn is lost": Example(LEGAL, (5, 3), {25: "E", 13: "S"}, {}),
    "R12: no number of the roll": Example("R12", (4, 2), {13: "SS"}, {13: "S", 8: "S"}),
    "R18: one of two": Example("R18", (4, 2), {13: "SS"}, {13: "S", 9: "S"}),
    "R27: past the bar": Example("R27", (4, 2), {25: "S", 13: "S"}, {13: "", 7: "S"}),
    "R34: too early": Example("R34", (4, 2), {13: "S", 4: "S"}, {13: "", 4: "", 11: "S"}),
}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_verdict_cites_the_rule(name: str, side: Side) -> None:
    example = EXAMPLES[name]
    verdict = judged(example, side)
    assert (verdict.rules[0] if verdict.rules else LEGAL) == example.rule, verdict
    assert verdict.legal is (example.rule is LEGAL)
    for fault in verdict.faults:
        assert fault.message.endswith(".")
        assert "{" not in fault.message


def test_every_rule_between_has_examples_of_both_kinds() -> None:
    for number in range(3, 17):
        rule = f"A{number}"
        if rule in ("A5", "A6"):
            continue  # the start, below
        kinds = {each.rule is LEGAL for name, each in EXAMPLES.items() if name.startswith(f"{rule}:")}
        assert kinds == {True, False}, rule


def test_a2_what_a_side_has() -> None:
    two_generals = replace(START, points=(*START.points[:5], "SSCC", *START.points[6:]))
    assert [fault for fault in two_generals.faults() if "(A2)" in fault]
    moved = judge(START, Side.LIGHT, (6, 5), two_generals)
    assert moved.rules == ("A2",)


def test_a5_and_a6_the_start() -> None:
    assert START.seen == STARTS["nackgammon"]
    own = {point: stack for point, stack in enumerate(START.points, 1) if stack.isupper()}
    assert own == {24: "ED", 23: "OS", 13: "SSGS", 8: "SGS", 6: "SSSC"}
    assert not START.faults()
    assert START.view(Side.LIGHT) == START.view(Side.DARK)


def test_a17_a_gammon_is_one_by_the_counts() -> None:
    abak = rulebook("abak")
    home = board({4: "s"})
    assert abak.ending(home) == (Side.LIGHT, "single")
    none_off = replace(START, points=tuple("" if each.isupper() else each for each in START.points))
    assert abak.ending(replace(none_off, off=("SSSSSSSSSGGCDEO", ""))) == (Side.LIGHT, "backgammon")
    assert abak.ending(START) is None


def test_the_way_back_leads_to_a_legal_board() -> None:
    verdict = judged(EXAMPLES["A4: from below"], Side.LIGHT)
    before = board({13: "GSS"})
    assert [str(move) for move in verdict.way_back] == ["light G 7 -> 13", "light S 13 -> 7"]
    assert judge(before, Side.LIGHT, (4, 2), verdict.nearest[0].result).legal


def test_what_a_camera_sees_fits_several_plays_that_look_alike() -> None:
    before = board({13: "GS", 8: "S"})
    seen = board({13: "", 9: "S", 11: "G", 8: "S"}).seen
    verdict = judge(before, Side.LIGHT, (4, 2), seen)
    assert verdict.legal
    assert {play.result.points[8] + play.result.points[10] for play in verdict.plays} == {"SG", "GS"}


def test_an_illegal_board_seen_by_counts_alone_has_its_rule_too() -> None:
    before = board({13: "E", 6: "SS", 20: "ss"})
    after = board({10: "E", 5: "S", 6: "S", 20: "ss"}).seen
    verdict = judge(before, Side.LIGHT, (3, 1), after)
    assert (verdict.legal, verdict.rules) == (False, ("A7",))


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(positions(), st.sampled_from(SIDES), st.sampled_from(ROLLS), st.randoms(use_true_random=False))
def test_whatever_lies_there_is_legal_or_breaks_a_rule(
    before: AbakPosition, side: Side, dice: Dice, chance: Random
) -> None:
    """One checker put anywhere: legal exactly where a legal play leaves it, else with a rule that the book knows."""
    points = list(before.points)
    start = chance.choice([point for point, stack in enumerate(points) if stack] or [0])
    place = chance.randint(0, max(len(points[start]) - 1, 0))
    letter = points[start][place : place + 1]
    points[start] = points[start].replace(letter, "", 1) if letter else ""
    points[chance.randint(0, 23)] += letter
    after = replace(before, points=tuple(points))
    legal = {play.result for play in legal_plays(before, side, dice)}
    for found in (after, after.seen):
        verdict = judge(before, side, dice, found)
        assert verdict.legal is (found in legal if found is after else found in {each.seen for each in legal})
        assert verdict.legal or set(verdict.rules) <= set(rulebook("abak").rules)
        assert bool(verdict.rules) is not verdict.legal
        assert all("{" not in fault.message and fault.message.endswith(".") for fault in verdict.faults)
        assert {play.result for play in verdict.nearest} <= legal


def test_every_rule_has_one_short_sentence() -> None:
    assert list(ABAK_RULES) == [f"A{number}" for number in range(1, 18)]
    for text in ABAK_RULES.values():
        assert text.endswith(".")
        assert text.count(". ") == 0
        assert len(text) <= 110
