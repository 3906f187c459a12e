"""Before a game, at the opening roll, and between turns: whose dice lie there, and what changed meanwhile."""

from __future__ import annotations

from itertools import product

from arbiter.match.cube_answers import game_over
from arbiter.match.events import Dropped, GameStarted, PlayCorrected
from arbiter.match.state import Phase
from arbiter.notation import format_play
from arbiter.play_text import NO_PLAY
from arbiter.position import START, Side
from arbiter.referee.candidates import View, displaced
from arbiter.referee.desk import Desk, Enough
from arbiter.referee.dice_watch import Roll
from arbiter.referee.missed import Implied, changed_play, implied_play, may_dance, turn_between
from arbiter.referee.weighing import UPHEAVAL, Kind, chances, shows_start, weigh_going, weigh_resting
from arbiter.scoring import finisher, is_crawford

START_SEEN: Enough = (5, 0.3)
ENDED_UNTOLD: Enough = (10, 1.5)
CHANGED_LATER: Enough = (6, 0.6)
MISSED_ROLL: Enough = (10, 1.5)
MISSED_BEFORE_ROLL: Enough = (4, 0.2)
MISSED_LAST: Enough = (6, 0.5)
MOST_BORNE_OFF = 4
"""Checkers that one roll bears off."""
BAD_ROLL_LOOKS = 15
CUBE_LOOKS, CUBE_LOOKS_AT_ROLL = 3, 2
CHANGED_AT_ROLL = 1.0
"""How much better an unseen play must fit than none, where the dice tell that there was one."""
ON_THE_WAY = (Kind.UNCHANGED, Kind.PLAYED, Kind.UNDER_WAY)
START_AT_ROLL = -25.0
"""Fit of the starting position with which an opening roll is believed although the set-up was not."""


def await_start(desk: Desk) -> None:
    """Nothing is said until the starting position stands there (R4), whatever the board shows before."""
    view = desk.view(START)
    if view is None:
        return
    if desk.clear:
        desk.hold.see(shows_start(view), desk.time)
    stands = desk.hold.key is True and desk.hold.lasted(*START_SEEN)
    rolled = desk.dice.fresh() is not None and view.fit(START) > START_AT_ROLL
    if stands or rolled:
        state = desk.state
        crawford = is_crawford(state.rules, state.score, state.crawford_played)
        desk.emit(GameStarted(desk.frame, desk.time, START, crawford=crawford))
        desk.board.settle(START)


def set_up_again(desk: Desk) -> bool:
    """The starting position stands there in mid-game: people ended the game without telling how.

    After a double it was dropped (R50), after a resignation that was accepted; otherwise nobody scores, and the
    next game is followed.
    """
    state, view = desk.state, desk.view(START)
    if state.phase in (Phase.SETTING_UP, Phase.GAME_OVER, Phase.MATCH_OVER) or desk.reopened:
        return False
    stands = desk.clear and view is not None and shows_start(view)
    desk.start_hold.see(stands and displaced(state.position, START) > UPHEAVAL, desk.time)
    if desk.start_hold.key is not True or not desk.start_hold.lasted(*ENDED_UNTOLD):
        return False
    if state.phase is Phase.DOUBLED and state.player:
        desk.emit(Dropped(desk.frame, desk.time, state.player.other))
        return True
    if offer := state.resignation:
        desk.emit(game_over(state, offer.player.other, offer.kind, desk.frame, desk.time))
        return True
    desk.note("The board was set up again before the game was over; nobody scores for it.")
    desk.emit(GameStarted(desk.frame, desk.time, START, crawford=state.crawford))
    desk.dice.release()
    desk.board.settle(START)
    return True


def between_turns(desk: Desk) -> None:
    """The dice were lifted; the next player may double and rolls."""
    player, roll = desk.state.player, desk.dice.fresh()
    if player is None:
        _opening(desk, roll)
        return
    desk.cube_turned(player, CUBE_LOOKS_AT_ROLL if roll else CUBE_LOOKS)
    if desk.clear and not desk.reopened and _second_thoughts(desk, player, roll):
        return
    if roll:
        _rolled(desk, roll, player)
    elif desk.dice.one_left_the_board():
        desk.bad_roll(player, "R58", "A die has left the board: both dice are rolled again.")


