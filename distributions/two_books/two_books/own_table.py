"""Where one's own table stands beside the shared match: what it is compared by.

Pure. The table's state is its journal's, so what is asked here has the same answer after a restart.
"""

from __future__ import annotations

from arbiter.errors import NotationError
from arbiter.match.entered_events import Resigned, ScoreCorrected
from arbiter.match.events import GameStarted, PlayCorrected, PlayMade, PlayStood
from arbiter.match.history import standing_actions
from arbiter.match.opponent import OpponentSeat
from arbiter.match.state import MatchState, Phase, Turn
from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import SIDES, Position, Side
from two_books.agreed_rules import at_table
from two_books.shared_match import SharedMatch

ENGINE = "two_books"
"""As the seat of a player at another board names it."""
OVER = (Phase.GAME_OVER, Phase.MATCH_OVER)
_ENDS_TURN = (GameStarted, PlayMade, PlayCorrected, PlayStood)


def seat_of(match: SharedMatch, own: Side) -> OpponentSeat | None:
    """The other player's seat at our table; None before anything is agreed. Their dice come from their board."""
    if match.agreed is None:
        return None
    return OpponentSeat(own.other, ENGINE, match.agreed.names[SIDES.index(own.other)], "program")


def plays_it(table: MatchState, match: SharedMatch, own: Side) -> bool:
    """Whether the match at the table is the shared one."""
    agreed = match.agreed
    if agreed is None or table.opponent != seat_of(match, own):
        return False
    return (table.rules, table.names) == (at_table(agreed.rules), agreed.names)


def turn_equal(match: SharedMatch, number: int, turn: Turn) -> bool:
    """Whether the shared match has that turn of this game too. number: from 0."""
    state = match.state
    theirs = state.turns[number]
    if turn == theirs:
        return True
    if turn.player is not theirs.player or sorted(turn.dice or ()) != sorted(theirs.dice or ()):
        return False
    return turn.play == theirs.play or result_of(match, number, turn) == _after(match, number)


def result_of(match: SharedMatch, number: int, turn: Turn) -> Position | None:
    """What a turn of the table leads to from where the shared match has it begin; None where it is no legal play."""
    before = match.before[number][0].position if number < len(match.before) else match.state.position
    if turn.dice is None:
        return None
    try:
        return find_play(turn.play, before, turn.player, turn.dice).result
    except NotationError:
        return None


def first_difference(table: MatchState, match: SharedMatch) -> int | None:
    """The first turn of this game, from 0, that is another one at the table; None where both agree so far."""
    for number, (turn, _) in enumerate(zip(table.turns, match.state.turns, strict=False)):
        if not turn_equal(match, number, turn):
            return number
    return None


def roll_of(match: SharedMatch, game: int, number: int) -> tuple[Side, Dice] | None:
    """Who rolled what in that turn, from 0, of the game; None where nobody has yet, or it is another game."""
    state = match.state
    if state.game != game:
        return None
    if number < len(state.turns):
        turn = state.turns[number]
        return (turn.player, turn.dice) if turn.dice else None
    if number == len(state.turns) and state.phase is Phase.MOVING and state.player and state.dice:
        return state.player, state.dice
    return None


def offers(match: SharedMatch, by: Side) -> int:
    """How often `by` has offered in this turn of the shared match to give the game up."""
    found = 0
    for event in reversed(match.events):
        if isinstance(event, _ENDS_TURN):
            break
        found += isinstance(event, Resigned) and event.player is by
    return found


def offers_shown(table: MatchState, by: Side) -> int:
    """How often `by` has offered to give the game up in this turn, as the table knows it."""
    found = 0
    for action in standing_actions(table.history):
        if isinstance(action.event, _ENDS_TURN):
            break
        found += isinstance(action.event, Resigned) and action.event.player is by
    return found


def score_entered(table: MatchState) -> bool:
    """Whether the last thing that happened at the table is that another score was entered."""
    return table.last is not None and isinstance(table.last.event, ScoreCorrected)


def _after(match: SharedMatch, number: int) -> Position:
    following = number + 1
    return match.before[following][0].position if following < len(match.before) else match.state.position
