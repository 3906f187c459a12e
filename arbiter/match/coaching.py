"""The coach that everybody who plays has agreed to: what it may be asked, and which decisions it judges.

What it says of them comes from an engine and is no part of the match. Who asked for a hint, and which play was made
again, are events.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arbiter.match.commands import AskHint, CommandError
from arbiter.match.cube_answers import double_refused
from arbiter.match.entered_events import HintAbout, HintTaken, TurnEdited, TurnRevised, Undone
from arbiter.match.events import (
    Doubled,
    Dropped,
    Event,
    GameStarted,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
)
from arbiter.match.history import Action
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.replacing import replace
from arbiter.xgid import MatchPosition

_NO_COACH = Message("There is no coach in this match.")


def coached(state: MatchState) -> bool:
    """Whether a coach sits at this match. A chouette has none: its team could not agree to one with one will."""
    return state.rules.coach and state.chouette is None and state.rules.fault() is None


# ------------------------------------------------------------------ hints


def hint_about(state: MatchState, side: Side) -> HintAbout | None:
    """What `side` may ask about now; None where nothing."""
    absent = state.opponent is not None and state.opponent.side is side
    if not coached(state) or absent or state.paused or state.out_of_step or state.resignation:
        return None
    if state.phase is Phase.DOUBLED:
        return "cube" if state.answerer is side and not state.beavered else None
    if state.player is not side:
        return None
    if state.phase is Phase.MOVING and state.dice:
        return "play"
    if state.phase is Phase.TO_ROLL and state.turns and double_refused(state, side) is None:
        return "cube"
    return None


def hint_taken(state: MatchState, command: AskHint, frame: int, time: float) -> HintTaken:
    """Raises CommandError where there is nothing to ask about."""
    if not coached(state):
        raise CommandError(_NO_COACH)
    about = hint_about(state, command.player)
    if about is None:
        raise CommandError(Message("A hint is for who has to decide something now."))
    return HintTaken(frame, time, command.player, about)


def with_coach(after: MatchState, before: MatchState, event: Event) -> MatchState:
    """The state after an event with what the coach was asked in it: that ends with the decision it is about."""
    if isinstance(event, HintTaken):
        return replace(after, hint=event)
    if (after.hint or after.again) and _decision(after) != _decision(before):
        return replace(after, hint=None, again=False)
    return after


def _decision(state: MatchState) -> tuple[object, ...]:
    return state.game, state.phase, state.player, len(state.turns), state.cube


# ------------------------------------------------------------------ what it judges


JudgedVerb = Literal["double", "take", "drop"]


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A play that is final. at: where the turn stood before it, with its dice; after: the board it led to."""

    side: Side
    at: MatchPosition
    after: Position


@dataclass(frozen=True, slots=True)
class JudgedCube:
    """A cube action that is answered. at: before the double, `at.turn` the doubler; side: whose action it is."""

    side: Side
    at: MatchPosition
    verb: JudgedVerb


JudgedDecision = JudgedPlay | JudgedCube


def judged_decisions(state: MatchState) -> tuple[JudgedDecision, ...]:
    """The last decision of a person at the table in this game; a double and its answer, where both are people's.

    A double that still waits is not judged: that would answer it.
    """
    if not coached(state) or state.phase is Phase.DOUBLED:
        return ()
    action = _last_decision(state)
    if action is None:
        return ()
    event, before = action.event, action.before
    found = [_judged(event, before)]
    if isinstance(event, Taken | Dropped) and (offer := before.last) and isinstance(offer.event, Doubled):
        found.insert(0, _judged(offer.event, offer.before))
    absent = state.opponent.side if state.opponent else None
    return tuple(each for each in found if each and each.side is not absent)


def _last_decision(state: MatchState) -> Action | None:
    absent, game = state.opponent.side if state.opponent else None, state.game
    while (last := state.last) and last.before.game == game:
        event = last.event
        if isinstance(event, GameStarted | TurnEdited | TurnRevised | PlayStood):
            return None
        if isinstance(event, PlayMade | PlayCorrected | Doubled | Taken | Dropped):
            answered = isinstance(event, Taken | Dropped)  # the double before it may be a person's
            if event.player is not absent or answered:
                return last
        state = last.before
    return None


def _judged(event: Event, before: MatchState) -> JudgedDecision | None:
    """None for what nobody can judge: a roll that was not seen, a beaver's answer."""
    match event:
        case PlayMade() if event.dice:
            return JudgedPlay(event.player, position_of(before, event.player, event.dice), event.position)
        case PlayCorrected(entered=False) if before.player is event.player and before.dice:
            return JudgedPlay(event.player, position_of(before, event.player, before.dice), event.position)
        case Doubled() if before.phase is Phase.DOUBLED:  # a beaver is a take, and more
            return JudgedCube(event.player, position_of(before, event.player.other), "take")
        case Doubled():
            return JudgedCube(event.player, position_of(before, event.player), "double")
        case (Taken() | Dropped()) if not before.beavered:
            verb: JudgedVerb = "take" if isinstance(event, Taken) else "drop"
            return JudgedCube(event.player, position_of(before, event.player.other), verb)
    return None


def position_of(state: MatchState, turn: Side, dice: Dice | None = None) -> MatchPosition:
    """What is decided in: the board where the turn began, the cube as it lies, the score."""
    rules = state.rules
    money = not rules.length
    return MatchPosition(
        state.position, turn, dice, state.cube.value, state.cube.owner, state.score, rules.length, state.crawford,
        money and rules.jacoby_applies, money and rules.beavers,
    )  # fmt: skip


# ------------------------------------------------------------------ once more


def may_play_again(state: MatchState) -> bool:
    """Whether the last play may be taken back and made again: as long as nobody has played or doubled since."""
    return _play_again(state) is not None


def _play_again(state: MatchState) -> tuple[Action, ...] | None:
    """What is taken back for it, the play last. An opponent that is not at the table may have rolled since."""
    if not coached(state) or state.paused or state.out_of_step:
        return None
    last = state.last
    rolled: tuple[Action, ...] = ()
    if last and state.opponent and isinstance(last.event, RollSeen) and last.event.player is state.opponent.side:
        rolled = (last,)
        last = last.before.last
    absent = state.opponent.side if state.opponent else None
    if last is None or not isinstance(last.event, PlayMade) or last.event.player is absent:
        return None
    if last.before.phase is not Phase.MOVING or state.phase not in (Phase.TO_ROLL, Phase.MOVING):
        return None
    return (*rolled, last)


def played_again(state: MatchState, frame: int, time: float) -> tuple[Event, ...]:
    """Raises CommandError where there is no play that could be made again."""
    actions = _play_again(state)
    if actions is None:
        raise CommandError(Message("There is no play that could be made again now.") if coached(state) else _NO_COACH)
    text = Message("Once more with the same dice.")
    return tuple(Undone(frame, time, text, keeps_roll=True, again=True) for _ in actions)
