"""From the roll until the play is final: provisional while the dice lie (R59), then settled (R60 to R64)."""

from __future__ import annotations

from arbiter.match.events import IllegalPlay, PlayCorrected, RollSeen, WarningWithdrawn
from arbiter.notation import format_play
from arbiter.plays import Dice, Play
from arbiter.position import Position, Side
from arbiter.referee.between_turns import BAD_ROLL_LOOKS, CUBE_LOOKS
from arbiter.referee.candidates import View
from arbiter.referee.desk import Desk, Enough
from arbiter.referee.dice_watch import Roll
from arbiter.referee.hindsight import dice_as_they_look, dice_by_play, explained
from arbiter.referee.rivals import RIVAL, against_the_rules, fewest_faults, may_have_stood, near
from arbiter.referee.weighing import Kind, Reading, chances, weigh_finished, weigh_going
from arbiter.scoring import finisher
from arbiter.verdict import judge

FIRST_WARNING: Enough = (4, 0.3)
NEXT_WARNING: Enough = (8, 1.2)
IN_HAND: Enough = (10, 1.5)
WITHDRAWN: Enough = (3, 0.3)
LEGAL: Enough = (3, 0.1)
ILLEGAL: Enough = (3, 0.13)
NOTHING_MOVED: Enough = (15, 3.0)
ALL_OFF: Enough = (8, 0.8)
PUT_RIGHT: Enough = (4, 0.3)
LIES_OTHERWISE = 3.0
"""How much better something else must fit than the play that was warned of, to be what is let stand."""
STILL_WARNED = 2.5
"""How much better the play that was warned of must fit than a legal one for the warning to stay: less than for it to be
given, for nobody need have touched anything since, and shadows and dice come and go."""
BARE_LOOKS = 8
CUBE_LATE = 2.0
"""Seconds after a roll in which a cube turned before it may still be noticed."""


def moving(desk: Desk) -> None:
    """A play is being made."""
    _watch_dice(desk)
    _watch_cube_late(desk)
    waiting = _next_roll(desk)
    finished = desk.dice.lifted or desk.bare_looks >= BARE_LOOKS or (waiting is not None and desk.dice.covered)
    ending = finished or (desk.dice.holding and desk.dice.covered)
    if ending != desk.ending:
        desk.ending, desk.pending = ending, None
        desk.hold.reset()
    desk.finishing = finished
    if ending:
        _finished(desk, waiting)
    elif desk.clear:
        _going_on(desk)


def correcting(desk: Desk) -> None:
    """An illegal play is finished; it may be put right until the next roll (R62)."""
    player, dice = desk.turn()
    view, reading = desk.view(), None
    if view:
        reading = _since_warned(desk, view)
        if desk.clear:
            desk.hold.see((reading.kind, reading.position), desk.time)
        if reading.play and desk.hold.lasted(*PUT_RIGHT) and reading.position != desk.dismissed:
            _put_right(desk, reading.play, view)
            return
    binding = desk.state.rules.must_be_legal or desk.state.demanded
    if not binding and desk.cube_lies_turned(player.other, CUBE_LOOKS):  # who doubles plays on from what lies there
        let_stand(desk, None)
        desk.doubled_and_taken(player.other)
        return
    roll = desk.dice.fresh()
    if roll is None or (roll.side is player and sorted(roll.dice) == sorted(dice)):
        return  # the same dice laid back for the correction are no new roll (R63)
    if binding:
        message = "The illegal play must be put right before the next roll."
        desk.bad_roll(player.other, "R63", message)
    else:
        let_stand(desk, roll)


def let_stand(desk: Desk, roll: Roll | None) -> None:
    """The next player has rolled: what lies there is the truth now (R62, R64)."""
    player, dice = desk.turn()
    view = desk.view()
    seen = desk.state.warning.position if desk.state.warning else desk.state.position
    if view and not (roll and _played_on(view, seen, player.other, roll.dice)):
        reading = _since_warned(desk, view)
        if reading.play:
            _put_right(desk, reading.play, view)
            return
        clearly = view.fit(reading.position) - view.fit(seen) > LIES_OTHERWISE
        if reading.kind is not Kind.UPHEAVAL and desk.board.looks > 1 and clearly:
            seen = reading.position
    if not seen.playable:
        seen = desk.state.position
    if view:
        before = desk.state.position
        rivals = may_have_stood(view, before, player, seen)
        seen, rivals = fewest_faults(before, player, dice, seen, rivals)
        desk.doubt(player, (dice,), seen, rivals, rivals)
    desk.stood(player, desk.describe(desk.state.position, player, dice, seen), seen)


