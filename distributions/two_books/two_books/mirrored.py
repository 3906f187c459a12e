"""What the shared match says and our table does not show yet: the next thing to enter there.

What the other player decides in their turn goes by way of the opponent's seat (`two_books.remote_opponent`). Here is
what belongs to no question of that seat: the match itself, opening dice, dice read better, offers, corrections. Pure.
"""

from __future__ import annotations

from arbiter.match.commands import (
    Command,
    CorrectDice,
    CorrectPosition,
    CorrectScore,
    Double,
    Drop,
    EditTurn,
    IntendCube,
    NewMatch,
    OpponentDecided,
    ProgramWord,
    Refuse,
    Resign,
    Take,
    Undo,
)
from arbiter.match.state import MatchState, Phase
from arbiter.position import Side
from two_books.agreed_rules import at_table
from two_books.bodies import AskedBack, AskedScore
from two_books.own_table import (
    OVER,
    first_difference,
    offers,
    offers_shown,
    plays_it,
    result_of,
    roll_of,
    score_entered,
    seat_of,
)
from two_books.positions_entered import entered_there
from two_books.shared_match import SharedMatch

Entered = Command | ProgramWord


def lacking(table: MatchState, match: SharedMatch, own: Side) -> Entered | None:
    """What is to be entered at our table now; None where nothing.

    match: as the log will be with what we have proposed already, so that our own news are not taken back.
    """
    if match.agreed is None:
        return None
    played = plays_it(table, match, own)
    if not played and match.over:
        return None  # its journal is lost, and nothing of it is played any more
    if not played or _is_last_match(table, match):
        agreed, seat = match.agreed, seat_of(match, own)
        return NewMatch(at_table(agreed.rules), agreed.names, opponent=seat)
    if entered := entered_there(table, match):
        return entered
    if table.game != match.state.game or table.phase in OVER:
        return None
    return (
        _surplus(table, match, own)
        or _amended(table, match, own)
        or _played_no_more(table, match, own)
        or _all_the_same(table, match)
        or _dice(table, match, own)
        or _cube(table, match, own)
        or _offer(table, match, own)
        or _score(table, match)
    )


def _is_last_match(table: MatchState, match: SharedMatch) -> bool:
    return table.phase is Phase.MATCH_OVER and match.state.game == 0


def _surplus(table: MatchState, match: SharedMatch, own: Side) -> Entered | None:
    """The other's play was taken back with our consent, and one of ours came after it."""
    goes_on = len(match.state.turns)
    if len(table.turns) < goes_on + 1 or table.turns[goes_on].player is own:
        return None
    begun = table.phase is Phase.CORRECTING  # an illegal one, which is played anew as a whole
    return Undo() if begun or len(table.turns) > goes_on + 1 else None


def _amended(table: MatchState, match: SharedMatch, own: Side) -> Entered | None:
    """The other has made another play in the place of one that was taken back; or ours is not agreed to."""
    number = first_difference(table, match)
    if number is None:
        return None
    if table.turns[number].player is own and match.refused != AskedBack(table.game, number):
        return None  # they are asked first
    turn = match.state.turns[number]
    return EditTurn(table.game, number + 1, turn.dice, turn.play, confirmed=True)


def _dice(table: MatchState, match: SharedMatch, own: Side) -> Entered | None:
    """Opening dice, all thrown at the host's board, and a roll of the other's that was read better."""
    number = len(table.turns)
    found = roll_of(match, table.game, number)
    if found is None or first_difference(table, match) is not None:
        return None
    player, dice = found
    if table.phase is Phase.TO_ROLL and table.player is None:
        return CorrectDice(dice, player)
    if table.phase is not Phase.MOVING or table.intended or table.dice is None:
        return None
    other_dice = sorted(table.dice) != sorted(dice)
    if number == 0 and match.agreed and own is not match.agreed.host and (other_dice or table.player is not player):
        return CorrectDice(dice, player)
    return CorrectDice(dice, player) if other_dice and player is own.other and table.player is player else None


