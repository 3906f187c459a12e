"""Events folded into the state of the match.

`fold(events)` takes all of them from the first, `apply(state, event)` one more. An `Undone` takes the last
action back: every state knows its last action and the state before that (`arbiter.match.history`).
"""

from __future__ import annotations

from collections.abc import Iterable

from arbiter.match.chouette_events import chouette_of_state, with_chouette
from arbiter.match.coaching import with_coach
from arbiter.match.editing import EditedRecord, recorded_turn
from arbiter.match.entered_events import (
    CameraDiffers,
    ChouetteFounded,
    CorrectionDemanded,
    HintTaken,
    Paused,
    PlayersNamed,
    PositionEntered,
    ResignationRefused,
    Resigned,
    Resumed,
    ScoreCorrected,
    Seated,
    StackTold,
    TurnEdited,
    TurnRevised,
    Undone,
)
from arbiter.match.events import (
    BackInStep,
    BadRoll,
    ClockPressed,
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    IntendedCube,
    IntendedPlay,
    MatchOver,
    MatchStarted,
    Misplaced,
    Note,
    OutOfStep,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
    TimeRanOut,
    WarningWithdrawn,
)
from arbiter.match.history import BLOCK, Action, agreeing, packed, taken_back, with_event
from arbiter.match.play_fault import fault_kept
from arbiter.match.redo import still_undone, undone
from arbiter.match.revising import as_one_action, begun, corrected_line, one_more, with_line
from arbiter.match.stacks import reopened, with_stack
from arbiter.match.state import Cube, EnteredBoard, MatchState, Phase, Turn, still_entered
from arbiter.plays import RollSource, followed_by
from arbiter.position import Position, Side
from arbiter.replacing import replace
from arbiter.scoring import finisher, is_crawford, match_winner
from arbiter.seats import Seats

NOTES_KEPT = 20