def _since_warned(desk: Desk, view: View) -> Reading:
    """What lies there now that a finished play was warned of."""
    reading, warning = weigh_finished(view, desk.chances()), desk.state.warning
    if reading.play and warning and view.fit(warning.position) - view.fit(reading.position) > STILL_WARNED:
        return Reading(Kind.ILLEGAL, warning.position)
    return reading


def _played_on(view: View, position: Position, side: Side, dice: Dice) -> bool:
    """Whether `side` has already begun to move from that position."""
    if not position.playable:
        return False
    return weigh_going(view, chances(position, side, dice)).kind in (Kind.PLAYED, Kind.UNDER_WAY)


def settle(desk: Desk, reading: Reading, view: View) -> None:
    """The verdict falls (R59, R75)."""
    if reading.play is None and reading.position != desk.dismissed:
        if explained(desk, reading.position, view, finished=True):
            return
        _warn(desk, reading.position, provisional=False)
        desk.dice.release()
        return
    roll = desk.chances()
    position = reading.position if reading.play else roll.best(view, roll.results)[0]
    dice_by_play(desk, position)
    player, dice = desk.turn()
    play = desk.chances().results[position]
    _doubt(desk, play, view)
    desk.played(player, dice, format_play(play), play.result)


def _doubt(desk: Desk, play: Play, view: View) -> None:
    """This play is about to end the turn; what else fits what is seen is kept in mind, of what may have been rolled."""
    player, dice = desk.turn()
    rolls = {dice: 0.0} | ({} if desk.told_dice else desk.dice.doubtful())
    rivals, legal = against_the_rules(view, play.result, desk.chances()), set[Position]()
    for roll, behind in rolls.items():
        results = chances(desk.state.position, player, roll).results.keys()
        for rival, weight in near(view, play.result, results - legal).items():
            if weight > behind - RIVAL:
                rivals[rival] = weight - behind
        legal |= results
    desk.doubt(player, tuple(rolls), play.result, legal, rivals)


# ------------------------------------------------------------------ the dice of this turn


def _watch_dice(desk: Desk) -> None:
    """Follows the dice in play: found again after a restart, and read better with more looks."""
    player, dice = desk.turn()
    if not desk.dice.holding:
        roll = desk.dice.fresh()
        if roll and (roll.side is not player.other or sorted(roll.dice) == sorted(dice)):
            desk.dice.hold(roll)
            desk.dice.believe(dice, told=desk.told_dice)
            desk.bare_looks = 0
        elif desk.clear and roll is None:
            desk.bare_looks = 0 if desk.dice.any_inside or desk.reopened else desk.bare_looks + 1
        return
    if desk.dice.by_play and not any(sorted(likely) == sorted(dice) for likely in desk.dice.doubtful()):
        dice_as_they_look(desk)  # by now it is clear that they do not show what was played
        return
    value = desk.dice.value()
    if value and sorted(value) != sorted(dice):
        desk.emit(RollSeen(desk.frame, desk.time, player, value))


def _next_roll(desk: Desk) -> Roll | None:
    """Dice of the next turn that lie there already; thrown while the last ones lie they come early (R61)."""
    player, _ = desk.turn()
    roll = desk.dice.fresh()
    if roll is None or desk.dice.covered or not desk.dice.holding:
        return roll
    if roll.side is player.other and roll.looks >= BAD_ROLL_LOOKS and not _may_roll_early(desk):
        message = "That roll came before the dice of the last turn were lifted: it does not count."
        desk.bad_roll(player.other, "R61", message, roll)
    return None


def _may_roll_early(desk: Desk) -> bool:
    """By agreement always, never, or where it tells the mover nothing: no contact, or a forced play (R61)."""
    match desk.state.rules.early_roll:
        case "allowed":
            return True
        case "void":
            return False
        case "tolerated":
            return not desk.state.position.contact or len(desk.chances().results) == 1


