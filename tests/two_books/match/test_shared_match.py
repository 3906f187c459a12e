"""The match that the log tells: what fits, what is refused, what consent changes."""

from __future__ import annotations

import pytest

from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.match.state import Phase
from arbiter.position import Side
from arbiter.rules import Rules
from tests.two_books.match.logs import AGREED, GUEST, HOST, begun, entry, match_by_lot, play, says
from two_books import shared_dice
from two_books.bodies import (
    AcceptedLoss,
    Agreed,
    AskedBack,
    AskedScore,
    BeaveredBy,
    Checked,
    Consent,
    DiceHidden,
    DiceShared,
    DiceShown,
    DoubledBy,
    DroppedBy,
    GaveUp,
    Opened,
    Played,
    PlaysOn,
    Rolled,
    Said,
    TakenBy,
)
from two_books.shared_match import DoesNotFitError, Judge, SharedMatch, expected, match_of


@pytest.mark.parametrize("seed", range(20))
def test_a_match_by_lot_is_the_same_however_often_it_is_folded(seed: int) -> None:
    log, match = match_by_lot(seed)
    assert match.over
    assert match_of(log) == match
    kept = [event_from_json(event_to_json(event)) for event in match.events]
    assert fold(kept).score == match.state.score
    assert len(record_of(match.events).games) == match.state.game
    judge = Judge()
    assert not any(judge(log[:number], each) for number, each in enumerate(log))


def test_a_roll_and_a_play_go_round() -> None:
    match = begun()
    match = says(match, HOST, play(match.state))
    assert (match.state.phase, match.state.player) == (Phase.TO_ROLL, GUEST)
    match = says(match, GUEST, Rolled(1, 1, (6, 2)), Rolled(1, 1, (6, 3)))
    assert match.state.dice == (6, 3)


REFUSED: list[tuple[Side, Said, str]] = [
    (GUEST, Rolled(1, 0, (3, 1)), "not your turn"),
    (HOST, Rolled(1, 1, (3, 1)), "moved on"),
    (HOST, DoubledBy(1, 0), "before rolling"),
    (GUEST, TakenBy(1, 0), "other player"),
    (GUEST, Opened(1, GUEST, (3, 1)), "host's board"),
    (HOST, Opened(1, HOST, (3, 3)), "R9"),
    (HOST, Opened(2, HOST, (3, 1)), "not over"),
    (GUEST, AGREED, "for the host"),
    (HOST, AGREED, "already"),
    (GUEST, AcceptedLoss(1, 0), "Nobody has offered"),
    (GUEST, Checked(1, (0, 0)), "moved on"),
    (GUEST, AskedBack(1, 0), "moved on"),
    (GUEST, Consent(1, True), "moved on"),
    (GUEST, DiceHidden(1, 0, "0" * 64), "no dice"),
    (HOST, Played(1, 0, (2, 1), "13/11 6/5", begun().state.position), "other dice"),
    (HOST, Played(1, 0, (3, 1), "8/5 6/5", begun().state.position), "no legal play"),
]


@pytest.mark.parametrize(("by", "said", "why"), REFUSED)
def test_what_does_not_fit_is_refused_with_one_sentence(by: Side, said: Said, why: str) -> None:
    with pytest.raises(DoesNotFitError, match=why):
        says(begun(), by, said)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(), Rules(must_be_legal=True, variant="abak"),
        Rules(must_be_legal=True, length=0, automatic_doubles=1), Rules(must_be_legal=True, coach=True),
    ],
)  # fmt: skip
def test_rules_that_two_boards_cannot_keep_are_refused(rules: Rules) -> None:
    with pytest.raises(DoesNotFitError):
        says(SharedMatch(), HOST, Agreed(rules, ("Ann", "Ben"), HOST))


def to_roll_of_guest() -> SharedMatch:
    match = begun()
    return says(match, HOST, play(match.state))


def test_double_take_beaver_and_drop() -> None:
    match = says(to_roll_of_guest(), GUEST, DoubledBy(1, 1))
    with pytest.raises(DoesNotFitError, match="other player"):
        says(match, GUEST, TakenBy(1, 1))
    with pytest.raises(DoesNotFitError):
        says(match, HOST, BeaveredBy(1, 1))  # in a match nobody beavers
    taken = says(match, HOST, TakenBy(1, 1))
    assert (taken.state.cube.value, taken.state.cube.owner, taken.state.player) == (2, HOST, GUEST)
    dropped = says(match, HOST, DroppedBy(1, 1))
    assert dropped.state.score == (0, 1)
    money = says(SharedMatch(), HOST, Agreed(Rules(length=0, beavers=True, must_be_legal=True), ("A", "B"), HOST))
    money = says(money, HOST, Opened(1, HOST, (3, 1)))
    money = says(money, HOST, play(money.state))
    beavered = says(money, GUEST, DoubledBy(1, 1))
    beavered = says(beavered, HOST, BeaveredBy(1, 1))
    assert beavered.state.answerer is GUEST
    assert says(beavered, GUEST, TakenBy(1, 1)).state.cube.value == 4