def _played_no_more(table: MatchState, match: SharedMatch, own: Side) -> Entered | None:
    """Our play, which the log does not have yet, cannot be made since the one before it became another one."""
    state, number = match.state, len(match.state.turns)
    if state.phase is not Phase.MOVING or state.player is not own or len(table.turns) != number + 1:
        return None
    turn = table.turns[number]
    if sorted(turn.dice or ()) != sorted(state.dice or ()) or result_of(match, number, turn) is not None:
        return None
    return Undo() if table.phase is Phase.TO_ROLL else None


def _all_the_same(table: MatchState, match: SharedMatch) -> Entered | None:
    """Both go on although our board is not seen to show what it should: people vouch for it."""
    state, on = match.state, match.goes_on
    if on is None or (on.game, on.turn) != (state.game, len(state.turns)) or table.game != state.game:
        return None
    if table.intended and len(table.turns) == len(state.turns) - 1:
        return CorrectPosition(table.intended.position) if table.intended.position == state.position else None
    unseen = len(table.turns) == len(state.turns) and shown_wrongly(table) and table.entered_board is None
    return CorrectPosition(table.position) if unseen and table.turns and table.phase is not Phase.CORRECTING else None


def _cube(table: MatchState, match: SharedMatch, own: Side) -> Entered | None:
    """A late double of theirs; and what our player has said stands, where somebody took it back at our table alone."""
    state = match.state
    if len(table.turns) != len(state.turns) or first_difference(table, match) is not None:
        return None
    taken = state.cube.value == 2 * table.cube.value
    theirs = table.phase is Phase.TO_ROLL and table.player is own.other
    if theirs and table.cube_considered and state.phase is Phase.DOUBLED and not taken:
        return OpponentDecided(table.actions, IntendCube(True))  # after an offer of theirs that was refused
    if table.phase is Phase.TO_ROLL and table.player is own:
        doubled = state.phase is Phase.DOUBLED and state.player is own and not taken
        return Double() if doubled or (taken and state.player is own) else None
    if table.phase is Phase.DOUBLED and table.answerer is own and not table.beavered:
        if taken and state.phase is not Phase.DOUBLED:
            return Take()
        return Drop() if state.phase in OVER else None
    return None


def _offer(table: MatchState, match: SharedMatch, own: Side) -> Entered | None:
    """The other offers to give the game up, or does not any more."""
    offered, waits = match.state.resignation, table.resignation
    if len(table.turns) != len(match.state.turns):
        return None
    shown = offers_shown(table, own.other)
    if offered and offered.player is not own and waits is None and shown < offers(match, own.other):
        return OpponentDecided(table.actions, Resign(own.other, offered.kind))
    if waits and waits.player is not own and offered is None and not match.over:
        return OpponentDecided(table.actions, Refuse())
    return None


def _score(table: MatchState, match: SharedMatch) -> Entered | None:
    if match.asked or table.score == match.state.score or match.state.phase in OVER:
        return None
    if score_entered(table) and match.refused != AskedScore(table.score):
        return None  # that is proposed first
    return CorrectScore(match.state.score)


def shown_wrongly(table: MatchState) -> bool:
    """Whether something else lies on our board than our table's match says."""
    return table.misplaced is not None or table.out_of_step is not None


def in_step(table: MatchState, match: SharedMatch, own: Side) -> bool:
    """Whether our board shows the position of the shared match, as far as its plays are finished."""
    state = match.state
    if not plays_it(table, match, own) or shown_wrongly(table):
        return False
    if table.game != state.game:
        set_up = table.phase is Phase.TO_ROLL and table.player is None and not table.turns
        return set_up and table.game == state.game + 1 and state.phase in (*OVER, Phase.SETTING_UP)
    if len(table.turns) != len(state.turns) or first_difference(table, match) is not None:
        return False
    return table.position == state.position
