"""How far the faces read from a set of dice are believed, and what plays teach about them."""

from __future__ import annotations

from arbiter.match.commands import Double, Take
from arbiter.plays import Dice
from arbiter.position import START, Side
from arbiter.referee.trust import Owner, Trust
from tests.arbiter_referee.stage import DARK, FPS, LIGHT, moved, opened

Settled = tuple[Owner, Dice, Dice]
"""(whose set, what its dice showed, what they looked like)."""
RIGHT: list[Settled] = [(LIGHT, dice, dice) for dice in ((1, 2), (3, 4), (5, 6))]
"""Every face read right once."""
THREE_AS_FIVE: Settled = (LIGHT, (3, 1), (5, 1))


def plainly(face: int) -> list[float]:
    """What the looks at a die say that surely looks like one face."""
    return [0.0 if face == looked else -8.0 for looked in range(1, 7)]


def taught(trust: Trust, *turns: Settled, share: float = 1.0) -> Trust:
    """After turns whose dice showed one roll and looked like another; share: how likely it is that they did."""
    for owner, showed, looked in turns:
        looks = (plainly(looked[0]), plainly(looked[1]))
        trust = trust.learned((owner, owner), looks, {showed: share, looked: 1 - share} if share < 1 else {showed: 1})
    return trust


def cost(trust: Trust, shown: int, looked: int, owner: Owner = LIGHT) -> float:
    """What it costs that a die which surely looks like one face shows another one, in nats."""
    beside = DARK if owner is not DARK else LIGHT
    rolls = trust.pairs((owner, beside), (plainly(looked), plainly(1)))
    return rolls[looked, 1] - rolls[shown, 1]


def test_a_set_that_nothing_is_known_of_is_believed() -> None:
    assert cost(Trust(), 3, 5) > 5.5


def test_a_confusion_seen_before_is_likely_again_and_only_that_one() -> None:
    trust = taught(Trust(), THREE_AS_FIVE, THREE_AS_FIVE)
    assert cost(trust, 3, 5) < 1.5
    assert cost(trust, 4, 5) > cost(trust, 3, 5) + 2.0


def test_one_misread_die_makes_the_other_faces_and_the_other_set_suspect() -> None:
    trust = taught(Trust(), THREE_AS_FIVE)
    assert cost(trust, 6, 2) < cost(Trust(), 6, 2) - 1.5
    assert cost(trust, 6, 2, DARK) < cost(Trust(), 6, 2, DARK) - 1.0


def test_faces_read_right_again_and_again_are_believed_more() -> None:
    assert cost(taught(Trust(), *3 * RIGHT), 3, 5) > cost(Trust(), 3, 5) + 0.5
    misread = taught(Trust(), THREE_AS_FIVE)
    assert cost(taught(misread, *3 * RIGHT), 6, 2) > cost(misread, 6, 2) + 1.0


def test_what_may_have_been_a_misread_die_speaks_for_a_confusion_by_as_much_as_it_may() -> None:
    once = taught(Trust(), THREE_AS_FIVE, share=0.2)
    assert cost(taught(Trust(), THREE_AS_FIVE), 3, 5) + 0.5 < cost(once, 3, 5) < cost(Trust(), 3, 5) - 1.0


def test_other_dice_read_right_do_not_make_a_face_that_was_misread_believed_again() -> None:
    trust = taught(Trust(), THREE_AS_FIVE)
    others = 8 * [(LIGHT, dice, dice) for dice in ((1, 2), (4, 6))] + 8 * [(DARK, dice, dice) for _, dice, _ in RIGHT]
    assert cost(taught(trust, *others), 3, 5) < cost(trust, 3, 5) + 1.0
    assert cost(taught(trust, *8 * [(LIGHT, (3, 1), (3, 1))]), 3, 5) > cost(trust, 3, 5) + 2.0


def test_an_evening_of_misread_dice_stays_a_number() -> None:
    trust = taught(Trust(), *300 * [THREE_AS_FIVE])
    assert 0 < cost(trust, 3, 5) < 1.0
    assert cost(trust, 4, 5) > 1.0


def test_dice_whose_set_nobody_can_tell_are_a_set_of_their_own() -> None:
    trust = taught(Trust(), (None, (3, 1), (5, 1)), (None, (3, 1), (5, 1)))
    assert cost(trust, 3, 5, None) < cost(trust, 3, 5, Side.LIGHT)


def test_what_was_learned_of_misread_dice_outlives_a_double() -> None:
    """A die that shows 1 looks like a 3. The first such play is warned of; after a double the next one is not."""
    stage = opened((4, 3)).put(moved(START, LIGHT, (24, 23), (13, 9))).lift()
    assert stage.said[-1] == "illegal"
    stage.throw((6, 4), "left").play("24/14").lift()
    stage.events += stage.referee.handle(Double(), stage.frame, stage.frame / FPS)
    stage.events += stage.referee.handle(Take(), stage.frame, stage.frame / FPS)
    stage.events.clear()
    stage.throw((6, 3)).put(moved(stage.position, LIGHT, (13, 7), (8, 7))).lift()
    assert "illegal" not in stage.said
    assert stage.state.turns[-1].play == "13/7 8/7"


def test_a_face_that_misleads_about_one_die_misleads_about_both() -> None:
    """3-3 that looks like 5-5 costs little more than one 3 that looks like a 5; 3-4 that looks so costs far more."""
    rolls = Trust().pairs((LIGHT, LIGHT), (plainly(5), plainly(5)))
    assert rolls[3, 3] > rolls[3, 5] - 1.5
    assert rolls[3, 4] < rolls[3, 5] - 2.5