def test_a_game_is_given_up_and_the_next_begins_once_both_have_seen_its_end() -> None:
    match = says(to_roll_of_guest(), GUEST, GaveUp(1, 1, "gammon"))
    with pytest.raises(DoesNotFitError, match="other player"):
        says(match, GUEST, AcceptedLoss(1, 1))
    assert says(match, HOST, PlaysOn(1, 1)).state.resignation is None
    assert says(match, GUEST, PlaysOn(1, 1)).state.resignation is None
    over = says(match, HOST, AcceptedLoss(1, 1))
    assert over.state.score == (2, 0)
    with pytest.raises(DoesNotFitError, match="not over at both"):
        says(over, HOST, Opened(2, HOST, (3, 1)))
    with pytest.raises(DoesNotFitError, match="do not agree"):
        says(over, GUEST, Checked(1, (0, 2)))
    both = says(says(over, GUEST, Checked(1, (2, 0))), HOST, Checked(1, (2, 0)))
    crawford = says(both, HOST, Opened(2, HOST, (3, 1)))
    assert crawford.state.crawford


def test_a_play_is_taken_back_with_consent_and_later_rolls_come_again() -> None:
    match = says(to_roll_of_guest(), GUEST, Rolled(1, 1, (6, 2)))
    first = match.state.turns[0].play
    with pytest.raises(DoesNotFitError, match="one's own"):
        says(match, GUEST, AskedBack(1, 0))
    asked = says(match, HOST, AskedBack(1, 0))
    assert asked.asked
    with pytest.raises(DoesNotFitError, match="waits"):
        says(asked, GUEST, AskedScore((1, 0)))
    with pytest.raises(DoesNotFitError, match="other player"):
        says(asked, HOST, Consent(asked.asked.number, True))
    declined = says(asked, GUEST, Consent(asked.asked.number, False))
    assert declined.refused == AskedBack(1, 0)
    assert declined.state == match.state
    played = says(asked, GUEST, play(asked.state))  # who plays on does not agree
    assert (played.asked, played.refused) == (None, AskedBack(1, 0))
    deeper = says(played, HOST, AskedBack(1, 0))
    assert deeper.asked
    both = says(deeper, GUEST, Consent(deeper.asked.number, True))  # their play goes with it
    assert (both.state.phase, both.state.player, both.state.turns) == (Phase.MOVING, HOST, ())
    assert both.kept == ((GUEST, (6, 2)),)
    back = says(asked, GUEST, Consent(asked.asked.number, True))
    assert (back.state.phase, back.state.player, back.state.turns) == (Phase.MOVING, HOST, ())
    assert back.kept == ((GUEST, (6, 2)),)
    other = says(back, HOST, play(back.state, 5))
    assert other.state.turns[0].play != first
    with pytest.raises(DoesNotFitError, match="comes again"):
        says(other, GUEST, Rolled(1, 1, (6, 6)))
    assert says(other, GUEST, Rolled(1, 1, (2, 6))).kept == ()


def test_the_score_is_changed_with_consent() -> None:
    asked = says(begun(), GUEST, AskedScore((0, 1)))
    assert asked.asked
    assert says(asked, HOST, Consent(asked.asked.number, True)).state.score == (0, 1)


def test_dice_of_both_programs() -> None:
    match = begun(Agreed(AGREED.rules, AGREED.names, HOST, "program"))
    match = says(match, HOST, play(match.state))
    with pytest.raises(DoesNotFitError, match="both programs"):
        says(match, GUEST, Rolled(1, 1, (6, 6)))
    share, other = "01" * 32, "02" * 32
    hidden = says(match, GUEST, DiceHidden(1, 1, shared_dice.digest_of(share)))
    with pytest.raises(DoesNotFitError):
        says(hidden, GUEST, DiceHidden(1, 1, shared_dice.digest_of("03" * 32)))  # none is chosen anew
    with pytest.raises(DoesNotFitError):
        says(hidden, GUEST, DiceShared(1, 1, other))
    shared = says(hidden, HOST, DiceShared(1, 1, other))
    for said in (DoubledBy(1, 1), AskedScore((0, 1))):  # nothing is said by whose program may know the roll
        with pytest.raises(DoesNotFitError, match="being thrown"):
            says(shared, GUEST, said)
    assert says(shared, HOST, AskedBack(1, 0)).asked
    with pytest.raises(DoesNotFitError, match="not the one"):
        says(shared, GUEST, DiceShown(1, 1, "04" * 32))
    assert says(shared, GUEST, DiceShown(1, 1, share)).state.dice == shared_dice.roll_of(share, other)


def test_dice_of_both_programs_are_fair() -> None:
    """Chi squared of 36 pairs over 7,200 rolls; 57.3 is exceeded once in a hundred times."""
    counts = dict.fromkeys(((one, two) for one in range(1, 7) for two in range(1, 7)), 0)
    for number in range(7200):
        counts[shared_dice.roll_of(f"{number:064x}", "ab" * 32)] += 1
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 57.3


def test_own_proposals_count_before_they_have_a_number_and_unfit_ones_do_not() -> None:
    match = begun()
    waiting = [entry(match, HOST, play(match.state)).body, {"kind": "nonsense"}]
    assert len(expected(match, "host", waiting).state.turns) == 1
