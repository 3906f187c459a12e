"""The state of the match: a fold over events.

`fold(events)` takes all of them from the first, `apply(state, event)` one more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from arbiter.events import (
    Dice,
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchOver,
    MatchStarted,
    Note,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
    WarningWithdrawn,
)
from arbiter.position import START, Position, Side
from arbiter.rules import Rules

NOTES_KEPT = 20


class Phase(StrEnum):
    SETTING_UP = "setting_up"  # before a game; the board may be anything
    TO_ROLL = "to_roll"  # player is None before the opening roll
    MOVING = "moving"  # dice lie, the play is provisional
    CORRECTING = "correcting"  # an illegal play is finished and may still be put right
    DOUBLED = "doubled"  # a double waits for its answer
    GAME_OVER = "game_over"
    MATCH_OVER = "match_over"


@dataclass(frozen=True, slots=True)
class Cube:
    value: int = 1
    owner: Side | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of the record: who, with what dice, played what; illegal where it stood against the rules."""

    player: Side
    dice: Dice | None
    play: str
    illegal: bool = False


@dataclass(frozen=True, slots=True)
class MatchState:
    """Everything the page and the lights show, and all that a new referee needs to go on.

    names, score: (light, dark). player: whose turn it is, None before the opening roll.
    position: where the turn started (MOVING, CORRECTING) or stands now; before: where the last turn started.
    crawford: this is the Crawford game; crawford_played: it was, in this match.
    doubled: a double was taken in this game (R54).
    turns: the plays of this game, oldest first.
    """

    rules: Rules = field(default_factory=Rules)
    names: tuple[str, str] = ("Light", "Dark")
    score: tuple[int, int] = (0, 0)
    game: int = 0
    crawford: bool = False
    crawford_played: bool = False
    phase: Phase = Phase.SETTING_UP
    position: Position = START
    before: Position | None = None
    player: Side | None = None
    dice: Dice | None = None
    cube: Cube = field(default_factory=Cube)
    doubled: bool = False
    warning: IllegalPlay | None = None
    turns: tuple[Turn, ...] = ()
    result: GameOver | None = None
    notes: tuple[str, ...] = ()

    @property
    def beavered(self) -> bool:
        """The double that waits is a beaver: `player`, who doubled first, answers it (R52)."""
        return self.answerer is not None and self.answerer is self.player

    @property
    def answerer(self) -> Side | None:
        """Who takes or drops the double that waits."""
        if self.phase is not Phase.DOUBLED or self.player is None:
            return None
        other = self.player.other
        return self.player if self.cube.owner is other else other


def fold(events: Iterable[Event], state: MatchState | None = None) -> MatchState:
    """The state after all the events, oldest first."""
    state = state or MatchState()
    for event in events:
        state = apply(state, event)
    return state


def apply(state: MatchState, event: Event) -> MatchState:
    """The state after one more event. Events are facts: they are taken as they come, never refused."""
    match event:
        case MatchStarted():
            state = MatchState(rules=event.rules, names=event.names, score=event.score)
        case GameStarted():
            state = _game_started(state, event)
        case GameOver():
            state = _game_over(state, event)
        case MatchOver():
            state = replace(state, phase=Phase.MATCH_OVER, score=event.score)
        case Doubled() | Taken() | Dropped():
            state = _cube_turned(state, event)
        case Note():
            state = replace(state, notes=(*state.notes, event.message)[-NOTES_KEPT:])
        case _:
            state = _turn_went_on(state, event)
    return state


def _turn_went_on(state: MatchState, event: Event) -> MatchState:
    match event:
        case RollSeen():
            state = replace(state, phase=Phase.MOVING, player=event.player, dice=event.dice, warning=None)
        case PlayMade():
            state = _turn_done(state, Turn(event.player, event.dice, event.play), event.position)
        case IllegalPlay():
            phase = Phase.MOVING if event.provisional else Phase.CORRECTING
            state = replace(state, phase=phase, warning=event)
        case WarningWithdrawn():
            state = replace(state, phase=Phase.MOVING, warning=None)
        case PlayCorrected():
            state = _corrected(state, event)
        case PlayStood():
            state = _turn_done(
                state, Turn(event.player, state.dice, event.play, illegal=True), event.position
            )
    return state  # a BadRoll: a roll that does not count changes nothing


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
        crawford_played=state.crawford_played or event.crawford,
        phase=Phase.TO_ROLL,
        position=event.position,
        before=None,
        player=event.player,
        dice=None,
        cube=Cube(event.cube, event.owner),
        doubled=event.owner is not None,
        warning=None,
        turns=(),
        result=None,
    )


def _turn_done(state: MatchState, turn: Turn, position: Position) -> MatchState:
    return replace(
        state,
        phase=Phase.TO_ROLL,
        before=state.position,
        position=position,
        player=turn.player.other,
        dice=None,
        warning=None,
        turns=(*state.turns, turn),
    )


def _corrected(state: MatchState, event: PlayCorrected) -> MatchState:
    """Ends the turn of the player who was put right, or amends the turn that was just finished."""
    if event.player is state.player and state.phase in (Phase.MOVING, Phase.CORRECTING):
        return _turn_done(state, Turn(event.player, state.dice, event.play), event.position)
    turns = state.turns
    if turns and turns[-1].player is event.player:
        turns = (*turns[:-1], replace(turns[-1], play=event.play, illegal=False))
    return replace(state, position=event.position, turns=turns)


def _game_over(state: MatchState, event: GameOver) -> MatchState:
    light, dark = state.score
    score = (light + event.points, dark) if event.winner is Side.LIGHT else (light, dark + event.points)
    return replace(
        state, phase=Phase.GAME_OVER, score=score, player=None, dice=None, warning=None, result=event
    )