def _watch_cube_late(desk: Desk) -> None:
    """The cube was turned just before the roll but noticed only after it."""
    player, dice = desk.turn()
    if desk.rolled_at is None or desk.time - desk.rolled_at > CUBE_LATE or not desk.state.turns:
        return
    if desk.cube_turned(player, CUBE_LOOKS):
        desk.emit(RollSeen(desk.frame, desk.time, player, dice))


# ------------------------------------------------------------------ while the dice lie


def _going_on(desk: Desk) -> None:
    view = desk.view()
    if view is None:
        return
    reading = weigh_going(view, desk.chances())
    desk.hold.see((reading.kind, reading.position), desk.time)
    if reading.kind in (Kind.ILLEGAL, Kind.IN_HAND):
        _provisional(desk, reading, view)
    elif reading.kind is not Kind.UPHEAVAL:
        if desk.state.warning and desk.hold.lasted(*WITHDRAWN):
            desk.emit(WarningWithdrawn(desk.frame, desk.time, desk.turn()[0]))
        if reading.play and finisher(reading.position) and desk.hold.lasted(*ALL_OFF):
            settle(desk, reading, view)


def _provisional(desk: Desk, reading: Reading, view: View) -> None:
    """A quiet note: no order of legal moves passes here."""
    warning = desk.state.warning
    if reading.position == desk.dismissed or (warning and warning.position == reading.position):
        return
    enough = NEXT_WARNING if warning else FIRST_WARNING
    if reading.kind is Kind.IN_HAND:
        enough = IN_HAND
    if not desk.hold.lasted(*enough):
        return
    right_after_all = (
        _others_opening(desk, reading)
        or _put_right_late(desk, reading.position)
        or explained(desk, reading.position, view, finished=False)
    )
    if not right_after_all:
        _warn(desk, reading.position, provisional=True)


def _others_opening(desk: Desk, reading: Reading) -> bool:
    """At the first roll of a game the board may show that the other player moves first."""
    player, dice = desk.turn()
    if desk.state.turns or desk.state.game == 0:
        return False
    if reading.position not in chances(desk.state.position, player.other, dice).passing:
        return False
    desk.emit(RollSeen(desk.frame, desk.time, player.other, dice))
    return True


def _put_right_late(desk: Desk, position: Position) -> bool:
    """Where that is agreed, an illegal play is put right until the next one is finished; the roll stays (R62)."""
    state, last = desk.state, desk.state.correctable
    if last is None or last.dice is None or state.before is None:
        return False
    play = chances(state.before, last.player, last.dice).results.get(position)
    if play is None:
        return False
    desk.emit(PlayCorrected(desk.frame, desk.time, last.player, format_play(play), play.result))
    desk.board.settle(play.result)
    return True


def _warn(desk: Desk, position: Position, *, provisional: bool) -> None:
    dice_as_they_look(desk)
    player, dice = desk.turn()
    verdict = judge(desk.state.position, player, dice, position)
    desk.emit(IllegalPlay(desk.frame, desk.time, player, dice, verdict.rules, verdict.message, position, provisional))


# ------------------------------------------------------------------ after the dice


def _finished(desk: Desk, waiting: Roll | None) -> None:
    """The dice are lifted, or the next ones lie there: the play is settled as soon as it is clear.

    Looks in which the dice are out of sight, but not yet believed to be lifted, count already.
    """
    view = desk.view()
    if view is None:
        if waiting and desk.pending and desk.disturbed:  # the next play begins: decide by what was seen
            settle(desk, *desk.pending)
        return
    reading = weigh_finished(view, desk.chances())
    if reading.kind is Kind.UPHEAVAL:
        return
    if desk.clear:
        desk.hold.see((reading.kind, reading.position), desk.time)
        desk.pending = (reading, view)
    enough = LEGAL if reading.play else ILLEGAL
    if reading.kind is Kind.UNCHANGED and reading.play is None:
        if waiting and waiting.side is desk.turn()[0]:
            desk.roll(waiting.side, waiting)  # thrown again: the first roll did not count
            return
        enough = ILLEGAL if waiting else NOTHING_MOVED
    if desk.finishing and desk.hold.lasted(*enough):
        settle(desk, reading, view)


def _put_right(desk: Desk, play: Play, view: View) -> None:
    player, _ = desk.turn()
    _doubt(desk, play, view)
    desk.emit(PlayCorrected(desk.frame, desk.time, player, format_play(play), play.result))
    desk.settled()
