"""What both players have to agree to: another position, another game, going on although the boards differ."""

from __future__ import annotations

import pytest

from arbiter.match.answers import answer
from arbiter.match.commands import Command, CorrectPosition, NewGame, Undo
from arbiter.match.entered_events import PositionEntered
from arbiter.match.events import IntendedPlay, Misplaced, PlayMade
from arbiter.match.fold import fold
from arbiter.match.state import MatchState, Phase
from arbiter.position import Position, Side
from tests.two_books.match.logs import AGREED, GUEST, HOST, begun, play, says
from tests.two_books.match.test_own_table import AT, guest_to_roll, table, turns_of
from two_books.bodies import AskedGame, AskedOn, AskedPosition, AskedScore, Consent, Opened, Rolled
from two_books.errors import TwoBooksError
from two_books.joined_match import Shown
from two_books.link import Peer
from two_books.mirrored import in_step, lacking
from two_books.published import missing
from two_books.shared_match import DoesNotFitError, SharedMatch
from two_books.shown import shown_json


def entered(state: MatchState, *commands: Command) -> MatchState:
    """Our table after people have entered this."""
    for command in commands:
        state = fold(answer(state, command, *AT), state)
    return state


def moved(position: Position, side: Side = HOST, start: int = 6, end: int = 5) -> Position:
    return position.moved(side, [(start, end)])


def tables(match: SharedMatch) -> tuple[MatchState, MatchState]:
    turns = turns_of(match)
    return table(match, HOST, *turns), table(match, GUEST, *turns)


def test_another_position_is_asked_for_and_entered_at_both() -> None:
    match = guest_to_roll()
    host, guest = tables(match)
    other = moved(match.state.position)
    host = entered(host, CorrectPosition(other))
    what = AskedPosition(1, 1, other)
    assert missing(host, match, HOST) == what
    assert lacking(host, match, HOST) is None
    asked = says(match, HOST, what)
    assert (missing(host, asked, HOST), lacking(host, asked, HOST), lacking(guest, asked, GUEST)) == (None, None, None)
    agreed = says(asked, GUEST, Consent(asked.number, agrees=True))
    assert agreed.state.position == other
    assert (missing(host, agreed, HOST), lacking(host, agreed, HOST)) == (None, None)
    assert missing(guest, agreed, GUEST) is None
    assert lacking(guest, agreed, GUEST) == CorrectPosition(other)
    guest = entered(guest, CorrectPosition(other))
    assert in_step(guest, agreed, GUEST)
    assert in_step(host, agreed, HOST)
    assert (missing(guest, agreed, GUEST), lacking(guest, agreed, GUEST)) == (None, None)


def test_a_position_that_was_refused_is_taken_away_again_and_may_be_agreed_on_later() -> None:
    match = guest_to_roll()
    host, guest = tables(match)
    lies, other, third = match.state.position, moved(match.state.position), moved(match.state.position, GUEST, 8, 4)
    host = entered(host, CorrectPosition(other))
    refused = says(match, HOST, AskedPosition(1, 1, other))
    refused = says(refused, GUEST, Consent(refused.number, agrees=False))
    assert missing(host, refused, HOST) is None
    assert lacking(host, refused, HOST) == CorrectPosition(lies)
    host = entered(host, CorrectPosition(lies))
    assert in_step(host, refused, HOST)
    guest = entered(guest, CorrectPosition(third))
    assert missing(guest, refused, GUEST) == AskedPosition(1, 1, third)
    agreed = says(refused, GUEST, AskedPosition(1, 1, third))
    agreed = says(agreed, HOST, Consent(agreed.number, agrees=True))
    assert missing(host, agreed, HOST) is None
    assert lacking(host, agreed, HOST) == CorrectPosition(third)
    host = entered(host, CorrectPosition(third), CorrectPosition(lies))  # and back, by the host
    assert missing(host, agreed, HOST) == AskedPosition(1, 1, lies)
    assert lacking(guest, agreed, GUEST) is None


def test_who_plays_on_has_not_agreed_and_the_log_wins() -> None:
    match = guest_to_roll()
    host, _ = tables(match)
    host = entered(host, CorrectPosition(moved(match.state.position)))
    asked = says(match, HOST, AskedPosition(1, 1, moved(match.state.position)))
    rolled = says(asked, GUEST, Rolled(1, 1, (6, 2)))
    assert rolled.asked
    played = says(rolled, GUEST, play(rolled.state))
    assert played.asked is None
    assert missing(host, played, HOST) is None
    assert lacking(host, played, HOST) == CorrectPosition(match.state.position)


