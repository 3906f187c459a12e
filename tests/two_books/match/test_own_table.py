"""What our table still has to say, and what it lacks, beside the log: once each, and nothing that is answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from arbiter.match.answers import answer
from arbiter.match.commands import (
    CorrectDice,
    CorrectScore,
    Double,
    Drop,
    EditTurn,
    IntendCube,
    NewMatch,
    OpponentDecided,
    Refuse,
    Resign,
    Take,
    Undo,
)
from arbiter.match.entered_events import ScoreCorrected
from arbiter.match.events import Doubled, Event, GameStarted, IllegalPlay, MatchStarted, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.match.opponent_answers import said_now
from arbiter.match.state import MatchState, Phase
from arbiter.notation import find_play
from arbiter.position import START, Side
from tests.two_books.match.logs import AGREED, GUEST, HOST, begun, play, says
from two_books.bodies import (
    AcceptedLoss,
    AskedBack,
    AskedScore,
    Checked,
    Consent,
    DoubledBy,
    DroppedBy,
    GaveUp,
    Opened,
    Played,
    PlaysOn,
    Rolled,
    TakenBy,
)
from two_books.mirrored import in_step, lacking
from two_books.own_table import seat_of
from two_books.published import missing
from two_books.shared_match import SharedMatch

AT = (1, 1.0)


def table(match: SharedMatch, own: Side, *events: Event) -> MatchState:
    """Our table in its match, and what happened there."""
    seat = seat_of(match, own)
    assert seat
    assert match.agreed
    first = (MatchStarted(*AT, match.agreed.rules, match.agreed.names, opponent=seat), GameStarted(*AT, START))
    return fold([*first, *events])


def turns_of(match: SharedMatch) -> Sequence[Event]:
    return [event for event in match.events if isinstance(event, RollSeen | PlayMade)]


def guest_to_roll() -> SharedMatch:
    match = begun()
    return says(match, HOST, play(match.state))


def test_the_match_is_begun_where_it_is_not_played_yet() -> None:
    match = says(SharedMatch(), HOST, AGREED)
    entered = lacking(MatchState(), match, HOST)
    assert entered == NewMatch(AGREED.rules, AGREED.names, opponent=seat_of(match, HOST))
    assert missing(MatchState(), match, HOST) is None


def test_a_match_that_is_over_is_not_begun_again_at_a_table_that_has_lost_it() -> None:
    match = begun(replace(AGREED, rules=replace(AGREED.rules, length=1)))
    match = says(match, HOST, GaveUp(1, 0, "single"))
    over = says(match, GUEST, AcceptedLoss(1, 0))
    assert over.over
    assert lacking(MatchState(), over, HOST) is None
    assert missing(MatchState(), over, HOST) is None


def test_opening_dice_are_said_by_the_host_and_entered_at_the_guests() -> None:
    match = says(SharedMatch(), HOST, AGREED)
    rolled = RollSeen(*AT, GUEST, (2, 6))
    assert missing(table(match, HOST, rolled), match, HOST) == Opened(1, GUEST, (2, 6))
    assert missing(table(match, GUEST, rolled), match, GUEST) is None
    opened = says(match, HOST, Opened(1, GUEST, (2, 6)))
    assert lacking(table(opened, GUEST), opened, GUEST) == CorrectDice((2, 6), GUEST)
    assert lacking(table(opened, GUEST, rolled), opened, GUEST) is None
    assert missing(table(opened, HOST, RollSeen(*AT, HOST, (6, 2))), opened, HOST) == Opened(1, HOST, (6, 2))


def test_a_roll_and_a_play_are_said_one_after_the_other_also_after_a_restart() -> None:
    match = guest_to_roll()
    roll = RollSeen(*AT, GUEST, (6, 2))
    made = play(says(match, GUEST, Rolled(1, 1, (6, 2))).state)
    played = PlayMade(*AT, GUEST, (6, 2), made.play, made.position)
    ours = table(match, GUEST, *turns_of(match), roll, played)
    assert missing(ours, match, GUEST) == Rolled(1, 1, (6, 2))
    match = says(match, GUEST, Rolled(1, 1, (6, 2)))
    assert missing(ours, match, GUEST) == Played(1, 1, (6, 2), made.play, made.position)
    match = says(match, GUEST, made)
    assert missing(ours, match, GUEST) is None
    assert in_step(ours, match, GUEST)
    assert not in_step(table(match, HOST, *turns_of(guest_to_roll())), match, HOST)


def test_a_double_that_is_answered_is_not_made_again_before_our_table_knows() -> None:
    match = guest_to_roll()
    ours = table(match, GUEST, *turns_of(match))
    ours = fold(answer(ours, Double(), *AT), ours)
    assert missing(ours, match, GUEST) == DoubledBy(1, 1)
    taken = says(says(match, GUEST, DoubledBy(1, 1)), HOST, TakenBy(1, 1))
    assert missing(ours, taken, GUEST) is None


def test_an_offer_that_is_refused_is_not_made_again_before_our_table_knows() -> None:
    match = guest_to_roll()
    ours = table(match, GUEST, *turns_of(match))
    ours = fold(answer(ours, Resign(GUEST, "single"), *AT), ours)
    assert missing(ours, match, GUEST) == GaveUp(1, 1, "single")
    offered = says(match, GUEST, GaveUp(1, 1, "single"))
    theirs = table(match, HOST, *turns_of(match))
    assert lacking(theirs, offered, HOST) == OpponentDecided(theirs.actions, Resign(GUEST, "single"))
    assert missing(theirs, offered, HOST) is None
    assert missing(ours, says(offered, HOST, PlaysOn(1, 1)), GUEST) is None


def test_a_double_after_an_offer_that_was_refused_reaches_our_table() -> None:
    match = says(guest_to_roll(), GUEST, GaveUp(1, 1, "single"))
    host = table(match, HOST, *turns_of(match))
    offered = lacking(host, match, HOST)
    assert offered
    host = fold(answer(host, said_now(host, offered), *AT), host)
    host = fold(answer(host, Refuse(), *AT), host)
    match = says(match, HOST, PlaysOn(1, 1))
    assert lacking(host, match, HOST) is None
    doubled = says(match, GUEST, DoubledBy(1, 1))
    entered = lacking(host, doubled, HOST)
    assert entered == OpponentDecided(host.actions, IntendCube(True))
    host = fold(answer(host, said_now(host, entered), *AT), host)
    assert (host.phase, lacking(host, doubled, HOST)) == (Phase.DOUBLED, None)


def test_an_illegal_play_after_one_that_was_taken_back_is_begun_anew() -> None:
    match = guest_to_roll()
    asked = says(match, HOST, AskedBack(1, 0))
    taken_back = says(asked, GUEST, Consent(asked.number, True))
    roll = RollSeen(*AT, GUEST, (4, 2))
    wrong = IllegalPlay(*AT, GUEST, (4, 2), (), "No.", match.state.position, provisional=False)
    guest = table(match, GUEST, *turns_of(match), roll, wrong)
    assert (guest.phase, lacking(guest, taken_back, GUEST)) == (Phase.CORRECTING, Undo())
    guest = fold(answer(guest, Undo(), *AT), guest)
    assert (guest.phase, guest.dice, lacking(guest, taken_back, GUEST)) == (Phase.MOVING, (4, 2), None)


def test_a_play_that_was_taken_back_here_is_asked_for_once() -> None:
    match = guest_to_roll()
    ours = table(match, HOST, *turns_of(match)[:1])
    assert missing(ours, match, HOST) == AskedBack(1, 0)
    asked = says(match, HOST, AskedBack(1, 0))
    assert missing(ours, asked, HOST) is None
    again = table(match, HOST, *turns_of(match))
    assert missing(again, asked, HOST) == Consent(asked.number, agrees=False)
    declined = says(asked, GUEST, Consent(asked.number, agrees=False))
    assert missing(ours, declined, HOST) is None


def test_a_play_that_the_other_does_not_agree_to_is_put_back_at_our_table() -> None:
    match = begun()
    asked = says(says(match, HOST, play(match.state)), HOST, AskedBack(1, 0))
    assert asked.asked
    other = play(match.state, 5)
    made = PlayMade(*AT, HOST, (3, 1), other.play, other.position)
    ours = table(match, HOST, *turns_of(match), made)
    assert lacking(ours, asked, HOST) is None  # they are asked first
    declined = says(asked, GUEST, Consent(asked.asked.number, False))
    turn = declined.state.turns[0]
    assert lacking(ours, declined, HOST) == EditTurn(1, 1, turn.dice, turn.play, confirmed=True)


def test_an_own_play_that_is_blocked_by_what_the_other_plays_instead_is_made_anew() -> None:
    """Their play was taken back as ours was finished; the one in its place makes the point that ours goes over."""
    first, instead = (find_play(text, START, HOST, (3, 1)) for text in ("24/23 24/21", "8/5 6/5"))
    roll = RollSeen(*AT, GUEST, (4, 2))
    match = says(begun(), HOST, Played(1, 0, (3, 1), "8/5 6/5", instead.result))
    match = says(match, GUEST, Rolled(1, 1, (4, 2)))
    for text, wanted in (("24/20 13/11", Undo()), ("13/9 13/11", None)):
        ours = find_play(text, first.result, GUEST, (4, 2))
        opening = (RollSeen(*AT, HOST, (3, 1)), PlayMade(*AT, HOST, (3, 1), "24/23 24/21", first.result))
        guest = table(match, GUEST, *opening, roll, PlayMade(*AT, GUEST, (4, 2), text, ours.result))
        entered = lacking(guest, match, GUEST)
        assert entered == EditTurn(1, 1, (3, 1), "8/5 6/5", confirmed=True)
        guest = fold(answer(guest, entered, *AT), guest)
        assert lacking(guest, match, GUEST) == wanted
        assert isinstance(missing(guest, match, GUEST), Played) is (wanted is None)


def test_what_was_said_of_the_cube_stands_where_somebody_takes_it_back_at_our_table() -> None:
    match = guest_to_roll()
    ours, theirs = (table(match, side, *turns_of(match)) for side in (GUEST, HOST))
    doubled = says(match, GUEST, DoubledBy(1, 1))
    assert lacking(ours, doubled, GUEST) == Double()
    assert lacking(theirs, doubled, HOST) is None  # their seat's opponent says so
    taken = says(doubled, HOST, TakenBy(1, 1))
    assert lacking(ours, taken, GUEST) == Double()
    waits = fold([Doubled(*AT, GUEST, 2)], theirs)
    assert lacking(waits, doubled, HOST) is None
    assert lacking(waits, taken, HOST) == Take()
    assert lacking(waits, says(doubled, HOST, DroppedBy(1, 1)), HOST) == Drop()


@pytest.mark.parametrize("agrees", [True, False])
def test_another_score_is_asked_for_and_what_was_declined_is_put_back(agrees: bool) -> None:
    match = begun()
    turns = turns_of(match)
    ours, theirs = table(match, GUEST, *turns, ScoreCorrected(*AT, (1, 0))), table(match, HOST, *turns)
    assert missing(ours, match, GUEST) == AskedScore((1, 0))
    assert lacking(ours, match, GUEST) is None
    asked = says(match, GUEST, AskedScore((1, 0)))
    assert (missing(ours, asked, GUEST), lacking(ours, asked, GUEST)) == (None, None)
    said = says(asked, HOST, Consent(asked.number, agrees))
    assert missing(theirs, said, HOST) is None
    assert lacking(theirs, said, HOST) == (CorrectScore((1, 0)) if agrees else None)
    assert lacking(ours, said, GUEST) == (None if agrees else CorrectScore((0, 0)))


def test_the_end_of_a_game_is_checked_by_both() -> None:
    match = says(guest_to_roll(), GUEST, GaveUp(1, 1, "single"))
    ours = table(match, GUEST, *turns_of(match))
    ours = fold(answer(ours, Resign(GUEST, "single"), *AT), ours)
    over = says(match, HOST, AcceptedLoss(1, 1))
    ended = fold([event for event in over.events if event.name == "game_over"], ours)
    assert missing(ended, over, GUEST) == Checked(1, (1, 0))
    assert missing(ended, says(over, GUEST, Checked(1, (1, 0))), GUEST) is None