def _opening(desk: Desk, roll: Roll | None) -> None:
    """One die from each player, or both numbers thrown by the first mover (R8, R9)."""
    if roll and roll.dice[0] == roll.dice[1] and not roll.apart:
        roll = desk.dice.unequal(roll) if roll.looks >= BAD_ROLL_LOOKS else None
    if roll is None or roll.dice[0] == roll.dice[1]:
        if roll:
            desk.tie()
        elif desk.clear:
            _missed_opening(desk)
        return
    player = roll.first_mover or roll.side
    if player is not None:
        desk.roll(player, roll)


def _missed_opening(desk: Desk) -> None:
    """The first play lies there although no roll was read: whose it was tells who moved first."""
    start, view = desk.state.position, desk.view()
    if view is None:
        return
    reading = weigh_resting(view, start)
    desk.hold.see((reading.kind, reading.position), desk.time)
    if reading.kind is not Kind.ILLEGAL or not desk.hold.lasted(*MISSED_ROLL):
        return
    found = [(side, implied_play(view, start, side, certain=False)) for side in Side]
    plays = [(side, play) for side, play in found if play is not None]
    if len(plays) == 1:
        _believe(desk, *plays[0])


def _believe(desk: Desk, player: Side, turn: Implied) -> None:
    """The turn that nobody saw was this one."""
    rolls = (turn.dice,) if turn.dice else turn.rolls
    desk.doubt(player, rolls, turn.position, {turn.position, *turn.rivals}, turn.rivals)
    desk.played(player, turn.dice, turn.play, turn.position)


def _second_thoughts(desk: Desk, player: Side, roll: Roll | None) -> bool:
    """The board has changed between turns: the last play was changed after all, or a roll was missed."""
    state, view = desk.state, desk.view()
    if view is None:
        return False
    reading = weigh_resting(view, state.position)
    desk.hold.see((reading.kind, reading.position), desk.time)
    lies_so = desk.hold.lasted(*MISSED_BEFORE_ROLL)
    if reading.kind is not Kind.ILLEGAL:
        desk.won.reset()
        if lies_so:
            desk.rested = {}  # it was tried out, and put back
        return False
    if lies_so:
        desk.rested.pop(reading.position, None)
        desk.rested[reading.position] = view
    last = state.turns[-1] if state.turns else None
    if last and last.dice and state.before and desk.hold.lasted(*CHANGED_LATER):
        play = changed_play(view, state.position, chances(state.before, last.player, last.dice))
        if play:
            text = format_play(play)
            desk.emit(PlayCorrected(desk.frame, desk.time, last.player, text, play.result))
            desk.settled()
            return True
    return _missed_roll(desk, view, player, roll)


def _missed_roll(desk: Desk, view: View, player: Side, roll: Roll | None) -> bool:
    """A play with dice that nobody saw is believed when it stays, or when the next player has rolled.

    Where it wins the game it need not look the same all the time, as long as nothing but the win explains it.
    """
    if roll is not None:
        return roll.side is player.other and _missed_before(desk, view, player, roll)
    few = sum(desk.state.position.row(player)[1:]) <= MOST_BORNE_OFF
    if desk.dice.any_inside or not (few or desk.hold.lasted(*MISSED_ROLL)):
        return False
    implied = implied_play(view, desk.state.position, player, certain=False, showing=desk.dice.glimpsed(None))
    won = implied is not None and finisher(implied.position) is player
    desk.won.see(won, desk.time)
    if implied is None or not (desk.won.lasted(*MISSED_LAST) if won else desk.hold.lasted(*MISSED_ROLL)):
        return False
    _believe(desk, player, implied)
    return True