def test_an_answer_that_comes_too_late_ends_the_question() -> None:
    match = guest_to_roll()
    game = AskedGame(2, moved(match.state.position), HOST, 2, GUEST, crawford=False, score=(1, 0))
    asked = says(match, GUEST, game)
    over = says(asked, GUEST, Rolled(1, 1, (6, 2)))
    assert says(over, HOST, Consent(asked.number, agrees=True)).state.game == 2
    with pytest.raises(DoesNotFitError, match="moved on"):
        says(match, GUEST, AskedGame(3, moved(match.state.position), HOST, 2, GUEST, crawford=False, score=(1, 0)))


@pytest.mark.parametrize("agrees", [True, False])
def test_another_game_from_a_position_with_its_cube_turn_and_score(agrees: bool) -> None:
    match = guest_to_roll()
    host, guest = tables(match)
    other = moved(match.state.position)
    command = NewGame(other, HOST, 2, GUEST, score=(1, 0))
    host = entered(host, command)
    what = AskedGame(2, other, HOST, 2, GUEST, crawford=False, score=(1, 0))
    assert missing(host, match, HOST) == what
    asked = says(match, HOST, what)
    assert (missing(host, asked, HOST), lacking(host, asked, HOST)) == (None, None)
    said = says(asked, GUEST, Consent(asked.number, agrees))
    assert (missing(host, said, HOST), missing(guest, said, GUEST)) == (None, None)
    if not agrees:
        assert lacking(host, said, HOST) == Undo()
        assert lacking(guest, said, GUEST) is None
        return
    state = said.state
    assert (state.game, state.player, state.cube.value, state.cube.owner, state.score) == (2, HOST, 2, GUEST, (1, 0))
    assert lacking(host, said, HOST) is None
    mirrored = lacking(guest, said, GUEST)
    assert isinstance(mirrored, NewGame)
    guest = entered(guest, mirrored)
    assert in_step(guest, said, GUEST)
    assert in_step(host, said, HOST)
    assert (missing(guest, said, GUEST), lacking(guest, said, GUEST)) == (None, None)
    assert says(said, HOST, Rolled(2, 0, (6, 6))).state.phase is Phase.MOVING


def test_the_cube_and_the_turn_before_the_first_play() -> None:
    match = begun()
    host, guest = tables(match)
    host = entered(host, NewGame(match.state.position, GUEST, 2, GUEST))
    what = AskedGame(1, match.state.position, GUEST, 2, GUEST, crawford=False, score=(0, 0))
    assert missing(host, match, HOST) == what
    said = says(match, HOST, what)
    said = says(said, GUEST, Consent(said.number, agrees=True))
    mirrored = lacking(guest, said, GUEST)
    assert isinstance(mirrored, NewGame)
    guest = entered(guest, mirrored)
    assert in_step(guest, said, GUEST)
    assert [missing(host, said, HOST), missing(guest, said, GUEST), lacking(host, said, HOST)] == [None] * 3


def test_a_game_that_is_agreed_on_before_the_first_roll_is_entered_and_asked_for_no_more() -> None:
    match = says(SharedMatch(), HOST, AGREED)
    host, guest = table(match, HOST), table(match, GUEST)
    host = entered(host, NewGame(host.position, GUEST, 2, GUEST, score=(1, 0)))
    what = AskedGame(1, host.position, GUEST, 2, GUEST, crawford=False, score=(1, 0))
    assert missing(host, match, HOST) == what
    said = says(match, HOST, what)
    said = says(said, GUEST, Consent(said.number, agrees=True))
    assert (missing(host, said, HOST), lacking(host, said, HOST)) == (None, None)
    assert missing(guest, said, GUEST) is None
    mirrored = lacking(guest, said, GUEST)
    assert isinstance(mirrored, NewGame)
    guest = entered(guest, mirrored)
    assert in_step(guest, said, GUEST)
    assert (missing(guest, said, GUEST), lacking(guest, said, GUEST)) == (None, None)
    guest = entered(guest, NewGame(guest.position, HOST, 4, HOST))
    assert missing(guest, said, GUEST) == AskedGame(1, guest.position, HOST, 4, HOST, crawford=False, score=(1, 0))


