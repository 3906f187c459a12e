"""What can be seen from a roll until its play is over: provisional while the dice lie (R59), then settled (R60)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import log

from arbiter.match.events import Event, PlayCorrected, PlayMade, RollSeen
from arbiter.match.history import Action
from arbiter.match.state import Phase
from arbiter.notation import format_play
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.referee import priors
from arbiter.referee.correcting import changed_later, rearranged
from arbiter.referee.dice_tracker import Roll
from arbiter.referee.hypothesis import Explanation, Hypothesis, Step
from arbiter.referee.likelihood import BoardLikelihood, LikeliestBoard
from arbiter.referee.outcomes import (
    RollOutcomes,
    a_checker_in_hand,
    cost_of_fault,
    cost_of_others,
    count_missing,
    free_reading_of,
    hit_out_of_sight,
    left_alone,
    moved_alone,
    outcomes,
    with_unseen,
)
from arbiter.referee.situation import Situation
from arbiter.referee.turn_events import dated, illegal_play, may_be_played_on_from, play_made, played_on_from, then
from arbiter.referee.unseen_turns import turns_after, turns_between
from arbiter.replacing import replace
from arbiter.scoring import finisher

LIKELY_ROLL = 4.6
"""Where the likeliest roll explains the board, no roll further behind is asked what else the play may have been."""
EXPLAINED = 1.0
"""A board this near to what it looks like is explained."""


def under_way(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """While the dice lie: anything on the way to a legal play is right."""
    board = now.seen.board
    if board is None:
        return
    likelihood, (player, _) = one.likelihood(board), one.turn()
    rolls = now.rolls(one)
    dice = next(iter(rolls))
    likeliest = outcomes(one.state.position, player, dice)
    free = free_reading_of(likelihood, likeliest)
    shown = one.weight + rolls[dice]
    best, nearest = float("-inf"), one.state.position
    for other, behind in rolls.items():
        if behind + free.score <= best:
            break  # no board of this roll can fit better
        roll = outcomes(one.state.position, player, other)
        if free.position in roll.passing:
            position, fit = free.position, likelihood.fit(free.position)
        else:
            position, fit = roll.best(likelihood, roll.passing)
        if behind + fit > best:
            best, nearest = behind + fit, position
            yield _allowed(one, now, roll, other, position, one.weight + best)
    if free.position in likeliest.passing:
        return  # whatever fits a little better is no other board
    set_up_anew = free.position == one.state.rules.start
    # a checker that is missing may be on its way, or lie where it can hardly be seen
    if set_up_anew or count_missing(likelihood, free, likeliest):
        yield _doubted(one, shown, free)
        return
    enough = priors.NEXT_WARNING if one.state.warning else priors.QUIET_NOTE
    if any(a_checker_in_hand(free.position, allowed, player) for allowed in likeliest.passing):
        enough = priors.CHECKER_IN_HAND
    boards = _against_the_rules(likelihood, free, likeliest, dice)
    for position, score in _blamed(one, boards, nearest, player).items():
        events_at, weight = illegal_play(one, now, dice, position, provisional=True), shown + score
        yield Explanation(one, weight, position, events_at=events_at, dice=dice, enough=enough, illegal=True)
    yield _doubted(one, shown, free)
    if best < free.score - priors.ILLEGAL_PLAY:
        yield from changed_later(one, likelihood, one.state.correctable, priors.PUT_RIGHT, priors.FIRST_WARNING, most=1)
        yield from _turn_missed_before(one, now, free)
        yield from _still_the_turn_before(one, now, free)
        yield from _changed_before(one, now, free, shown)


def _against_the_rules(
    likelihood: BoardLikelihood, free: LikeliestBoard, roll: RollOutcomes, dice: Dice
) -> dict[Position, float]:
    """Boards that may lie there by a play against the rules, each with its fit: as seen, and with all that is not the
    mover's left alone, where that may only look otherwise, but for hits."""
    found = {free.position: free.score}
    before, side = roll.before, roll.side
    for board in (left_alone(free.position, before, side), hit_out_of_sight(free.position, before, side, dice)):
        if board is not None and board not in roll.passing:
            found.setdefault(board, likelihood.fit(board))
    return found


