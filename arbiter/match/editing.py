"""An earlier turn edited: the record from that turn on, replayed with the change.

What came after is played again from where the checkers stand by then: the same checkers move, the cube is turned from
where it lies, points follow. Where a turn no longer fits, its board is kept as it was recorded; `EditedRecord.misfits`
names these turns, so that people are asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from arbiter.errors import ArbiterError
from arbiter.match.cube_answers import double_refused
from arbiter.match.entered_events import CorrectionDemanded, TeamAnswered, TurnEdited
from arbiter.match.events import (
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
    WarningWithdrawn,
)
from arbiter.match.history import standing_actions
from arbiter.match.judged_play import judged_play
from arbiter.match.shifted_play import shifted
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message, shown_names
from arbiter.notation import describe_change
from arbiter.plays import Dice, position_faults
from arbiter.position import Position, Side
from arbiter.replacing import replace
from arbiter.scoring import finisher, game_points, is_crawford, kind_of_win, match_winner
from arbiter.verdict import judge

Apply = Callable[[MatchState, Event], MatchState]
PlayEnded = PlayMade | PlayStood | PlayCorrected


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A finished turn as the record has it.

    start: the state before its first action. tail: all events that stand since then, oldest first.
    dice: None where the roll was never seen. position: after it. illegal: it stands against the rules.
    doubled: a double was taken before its roll.
    """

    start: MatchState
    tail: tuple[Event, ...]
    player: Side
    dice: Dice | None
    play: str
    position: Position
    illegal: bool
    doubled: bool


def recorded_turn(state: MatchState, game: int, turn: int, apply: Apply) -> RecordedTurn | None:
    """The turn of that number in that game; None where there is none that is finished. Both count from 1."""
    found = _since(state, game, turn)
    if found is None:
        return None
    start, tail = found
    at, ended, doubled = start, None, False
    for event in tail:
        at = apply(at, event)
        if at.game != game or len(at.turns) > turn:
            break
        if len(at.turns) == turn:
            if ended is None or isinstance(event, PlayEnded):  # one that amends the turn
                ended = at
        elif isinstance(event, Taken):
            doubled = True
    if ended is None:
        return None
    last = ended.turns[-1]
    return RecordedTurn(start, tail, last.player, last.dice, last.play, ended.position, last.illegal, doubled)


def _since(state: MatchState, game: int, turn: int) -> tuple[MatchState, tuple[Event, ...]] | None:
    """The state in which that turn began, and all events that stand since."""
    start, kept, passed = None, 0, list[tuple[Event, ...]]()
    for action in standing_actions(state.history):
        at = (action.before.game, len(action.before.turns) + 1)
        if at < (game, turn):
            break
        passed.append((action.event, *action.then))
        if at == (game, turn):
            start, kept = action.before, len(passed)
    if start is None:
        return None
    return start, tuple(event for events in reversed(passed[:kept]) for event in events)


@dataclass(frozen=True, slots=True)
class Misfit:
    """Something that no longer fits, and whose turn it is in (that turn's number, from 1)."""

    game: int
    turn: int
    reason: str

    @property
    def sentence(self) -> Message:
        return Message("Turn {turn} no longer fits: {reason}", turn=self.turn, reason=self.reason)