def test_who_takes_their_question_back_gets_their_own_board_back() -> None:
    match = guest_to_roll()
    host = entered(tables(match)[0], NewGame(moved(match.state.position), HOST, 2, GUEST, score=(1, 0)))
    what = missing(host, match, HOST)
    assert isinstance(what, AskedGame)
    asked = says(match, HOST, what)
    back = says(asked, HOST, Consent(asked.number, agrees=False))
    assert (missing(host, back, HOST), lacking(host, back, HOST)) == (None, Undo())
    assert [declined(back, side) for side in (HOST, GUEST)] == [None, None]
    refused = says(asked, GUEST, Consent(asked.number, agrees=False))
    assert [declined(refused, side) for side in (HOST, GUEST)] == ["The other does not agree.", None]


def declined(match: SharedMatch, own: Side) -> str | None:
    """What the card says of that."""
    shown = Shown(match, Peer(), own, in_step=True, other_in_step=True, other_name="The other")
    said = shown_json(shown)["declined"]
    return said and str(said)


def test_a_game_begun_anew_has_its_opening_roll() -> None:
    match = begun()
    said = says(match, GUEST, AskedGame(1, match.state.position, None, 1, None, crawford=False, score=(0, 0)))
    said = says(said, HOST, Consent(said.number, agrees=True))
    assert (said.state.phase, said.state.player) == (Phase.TO_ROLL, None)
    assert says(said, HOST, Opened(1, GUEST, (2, 1))).state.player is GUEST


def test_what_cannot_be_is_refused_with_a_sentence() -> None:
    match = guest_to_roll()
    lies = match.state.position
    for said in (
        AskedPosition(1, 0, lies), AskedPosition(1, 1, Position((15, *[0] * 25), (15, *[0] * 25))), AskedOn(1, 0),
        AskedGame(2, lies, HOST, 3, None, crawford=False, score=(0, 0)),
        AskedGame(2, lies, HOST, 1, None, crawford=False, score=(3, 0)),
    ):  # fmt: skip
        with pytest.raises(TwoBooksError):
            says(match, HOST, said)
    with pytest.raises(DoesNotFitError):
        says(says(SharedMatch(), HOST, AGREED), HOST, AskedOn(0, 0))


@pytest.mark.parametrize("what", [AskedOn(1, 1), AskedScore((1, 0))])
def test_who_asks_for_the_same_agrees(what: AskedOn | AskedScore) -> None:
    match = says(guest_to_roll(), HOST, what)
    with pytest.raises(DoesNotFitError, match="waits"):
        says(match, HOST, what)
    both = says(match, GUEST, what)
    assert both.asked is None
    assert both.goes_on == (what if isinstance(what, AskedOn) else None)
    assert both.state.score == ((1, 0) if isinstance(what, AskedScore) else (0, 0))


def test_both_go_on_although_a_play_is_not_seen() -> None:
    match = begun()
    made = play(match.state)
    before = table(match, GUEST, *turns_of(match))
    match = says(match, HOST, made)
    intends = IntendedPlay(*AT, HOST, made.dice, made.play, made.position)
    guest = fold([intends, Misplaced(*AT, HOST, moved(made.position), ())], before)
    assert lacking(guest, match, GUEST) is None
    asked = says(match, GUEST, AskedOn(1, 1))
    assert lacking(guest, asked, GUEST) is None
    both = says(asked, HOST, Consent(asked.number, agrees=True))
    assert lacking(guest, both, GUEST) == CorrectPosition(made.position)
    guest = entered(guest, CorrectPosition(made.position))
    assert isinstance(guest.last and guest.last.event, PlayMade)
    assert guest.entered_board is not None
    assert (guest.phase, guest.player) == (Phase.TO_ROLL, GUEST)
    assert in_step(guest, both, GUEST)
    assert (missing(guest, both, GUEST), lacking(guest, both, GUEST)) == (None, None)
    rolled = says(both, GUEST, Rolled(1, 1, (6, 2)))
    assert not says(rolled, GUEST, play(rolled.state)).asked


def test_the_position_entered_is_the_opponents_play() -> None:
    """Without a second board too: who sits before the computer says so where the camera does not see it."""
    match = begun()
    made = play(match.state)
    guest = table(match, GUEST, *turns_of(match))
    guest = fold([IntendedPlay(*AT, HOST, made.dice, made.play, made.position)], guest)
    events = answer(guest, CorrectPosition(made.position), *AT)
    assert events == (
        PlayMade(*AT, HOST, made.dice, made.play, made.position), PositionEntered(*AT, made.position)
    )  # fmt: skip