def _blamed(
    one: Hypothesis, boards: Mapping[Position, float], nearest: Position, player: Side
) -> dict[Position, float]:
    """The boards that whoever moves may be blamed for, each with its fit less what such a fault costs."""
    found = {}
    for position, fit in boards.items():
        others = cost_of_others(nearest, position, player)
        if one.reopened and others:
            continue  # nobody has seen them lie as they do by what people took back or changed
        # what is not the mover's may have lain otherwise, or only looks so
        doubted = others if one.unconfirmed or len(boards) > 1 else 0.0
        found[position] = fit - cost_of_fault(nearest, position) - doubted
    return found


def _allowed(
    one: Hypothesis, now: Situation, roll: RollOutcomes, dice: Dice, position: Position, weight: float
) -> Explanation:
    play = roll.results.get(position)
    if play and finisher(position):
        events_at = play_made(one, now, dice, play)
        return Explanation(one, weight, position, Step.END, events_at, dice, enough=priors.ALL_OFF)
    return Explanation(one, weight, position, dice=dice, enough=priors.WITHDRAWN)


def _doubted(one: Hypothesis, weight: float, free: LikeliestBoard) -> Explanation:
    """Nothing that players do leads to what lies there."""
    weight += free.score - priors.KNOCK
    return Explanation(one, weight, free.position, enough=priors.OUT_OF_STEP_SEEN, doubt=True)


def _turn_missed_before(one: Hypothesis, now: Situation, free: LikeliestBoard) -> Iterator[Explanation]:
    """The board is right if a turn before this roll was another one than it seemed, or was not seen at all."""
    (player, dice), action = one.turn(), one.state.last_recorded
    if one.dice_entered or action is None or not isinstance(action.event, RollSeen):
        return
    source, mover, side, gained = action.before, action.before.player, player, 0.0
    if source.phase is not Phase.TO_ROLL:
        return
    if not source.turns:
        mover = None if mover else player.other  # what seemed the opening was the second roll
    elif now.thrown_by is player.other and mover is player:
        side, gained = player.other, priors.WRONG_LEAF
    elif (last := source.last_recorded) and isinstance(last.event, PlayMade) and last.event.dice is None:
        source, mover = last.before, player.other
    else:
        return
    if mover is None or source.phase is not Phase.TO_ROLL:
        return
    found = turns_between(source.position, mover, dice, free.position, finished=now.finished)
    if len(found) == 1:
        weight = one.weight + gained - priors.UNSEEN_TURN + free.score
        parent = replace(one, state=source, offsets=(), seen_as=())
        events_at = dated(found[0].made(mover), RollSeen(0, 0.0, side, dice))
        yield Explanation(parent, weight, free.position, Step.BOARD, events_at, dice, enough=priors.FIRST_WARNING)


def _still_the_turn_before(one: Hypothesis, now: Situation, free: LikeliestBoard) -> Iterator[Explanation]:
    """The dice are not this player's: the turn before, whose dice nobody had read, is played with them and not over."""
    (player, dice), action = one.turn(), one.state.last_recorded
    if now.thrown_by is player or action is None or not _may_have_begun_otherwise(one, action):
        return
    last = action.before.last_recorded
    if last is None or not isinstance(last.event, PlayMade) or last.before.phase is not Phase.TO_ROLL:
        return
    if free.position in outcomes(last.before.position, player.other, dice).passing:
        parent = replace(one, state=last.before, offsets=(), seen_as=())
        events_at = dated(RollSeen(0, 0.0, player.other, dice))
        weight = one.weight + free.score
        yield Explanation(parent, weight, free.position, Step.BOARD, events_at, dice, enough=priors.FIRST_WARNING)


