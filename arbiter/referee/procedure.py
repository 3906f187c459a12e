"""How the game is conducted: which rolls count, and when the cube was turned (R8, R9, R47 to R63)."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.match.cube_answers import after_tie, double_refused
from arbiter.match.events import BadRoll, Doubled, Event, Note, RollSeen, Taken
from arbiter.match.opponent_answers import decision_due
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.position import OFF, Position, Side
from arbiter.referee.cube_tracker import CubeTracker
from arbiter.referee.dice_tracker import DiceTracker, Roll
from arbiter.referee.hypothesis import At, Hypothesis
from arbiter.referee.likelihood import likeliest_board
from arbiter.referee.observation import Observation, ObservedBoard
from arbiter.referee.outcomes import moved_alone, outcomes
from arbiter.referee.priors import ILLEGAL_PLAY

BAD_ROLL_LOOKS = 15
"""Looks at dice before they are called void."""
BARE_LOOKS = 8
"""Clear looks without any die in sight, after which dice in play that were never found are taken for lifted."""
PLAYED_ON_LOOKS = 4
"""Looks at a changed board beside dice that may not count, after which people play on with them."""
CUBE_LOOKS, CUBE_LOOKS_AT_ROLL = 3, 2
CUBE_LATE = 2.0
"""Seconds after a roll in which a cube turned before it may still be noticed."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice that lie there beside those in play. roll: where they count; void: why they do not, to be reported.

    hinted: the dice that do not count, or may not: people may still play on with them, and then they stand as read.
    """

    roll: Roll | None = None
    void: tuple[Event, ...] = ()
    hinted: Roll | None = None


NOTHING = Throw()


def throw_of(state: MatchState, dice: DiceTracker, at: At, board: ObservedBoard | None) -> Throw:
    """What the fresh dice are, by the rules of throwing. board: None where it cannot be read."""
    player = state.player
    if decision_due(state):
        return NOTHING  # whoever is asked for it has to answer before anything is thrown
    if player is None:
        return _opening(state, dice, at)
    match state.phase:
        case Phase.MOVING:
            return _while_moving(state, player, dice, at)
        case Phase.CORRECTING:
            return _while_correcting(state, player, dice.fresh(), at)
    return _of_player(state, player, dice, at, board)


class DiceSearch:
    """Looks for dice in play that were never found, after a restart."""

    def __init__(self) -> None:
        self._bare = 0
        """Clear looks in a row without any die in sight."""

    @property
    def hopeless(self) -> bool:
        """They were lifted before they were found."""
        return self._bare >= BARE_LOOKS

    def update(self, published: Hypothesis, seen: Observation, dice: DiceTracker) -> None:
        """One more look: the dice in play are found, or none is in sight."""
        if published.state.phase is not Phase.MOVING or dice.held:
            self._bare = 0
            return
        player, shown = published.turn()
        roll = dice.fresh()
        if roll and (roll.side is not player.other or sorted(roll.dice) == sorted(shown)):
            dice.hold(roll)
            self._bare = 0
        elif seen.clear and roll is None:
            self._bare = 0 if dice.any_inside or published.reopened else self._bare + 1


def _bad(at: At, player: Side, rule: str, message: str, roll: Roll | None = None) -> Throw:
    return Throw(void=(BadRoll(*at, player, (rule,), message),), hinted=roll)


def _of_player(state: MatchState, player: Side, dice: DiceTracker, at: At, board: ObservedBoard | None) -> Throw:
    roll = dice.fresh()
    if roll is None:
        if not dice.one_left_the_board():
            return NOTHING
        return _bad(at, player, "R58", Message("A die has left the board: both dice are rolled again."))
    if roll.hinted or (roll.bad and board):
        played_on = board is not None and _played_on(state.position, player, board)
        return Throw(roll) if played_on else _doubted(roll, player, at)
    if roll.side is player.other and state.rules.dice_leaf == "right":
        half = Message("The dice must be rolled in the half to the roller's right: both are rolled again.")
        return _bad(at, player, "R57", half, roll)
    return Throw(roll)


def _doubted(roll: Roll, player: Side, at: At) -> Throw:
    """A die may not count: that is reported once, and people roll again or play on."""
    if roll.hinted or roll.looks < BAD_ROLL_LOOKS or not roll.readable:
        return NOTHING
    message = Message("A die seems not to lie flat: roll both again, or play on if it does.")
    return Throw(void=(BadRoll(*at, player, ("R58",), message),), hinted=roll)


def _played_on(before: Position, player: Side, board: ObservedBoard) -> bool:
    """Whether the player has moved with the dice that lie there: then they count, however they lie."""
    if board.looks < PLAYED_ON_LOOKS:
        return False
    seen = likeliest_board(board.likelihood, before)
    moved = seen.position != before and seen.score - board.likelihood.fit(before) >= ILLEGAL_PLAY
    home = not any(before.row(player)[7:])
    kept = home or seen.position.row(player)[OFF] == before.row(player)[OFF]
    return moved and kept and moved_alone(player, seen.position, before)


def _opening(state: MatchState, dice: DiceTracker, at: At) -> Throw:
    """Equal opening dice: both roll again, and where agreed the cube is turned (R9, R53)."""
    roll = dice.fresh()
    if roll and roll.dice[0] == roll.dice[1] and not roll.apart:
        roll = dice.unequal(roll) if roll.looks >= BAD_ROLL_LOOKS else None
    if roll is None or roll.dice[0] != roll.dice[1]:
        return Throw(roll)
    again = after_tie(state, *at)
    note = Note(*at, Message("Equal opening dice: both roll again (R9)."))
    return Throw(void=(again, note) if again else (note,))


def _while_moving(state: MatchState, player: Side, dice: DiceTracker, at: At) -> Throw:
    """Thrown while the last dice lie they come early (R61)."""
    roll = dice.fresh()
    if roll is None or dice.covered or not dice.held:
        return NOTHING if roll and roll.hinted else Throw(roll)
    if roll.hinted:
        return NOTHING
    if roll.side is player.other and roll.looks >= BAD_ROLL_LOOKS and not _may_roll_early(state, player):
        message = Message("That roll came before the dice of the last turn were lifted: it does not count.")
        return _bad(at, player.other, "R61", message, roll)
    return NOTHING


def _may_roll_early(state: MatchState, player: Side) -> bool:
    """By agreement always, never, or where it shows the mover nothing: no contact, or a forced play (R61)."""
    if state.rules.early_roll != "tolerated" or state.dice is None:
        return state.rules.early_roll == "allowed"
    return not state.position.contact or len(outcomes(state.position, player, state.dice).results) == 1


def _while_correcting(state: MatchState, player: Side, roll: Roll | None, at: At) -> Throw:
    if roll is None or not state.legal_only:
        return Throw(roll)
    if roll.hinted or (state.dice and roll.side is player and sorted(roll.dice) == sorted(state.dice)):
        return NOTHING
    return _bad(at, player.other, "R63", Message("The illegal play must be put right before the next roll."), roll)


# ------------------------------------------------------------------ cube


def cube_turned(state: MatchState, cube: CubeTracker, thrown: float, roll: Roll | None, at: At) -> tuple[Event, ...]:
    """A cube come to lie at the opponent's side, turned once, was offered and taken (R48, R49).

    Before the roll, just after it, or to let an illegal play stand. thrown: when the dice in play were.
    """
    player, looks = state.player, CUBE_LOOKS
    if player is None:
        return ()
    match state.phase:
        case Phase.TO_ROLL | Phase.DOUBLED:
            doubler, looks = player, CUBE_LOOKS_AT_ROLL if roll else CUBE_LOOKS
        case Phase.CORRECTING if not state.legal_only:
            doubler = player.other
        case Phase.MOVING if state.turns and at[1] - thrown <= CUBE_LATE:
            doubler = player
        case _:
            return ()
    value = 2 * state.cube.value
    if not cube.shows(value, doubler.other, looks) or double_refused(state, doubler):
        return ()
    if state.opponent and (state.phase is not Phase.DOUBLED or state.answerer is state.opponent.side):
        return _turned_against(state, state.opponent.side, doubler, at)
    taken = Taken(*at, doubler.other, value)
    if state.phase is Phase.DOUBLED:
        return (taken,)
    again = (RollSeen(*at, player, state.dice, state.source),) if state.phase is Phase.MOVING and state.dice else ()
    return (Doubled(*at, doubler, value), taken, *again)


def _turned_against(state: MatchState, opponent: Side, doubler: Side, at: At) -> tuple[Event, ...]:
    """The cube was turned towards an opponent who is not at the table: that only offers it, its answer comes later."""
    if state.phase is Phase.TO_ROLL and doubler is not opponent:
        return (Doubled(*at, doubler, 2 * state.cube.value),)
    return ()