class EditedRecord:
    """The record from `turn` on with `edit` in it; an edit that changes nothing gives the same events again.

    events: as they are then; state: after them. misfits: in the order of their turns.
    """

    def __init__(self, turn: RecordedTurn, edit: TurnEdited, apply: Apply) -> None:
        self.turn, self._edit, self._apply = turn, edit, apply
        self._old = self.state = turn.start
        self.events: list[Event] = []
        self.misfits: list[Misfit] = []
        self._dice = edit.dice if edit.dice and not _same_roll(edit.dice, turn.dice) else None
        self._position = edit.position if edit.position != turn.position else None
        self._cube = edit.cube if edit.cube and (edit.cube == "taken") is not turn.doubled else None
        self._run()

    @property
    def changed(self) -> bool:
        """Whether the edit says anything else than the record."""
        return bool(self._dice or self._position or self._cube)

    def _run(self) -> None:
        tail = self.turn.tail
        under_way = _fault_under_way(tail)
        for number, event in enumerate(tail):
            self._add(self._judged_anew(event) if event is under_way else self._refitted(event))
            self._old = self._apply(self._old, event)
            if isinstance(event, GameOver) and self._over_now(tail[number + 1 :]):
                return

    def _add(self, events: Iterable[Event]) -> None:
        for event in events:
            self.state = self._apply(self.state, event)
            self.events.append(event)

    def _over_now(self, rest: tuple[Event, ...]) -> bool:
        """The match is decided by now and was not before: whatever followed does not count."""
        winner = match_winner(self.state.rules, self.state.score)
        if winner is None or match_winner(self._old.rules, self._old.score):
            return False
        at = self.events[-1]
        self._add([MatchOver(at.frame, at.time, winner, self.state.score)])
        if any(isinstance(event, GameStarted | RollSeen | PlayMade) for event in rest):
            score = "{}-{}".format(*self.state.score)
            self.misfits.append(
                Misfit(self.state.game + 1, 1, Message("The match was over at {score} before it.", score=score))
            )
        return True

    def _refitted(self, event: Event) -> Iterable[Event]:
        if not self.changed:
            return (event,)
        at = (self._old.game, len(self._old.turns) + 1)
        if at == (self._edit.game, self._edit.turn):
            return self._of_edited_turn(event)
        amends = isinstance(event, PlayStood | PlayCorrected) and not self._ends_turn(event)
        if amends and (self._dice or self._position) and at == (self._edit.game, self._edit.turn + 1):
            return ()  # what was put right afterwards has been edited
        return self._later(event)

    def _ends_turn(self, event: Event) -> bool:
        if isinstance(event, PlayMade):
            return True
        under_way = self._old.phase in (Phase.MOVING, Phase.CORRECTING) and self._old.dice is not None
        return isinstance(event, PlayEnded) and under_way and event.player is self._old.player

    # -------------------------------------------------------------- the turn itself

    def _of_edited_turn(self, event: Event) -> Iterable[Event]:
        plays = self._dice or self._position
        match event:
            case Doubled() | Taken() | TeamAnswered() if self._cube == "none":
                return ()
            case IllegalPlay() | WarningWithdrawn() | CorrectionDemanded() if plays:
                return ()
            case RollSeen():
                self._add(self._double(event))
                read_again = self._dice and self.state.phase is Phase.MOVING
                if read_again or not self._dice:
                    return () if read_again else (event,)
                return (replace(event, dice=self._dice, source="entered"),)
            case PlayMade() | PlayStood() | PlayCorrected() if self._ends_turn(event):
                self._add(self._double(event))
                if plays:
                    dice, position = self._dice or self.turn.dice, self._position or self.turn.position
                    return self._turn(event, dice, position, fault=True)
        return (event,)

    def _double(self, at: Event) -> tuple[Event, ...]:
        """The double that was forgotten, once."""
        if self._cube != "taken" or self.state.phase is not Phase.TO_ROLL or self.state.player is None:
            return ()
        if self.events and isinstance(self.events[-1], Taken):
            return ()
        player, value = self.state.player, 2 * self.state.cube.value
        return Doubled(at.frame, at.time, player, value), Taken(at.frame, at.time, player.other, value)

    def _turn(self, event: PlayEnded, dice: Dice | None, position: Position, *, fault: bool) -> tuple[Event, ...]:
        """The turn that leads from where the checkers stand to `position`, as events.

        fault: an illegal play is one that the player made, and counts as such.
        """
        frame, time, player, before = event.frame, event.time, event.player, self.state.position
        if dice is None:
            return (PlayMade(frame, time, player, None, describe_change(before, player, position), position),)
        try:
            judged = judged_play(before, player, dice, position, frame, time)
        except ArbiterError:  # no position that anything could be judged in
            return (PlayMade(frame, time, player, dice, describe_change(before, player, position), position),)
        if isinstance(judged, PlayMade):
            return (judged,)
        found: list[Event] = []
        if self.state.phase is Phase.TO_ROLL:
            found.append(RollSeen(frame, time, player, dice))
        if fault and self.state.phase is not Phase.CORRECTING:
            found.append(judged)
        return (*found, PlayStood(frame, time, player, judge(before, player, dice, position).play, position))

    # -------------------------------------------------------------- what came after

    def _judged_anew(self, fault: IllegalPlay) -> tuple[Event, ...]:
        """The illegal play under discussion: its board stays; where its turn began has changed."""
        before, phase = self.state.position, self.state.phase
        if before == self._old.position or phase is not Phase.MOVING:
            return (fault,)
        try:
            judged = judged_play(before, fault.player, fault.dice, fault.position, fault.frame, fault.time)
        except ArbiterError:  # no position that anything could be judged in
            return (fault,)
        if isinstance(judged, PlayMade):
            return (judged,)
        return (replace(judged, dice_sure=fault.dice_sure, unseen=fault.unseen),)

    def _later(self, event: Event) -> Iterable[Event]:
        match event:
            case PlayMade() | PlayStood() | PlayCorrected() if self._old.position != self.state.position:
                return self._play(event) if self._ends_turn(event) else self._amended(event)
            case IllegalPlay(provisional=True) | WarningWithdrawn() if self._old.position != self.state.position:
                return ()
            case CorrectionDemanded() if self.state.phase is not Phase.CORRECTING:
                return ()
            case MatchOver():
                won = match_winner(self.state.rules, self.state.score)
                return (replace(event, winner=won, score=self.state.score),) if won else ()
            case Doubled() | Taken() | Dropped():
                event = self._cube_action(event)
            case GameOver():
                event = self._game_over(event)
            case GameStarted():
                event = self._game_started(event)
        return (event,)

    def _play(self, event: PlayEnded) -> tuple[Event, ...]:
        dice = event.dice if isinstance(event, PlayMade) else self._old.dice
        stood, player, before = isinstance(event, PlayStood), event.player, self.state.position
        reason: str
        try:
            position = shifted(event.play, player, dice, self._old.position, event.position, before)
            verdict = judge(before, player, dice, position) if dice else None
            if winner := finisher(before):
                reason = Message("{name} had borne off every checker.", name=_name(self.state, winner))
            elif verdict and not verdict.legal and not stood:
                reason = verdict.message
            elif faults := position_faults(before, position):
                reason = Message("{fault}.", fault=faults[0])
            else:
                return self._turn(event, dice, position, fault=True)
        except ArbiterError as error:
            reason = str(error)
        self._misfit(reason)
        return self._turn(event, dice, event.position, fault=False)

    def _amended(self, event: PlayEnded) -> tuple[Event, ...]:
        """The turn before was put right, or found wrong, afterwards."""
        old, new = self._old.before, self.state.before
        if old is None or new is None:
            return (event,)
        try:
            return (replace(event, position=shifted(event.play, event.player, None, old, event.position, new)),)
        except ArbiterError as error:
            self._misfit(str(error))
            return (event,)

    def _cube_action(self, event: Doubled | Taken | Dropped) -> Event:
        old, new = self._old, self.state
        if (old.cube, old.crawford) == (new.cube, new.crawford) or isinstance(event, Dropped):
            return event
        if isinstance(event, Taken):
            doubles = (made for made in reversed(self.events) if isinstance(made, Doubled))
            return replace(event, value=last.value if (last := next(doubles, None)) else event.value)
        if old.phase is not Phase.DOUBLED:  # no beaver
            reason = double_refused(new, event.player)
            if reason and not double_refused(old, event.player):
                self._misfit(reason)
                return event
        return replace(event, value=event.value * new.cube.value // old.cube.value)

    def _game_over(self, event: GameOver) -> GameOver:
        old, new = self._old, self.state
        if (old.position, old.cube, old.doubled) == (new.position, new.cube, new.doubled):
            return event
        kind = old.resignation.kind if old.resignation else event.kind
        if finisher(old.position):
            if finisher(new.position) is event.winner:
                kind = kind_of_win(new.position, event.winner, new.rules.start)
            else:
                name = _name(new, event.winner)
                self._misfit(Message("{name} has not borne off every checker by then.", name=name))
        counted, points = game_points(kind, new.cube.value, new.doubled, new.rules)
        return replace(event, kind=counted, points=points)

    def _game_started(self, event: GameStarted) -> GameStarted:
        """Whether it is the Crawford game follows from the score by now."""
        if event.crawford is not _crawford(self._old):
            return event  # said otherwise by people
        return replace(event, crawford=_crawford(self.state))

    def _misfit(self, reason: str) -> None:
        self.misfits.append(Misfit(self.state.game, len(self.state.turns) + 1, reason))


def _fault_under_way(tail: Sequence[Event]) -> IllegalPlay | None:
    """The illegal play that nothing was decided about yet."""
    for event in reversed(tail):
        if isinstance(event, IllegalPlay):
            return None if event.provisional else event
        if isinstance(event, PlayEnded | RollSeen | WarningWithdrawn | GameStarted | GameOver):
            return None
    return None


def _crawford(state: MatchState) -> bool:
    played = state.crawford_played and (state.phase is Phase.GAME_OVER or not state.crawford)
    return is_crawford(state.rules, state.score, played)


def _name(state: MatchState, side: Side) -> str:
    return shown_names(state.names)[0 if side is Side.LIGHT else 1]


def _same_roll(one: Dice, other: Dice | None) -> bool:
    return other is not None and sorted(one) == sorted(other)