def _changed_before(one: Hypothesis, now: Situation, free: LikeliestBoard, weight: float) -> Iterator[Explanation]:
    """The last play was changed, or was another one, before these dice were thrown: nobody has seen it lie since."""
    (player, dice), action = one.turn(), one.state.last_recorded
    if not one.unconfirmed or action is None or not _may_have_begun_otherwise(one, action):
        return
    source = action.before
    lay = source.position.with_row(player.other, free.position.row(player.other))
    if source.phase is not Phase.TO_ROLL or not source.turns or not lay.playable or lay == source.position:
        return
    begun = outcomes(lay, player, dice)
    if not rearranged(source.position, lay) or free.position not in (begun.results if now.ending else begun.passing):
        return
    parent = replace(one, state=source, offsets=(), seen_as=(), unconfirmed=False)
    events: list[Event] = [RollSeen(0, 0.0, player, dice)]
    if now.ending:
        events.append(PlayMade(0, 0.0, player, dice, format_play(begun.results[free.position]), free.position))
    last, before = source.turns[-1], source.before
    instead = outcomes(before, last.player, last.dice).results.get(lay) if before and last.dice else None
    if instead is None and not may_be_played_on_from(source, lay):
        return
    changed = dated(PlayCorrected(0, 0.0, last.player, format_play(instead), lay)) if instead else None
    events_at = then(changed or played_on_from(source, lay), *events)
    weight += free.score - (priors.CHANGED_LATER if instead else priors.REARRANGED)
    step = Step.END if now.ending else Step.BOARD
    yield Explanation(parent, weight, free.position, step, events_at, dice, enough=priors.FIRST_WARNING)


def _may_have_begun_otherwise(one: Hypothesis, action: Action) -> bool:
    """Whether the turn began with a roll that was seen, after a turn of somebody who is at the table."""
    return isinstance(action.event, RollSeen) and not one.dice_entered and one.state.opponent is None


# ------------------------------------------------------------------ after the dice


def play_ended(one: Hypothesis, now: Situation) -> Iterator[Explanation]:
    """The dice are lifted: only a whole legal play is right (R60, R75)."""
    board = now.deciding_board
    if board is None:
        return
    likelihood, (player, _) = one.likelihood(board), one.turn()
    rolls = now.rolls(one)
    dice = next(iter(rolls))
    likeliest = outcomes(one.state.position, player, dice)
    free = free_reading_of(likelihood, likeliest)
    best, nearest, top = float("-inf"), one.state.position, float("-inf")
    for other, behind in rolls.items():
        if top >= free.score - EXPLAINED and behind < -LIKELY_ROLL:
            break
        if behind + free.score <= best - priors.ALTERNATIVE:
            break
        roll = outcomes(one.state.position, player, other)
        fits, ways = roll.fits(likelihood, roll.results), log(len(roll.results))
        for position, fit in fits.items():
            if fit > top:
                nearest, top = position, fit
            weight = behind + fit - ways
            best = max(best, weight)
            if weight > best - priors.ALTERNATIVE:
                made, total = play_made(one, now, other, roll.results[position]), one.weight + weight
                yield Explanation(one, total, position, Step.END, made, other, enough=priors.LEGAL_END)
    for other, behind in rolls.items():
        if behind <= rolls[dice] + priors.ILLEGAL_PLAY - priors.ALTERNATIVE:
            break
        yield from _ended_wrongly(
            one, now, behind, outcomes(one.state.position, player, other), other, likelihood, free, nearest
        )
    if free.position not in likeliest.passing:
        yield _doubted(one, one.weight + rolls[dice] - log(len(likeliest.results)), free)
    if top < free.score - priors.ILLEGAL_PLAY:
        yield from _next_turn_begun(one, now, likeliest, free)
        yield from _next_turn_unseen(one, now, likeliest, free)
        yield from _changed_before(one, now, free, one.weight + rolls[dice] - log(len(likeliest.results)))
    if now.roll and now.roll.side is not player.other and not now.roll.bad:
        yield _thrown_again(one, now.roll, likelihood)