def _missed_before(desk: Desk, now: View, player: Side, roll: Roll) -> bool:
    """The next player has rolled, and perhaps moved on already from a board that lay there before.

    Where the leaf tells that he has, the turn was played; of several results that fit as well the best is taken.
    """
    showing, position = desk.dice.glimpsed(roll), desk.state.position
    passes = (False, True) if desk.dice.leaves_are_kept else (False,)
    for certain, view in product(passes, reversed(desk.rested.values())):
        implied = implied_play(view, position, player, certain=certain, showing=showing)
        if implied and weigh_going(now, chances(implied.position, player.other, roll.dice)).kind in ON_THE_WAY:
            _believe(desk, player, implied)
            return True
    return False


def _rolled(desk: Desk, roll: Roll, player: Side) -> None:
    """Two dice lie there. Whose they are is decided by whose turn it is, unless a turn was missed (R10)."""
    if roll.bad and desk.board.looks:
        if roll.looks >= BAD_ROLL_LOOKS:
            desk.bad_roll(player, "R58", "A die does not lie flat on the board: both dice are rolled again.")
        return
    foreign = roll.side is player.other
    if foreign and desk.state.rules.dice_leaf == "right":
        desk.bad_roll(player, "R57", "The dice must be rolled in the half to the roller's right.")
        return
    if foreign and (
        (desk.dice.leaves_are_kept and _missed_turn(desk, player, roll)) or _moved_already(desk, player, roll)
    ):
        player = player.other
    desk.dice.remember_leaf(roll, player)
    if desk.state.phase is Phase.TO_ROLL:
        _resynchronise(desk, roll, player)
    desk.roll(player, roll)


def _missed_turn(desk: Desk, player: Side, roll: Roll) -> bool:
    """The dice lie where only the opponent rolls: most likely `player` has had his turn unseen."""
    position, view = desk.state.position, desk.view(before_hand=True)
    showing, implied = desk.dice.glimpsed(roll), None
    if view:
        implied = implied_play(view, position, player, certain=True, showing=showing)
        implied = implied or implied_play(view, position, player, certain=True)
    if view and implied and view.fit(implied.position) - view.fit(position) > CHANGED_AT_ROLL:
        _believe(desk, player, implied)
        return True
    if may_dance(position, player):
        thrown = (showing[0], showing[1]) if len(showing) == 2 else None
        danced = thrown and chances(position, player, thrown).results.keys() == {position}
        desk.played(player, thrown if danced else None, NO_PLAY, position)
        return True
    return False


def _moved_already(desk: Desk, player: Side, roll: Roll) -> bool:
    """The dice are the opponent's and he has moved before they were read: `player` had his turn unseen."""
    view = desk.view(before_hand=True)
    if view is None or not desk.state.turns:
        return False
    reading = weigh_resting(view, desk.state.position)
    if reading.kind is not Kind.ILLEGAL:
        return False
    turn = turn_between(desk.state.position, player, roll.dice, reading.position, finished=False)
    if turn is None:
        return False
    _believe(desk, player, turn)
    return True


def _resynchronise(desk: Desk, roll: Roll, player: Side) -> None:
    """What lies there when the dice are thrown is played on from, whatever the record says (R64)."""
    state, view = desk.state, desk.view(before_hand=True)
    last = state.turns[-1] if state.turns else None
    if view is None or last is None or not desk.hold.lasted(*MISSED_BEFORE_ROLL):
        return
    reading = weigh_resting(view, state.position)
    if reading.kind is not Kind.ILLEGAL or not reading.position.playable:
        return
    own = (weigh_going(view, chances(state.position, player, dice)).kind for dice in roll.readings)
    if not (roll.side is player.other and desk.dice.leaves_are_kept) and any(kind in ON_THE_WAY for kind in own):
        return  # the roll was only noticed late
    desk.note("The board was changed after the play; the game goes on from what lies there.")
    text = desk.describe(state.before, last.player, last.dice, reading.position)
    desk.stood(last.player, text, reading.position)