def fold(events: Iterable[Event], state: MatchState | None = None) -> MatchState:
    """The state after all the events, oldest first."""
    state = state or MatchState()
    for event in events:
        state = apply(state, event)
    return state


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after one more event. Events are facts: they are taken as they come, never refused."""
    if isinstance(event, TurnRevised):
        return begun(state, event)
    if (revising := state.revising) and not isinstance(event, MatchStarted):
        return one_more(apply(replace(state, revising=None), event), revising)
    if isinstance(event, Undone):
        return undone(taken_back(state, event), state, event)
    if isinstance(event, TurnEdited):
        return _edited(state, event)
    after = with_coach(still_entered(state, _happened(state, event)), state, event)
    if after.chouette:
        after = with_chouette(after, event)
    return _remembered(after, state, event)


def _happened(state: MatchState, event: Event) -> MatchState:
    match event:
        case MatchStarted():
            state = MatchState(
                rules=event.rules,
                names=event.names,
                score=event.score,
                position=event.rules.start,
                seats=state.seats,
                opponent=event.opponent,
            )
        case GameStarted():
            state = _game_started(state, event)
        case GameOver() | MatchOver():
            state = _over(state, event)
        case Doubled() | Taken() | Dropped():
            state = replace(_cube_turned(state, event), pressed=False, cube_taken_back=None)
        case ClockPressed():
            state = replace(state, pressed=True)
        case TimeRanOut():
            state = _time_ran_out(state, event)
        case Note():
            state = replace(state, notes=(*state.notes, event.message)[-NOTES_KEPT:])
        case IntendedPlay() | IntendedCube() | Misplaced():
            state = _intended(state, event)
        case RollSeen() | PlayMade() | IllegalPlay() | WarningWithdrawn() | PlayCorrected() | PlayStood() | StackTold():
            state = _turn_went_on(state, event)
        case _:
            state = _apply_agreement(state, event)
    return state


# ------------------------------------------------------------------ earlier turns


def replay_of(state: MatchState, edit: TurnEdited) -> EditedRecord | None:
    """The record from the edited turn on, with the change; None where there is no such finished turn."""
    turn = recorded_turn(state, edit.game, edit.turn, apply)
    return EditedRecord(turn, edit, apply) if turn else None


def _edited(state: MatchState, event: TurnEdited) -> MatchState:
    """One action, whatever it changes: an undo leads back to the record as it was."""
    replay = replay_of(state, event)
    after = agreeing(replay.state if replay else state, state)
    if replay and after.game == event.game and event.turn <= len(after.turns):  # the change may have ended the game
        was, now = Turn(replay.turn.player, replay.turn.dice, replay.turn.play), after.turns[event.turn - 1]
        after = with_line(after, event.turn, corrected_line(event.turn, was, now) or "")
    return as_one_action(after, event, state)


def _remembered(after: MatchState, state: MatchState, event: Event) -> MatchState:
    """The state after an event, with what an undo from there takes back."""
    if isinstance(event, MatchStarted):
        return replace(after, actions=0, history=None)
    if state.undone:
        after = replace(after, undone=still_undone(state.undone, event))
        state = replace(state, undone=())  # who undoes this later has something else to redo
    if not _is_action(state, event):
        return replace(after, actions=state.actions, history=with_event(state.history, event))
    if state.actions % BLOCK == 0:
        state = replace(state, history=packed(state.history))
    return replace(after, actions=state.actions + 1, history=Action(event, state))


def _is_action(state: MatchState, event: Event) -> bool:
    """Whether this event may be undone by itself; any other belongs to the action before it, or to none."""
    match event:
        case IntendedPlay() | IntendedCube() | Misplaced() | PositionEntered() | CameraDiffers() | HintTaken():
            return False
        case Note() | BadRoll() | WarningWithdrawn() | Seated() | Paused() | Resumed() | OutOfStep() | BackInStep():
            return False
        case IllegalPlay() if event.provisional:
            return False
        case RollSeen() if state.phase is Phase.MOVING and (event.player is state.player or not state.turns):
            return False  # the same dice, read better, or the other player's after all
        case GameStarted() if state.phase in (Phase.SETTING_UP, Phase.GAME_OVER):
            return False  # nobody plays yet: what there is to undo is the end of the last game
    return not _something_follows(state)


def _something_follows(state: MatchState) -> bool:
    """Whether the referee cannot leave it at this: a game won, a double dropped, a match won."""
    match state.phase:
        case Phase.DOUBLED:
            game = state.chouette.game if state.chouette else None
            return game is not None and game.offered_by is None
        case Phase.TO_ROLL:
            return bool(state.turns) and finisher(state.position) is not None
        case Phase.GAME_OVER:
            return state.result is None or match_winner(state.rules, state.score) is not None
    return False


# ------------------------------------------------------------------ what people enter


def _apply_agreement(state: MatchState, event: Event) -> MatchState:
    match event:
        case OutOfStep():
            state = replace(state, out_of_step=event)
        case BackInStep():
            state = replace(state, out_of_step=None)
        case PositionEntered():
            state = replace(state, entered_board=EnteredBoard())
        case CameraDiffers():
            entered = state.entered_board
            state = replace(state, entered_board=entered and replace(entered, seen=event.position))
        case CorrectionDemanded():
            state = replace(state, demanded=True)
        case Resigned():
            state = replace(state, resignation=event)
        case ResignationRefused():
            considered = state.cube_considered or (state.opponent is not None and event.player is state.opponent.side)
            state = replace(state, resignation=None, cube_considered=considered)
        case ScoreCorrected():
            state = _score_corrected(state, event.score)
        case PlayersNamed():
            state = replace(state, names=event.names)
        case Seated():
            state = replace(state, seats=Seats(event.near, event.home))
        case Paused() | Resumed():
            state = replace(state, paused=isinstance(event, Paused))
        case ChouetteFounded():
            state = replace(state, chouette=chouette_of_state(state, event))
    return state  # a BadRoll: a roll that does not count changes nothing


def _score_corrected(state: MatchState, score: tuple[int, int]) -> MatchState:
    """Whether the game under way is the Crawford game follows from the score before it (R55)."""
    state = replace(state, score=score)
    if state.phase is Phase.MATCH_OVER and match_winner(state.rules, score) is None:
        return replace(state, phase=Phase.GAME_OVER)
    if state.game == 0 or state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER):
        return state
    played_before = state.crawford_played and not state.crawford
    crawford = is_crawford(state.rules, score, played_before)
    return replace(state, crawford=crawford, crawford_played=played_before or crawford)


# ------------------------------------------------------------------ turns


def _turn_went_on(state: MatchState, event: Event) -> MatchState:
    match event:
        case RollSeen():
            kept = state.kept_rolls if state.phase is Phase.MOVING else state.kept_rolls[1:]
            waits = state.resignation if state.phase is Phase.MOVING else None  # who plays on has refused
            read_again = state.phase is Phase.MOVING and event.player is state.player
            state = replace(
                state, phase=Phase.MOVING, player=event.player, dice=event.dice, source=event.source, warning=None,
                resignation=waits, pressed=state.pressed and read_again, intended=None, misplaced=None, kept_rolls=kept,
            )  # fmt: skip
        case PlayMade():
            turn = Turn(event.player, event.dice, event.play, source=_source(state, event))
            state = _turn_done(state, turn, followed_by(state.position, event.player, event.dice, event.position))
        case IllegalPlay():
            phase = Phase.MOVING if event.provisional else Phase.CORRECTING
            state = reopened(state, event)
            event = _with_fault(event, state.position)
            state = replace(
                state, phase=phase, warning=event, demanded=False, pressed=state.pressed and event.provisional
            )
        case WarningWithdrawn():
            state = replace(state, phase=Phase.MOVING, warning=None, misplaced=None)
        case PlayCorrected() | PlayStood():
            state = _corrected(state, event)
        case StackTold():
            state = with_stack(state, event)
    return state


def _source(state: MatchState, made: PlayMade) -> RollSource:
    """How the roll of a play is known: one that comes with its play alone was inferred from it."""
    if state.dice and state.player is made.player:
        return state.source
    return "inferred" if made.dice else "read"


def _with_fault(event: IllegalPlay, before: Position) -> IllegalPlay:
    """The same; judged here where an older version kept it without its fault."""
    if event.fault is not None:
        return event
    return replace(event, fault=fault_kept(before, event.player, event.dice, event.position, event.message))


def _intended(state: MatchState, event: IntendedPlay | IntendedCube | Misplaced) -> MatchState:
    match event:
        case IntendedPlay():
            return replace(state, intended=event, misplaced=None)
        case IntendedCube():
            return replace(state, cube_considered=True)
        case Misplaced():
            return replace(state, misplaced=event)


def _cube_turned(state: MatchState, event: Doubled | Taken | Dropped) -> MatchState:
    match event:
        case Doubled() if state.phase is Phase.DOUBLED and event.player is not state.player:
            # a beaver (R52): taken, turned again and kept; now the doubler has to answer, and then rolls
            return replace(state, cube=Cube(event.value // 2, event.player), doubled=True)
        case Doubled():
            return replace(state, phase=Phase.DOUBLED, player=event.player, dice=None, warning=None)
        case Taken() if state.beavered:
            cube = Cube(event.value, event.player.other)
            return replace(state, phase=Phase.TO_ROLL, player=event.player, cube=cube)
        case Taken():
            cube = Cube(event.value, event.player)
            doubler = event.player.other
            return replace(state, phase=Phase.TO_ROLL, player=doubler, cube=cube, doubled=True)
        case Dropped():
            return replace(state, phase=Phase.GAME_OVER, player=event.player.other, dice=None, warning=None)


def _game_started(state: MatchState, event: GameStarted) -> MatchState:
    """A game begun anew before its first turn, after a tie (R53) say, is the same game."""
    again = state.game > 0 and not state.turns and state.phase in (Phase.TO_ROLL, Phase.MOVING, Phase.DOUBLED)
    return replace(
        state,
        game=state.game if again else state.game + 1,
        crawford=event.crawford,
        # one that is none, at a score where it would be, says that the Crawford game was played before
        crawford_played=state.crawford_played or is_crawford(state.rules, state.score, played=False) or event.crawford,
        phase=Phase.TO_ROLL,
        position=followed_by(state.position if again else state.rules.start, None, None, event.position),
        before=None,
        player=event.player,
        dice=None,
        cube=Cube(event.cube, event.owner),
        cube_taken_back=None,
        doubled=event.owner is not None,
        warning=None,
        pressed=False,
        demanded=False,
        resignation=None,
        turns=(),
        result=None,
        entered_board=None,
        out_of_step=None,
        intended=None,
        misplaced=None,
        cube_considered=False,
        kept_rolls=(),
    )


def _turn_done(state: MatchState, turn: Turn, position: Position) -> MatchState:
    return replace(
        state, phase=Phase.TO_ROLL, before=state.position, position=position, looked_at=None,
        player=turn.player.other, dice=None, warning=None, pressed=False, demanded=False, resignation=None,
        turns=(*state.turns, turn), intended=None, misplaced=None, cube_considered=False,
    )  # fmt: skip


def _corrected(state: MatchState, event: PlayCorrected | PlayStood) -> MatchState:
    """Ends the turn of the player who was put right or not, or amends the turn that was just finished."""
    illegal = isinstance(event, PlayStood)
    position = _corrected_position(state, event)
    if event.player is state.player and state.phase in (Phase.MOVING, Phase.CORRECTING):
        return _turn_done(state, Turn(event.player, state.dice, event.play, illegal, state.source), position)
    turns = state.turns
    if isinstance(event, PlayCorrected) and event.entered:
        return replace(state, position=position, warning=None, intended=None, misplaced=None)
    if turns and turns[-1].player is event.player:
        turns = (*turns[:-1], replace(turns[-1], play=event.play, illegal=illegal))
    return replace(state, position=position, turns=turns, warning=None, intended=None, misplaced=None)


def _over(state: MatchState, event: GameOver | MatchOver) -> MatchState:
    if isinstance(event, MatchOver):
        return replace(state, phase=Phase.MATCH_OVER, score=event.score)
    score = _scored(state, event.winner, event.points)
    return replace(
        state, phase=Phase.GAME_OVER, score=score, player=None, dice=None, warning=None, pressed=False, demanded=False,
        resignation=None, result=event, entered_board=None, out_of_step=None, assumed=event if event.assumed else None,
        intended=None, misplaced=None, kept_rolls=(),
    )  # fmt: skip


def _time_ran_out(state: MatchState, event: TimeRanOut) -> MatchState:
    """The game goes on, unless the points for it decide the match."""
    state = replace(state, score=_scored(state, event.player.other, event.points))
    if match_winner(state.rules, state.score) is None:
        return state
    return replace(
        state, phase=Phase.GAME_OVER, player=None, dice=None, warning=None, pressed=False, demanded=False,
        resignation=None, result=None, out_of_step=None, assumed=None,
    )  # fmt: skip


def _scored(state: MatchState, winner: Side, points: int) -> tuple[int, int]:
    light, dark = state.score
    return (light + points, dark) if winner is Side.LIGHT else (light, dark + points)


def _corrected_position(state: MatchState, event: PlayCorrected | PlayStood) -> Position:
    """What lies there then, from where that turn began."""
    if event.player is state.player and state.phase in (Phase.MOVING, Phase.CORRECTING):
        if state.looked_at is not None and state.looked_at == event.position:
            return state.looked_at
        return followed_by(state.position, event.player, state.dice, event.position)
    last = state.turns[-1] if state.turns and state.turns[-1].player is event.player else None
    if last and state.before is not None:
        return followed_by(state.before, last.player, last.dice, event.position)
    return followed_by(state.position, None, None, event.position)