def _ended_wrongly(
    one: Hypothesis,
    now: Situation,
    behind: float,
    roll: RollOutcomes,
    dice: Dice,
    likelihood: BoardLikelihood,
    free: LikeliestBoard,
    nearest: Position,
) -> Iterator[Explanation]:
    """Half a play, or what no rule allows. behind: the log-likelihood of these dice."""
    half, fit = roll.best(likelihood, roll.passing)
    missing = count_missing(likelihood, free, roll)
    seen = {} if missing else _against_the_rules(likelihood, free, roll, dice)
    seen[half] = max(fit, seen.get(half, fit))
    if missing and (board := with_unseen(likelihood, free.position, nearest, roll.side, missing)) is not None:
        seen.setdefault(board, likelihood.fit(board))
    for position, score in seen.items():
        if position in roll.results or position == one.dismissed:
            continue
        enough = priors.NEXT_WARNING if now.unwatched else priors.ILLEGAL_END
        if position == one.state.position:
            if now.roll and now.roll.side is roll.side:
                continue
            enough = priors.ILLEGAL_END if now.roll else priors.NOTHING_MOVED
        others, ways = cost_of_others(nearest, position, roll.side), log(min(len(roll.results), priors.ORDINARY_ROLL))
        if one.reopened and others:
            continue  # as while it is under way
        if position == one.state.position and (one.reopened or not now.held):
            # they are yet to play: anew, or with dice that were entered and may not even lie there yet
            yield Explanation(one, one.weight + behind - ways + score, position, dice=dice)
            continue
        weight = one.weight + behind - ways + score - cost_of_fault(nearest, position) - others
        events_at = illegal_play(one, now, dice, position, provisional=False)
        yield Explanation(one, weight, position, Step.END, events_at, dice, enough=enough, illegal=True)


def _next_turn_begun(
    one: Hypothesis, now: Situation, roll: RollOutcomes, free: LikeliestBoard
) -> Iterator[Explanation]:
    """The next player has thrown the dice that lie there, and moved, before the board could be read in between."""
    player, dice = one.turn()
    if now.roll is None or now.roll.bad or now.roll.side is not player.other:
        return
    for result, play in roll.results.items():
        if result == free.position or not moved_alone(player.other, free.position, result):
            continue
        if free.position in outcomes(result, player.other, now.roll.dice).passing:
            weight = one.weight - log(len(roll.results)) - priors.UNSEEN_TURN + free.score
            events_at = play_made(one, now, dice, play)
            yield Explanation(one, weight, result, Step.END, events_at, dice, enough=priors.FIRST_WARNING)


def _next_turn_unseen(
    one: Hypothesis, now: Situation, roll: RollOutcomes, free: LikeliestBoard
) -> Iterator[Explanation]:
    """The next player has had their turn as well, while nothing could be read, or but one of their dice or both."""
    player, dice = one.turn()
    for turn, play in turns_after(roll, free.position, now.glimpsed) if now.glimpsed or now.unwatched else ():
        events_at = then(play_made(one, now, dice, play), turn.made(player.other))
        weight = one.weight - log(len(roll.results)) - priors.UNSEEN_TURN + free.score + turn.fit
        yield Explanation(one, weight, free.position, Step.END, events_at, dice, enough=priors.UNSEEN_TURN_SEEN)


def _thrown_again(one: Hypothesis, roll: Roll, likelihood: BoardLikelihood) -> Explanation:
    """The same player has thrown other dice: the first roll did not count."""
    player, _ = one.turn()
    thrown = outcomes(one.state.position, player, roll.dice)
    position, fit = thrown.best(likelihood, thrown.passing)
    events_at = dated(RollSeen(0, 0.0, player, roll.dice))
    weight = one.weight + fit - priors.THROWN_AGAIN - log(len(thrown.results))
    return Explanation(one, weight, position, Step.THROW, events_at, roll.dice, enough=priors.ILLEGAL_END)
