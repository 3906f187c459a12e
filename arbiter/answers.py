"""What follows from what people enter: commands to events, by the rules alone."""

from __future__ import annotations

from arbiter.commands import (
    BadCommand,
    Beaver,
    Command,
    CorrectDice,
    CorrectPosition,
    Double,
    Drop,
    LetStand,
    Misread,
    NewGame,
    Resign,
    Take,
)
from arbiter.cube_watch import refusal
from arbiter.events import (
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    Kind,
    PlayCorrected,
    PlayStood,
    RollSeen,
    Taken,
    WarningWithdrawn,
)
from arbiter.notation import format_play
from arbiter.plays import legal_plays
from arbiter.position import Position, Side
from arbiter.rules import Rules
from arbiter.scoring import game_points, is_crawford
from arbiter.state import MatchState, Phase
from arbiter.verdict import judge


def answer(state: MatchState, command: Command, frame: int, time: float) -> tuple[Event, ...]:
    """The events that a command brings about. Raises BadCommand where it cannot be done now."""
    match command:
        case CorrectDice():
            return (_dice(state, command, frame, time),)
        case CorrectPosition():
            return (_position(state, command.position, frame, time),)
        case Double() | Take() | Drop() | Beaver():
            return (_cube(state, command, frame, time),)
        case LetStand() | Misread():
            return (_warning(state, command, frame, time),)
        case Resign():
            return (_resigned(state, command, frame, time),)
    return (_new_game(state, command, frame, time),)


def game_over(state: MatchState, winner: Side, kind: Kind, frame: int, time: float) -> GameOver:
    """The end of the game at the cube's value."""
    counted, points = game_points(kind, state.cube.value, state.doubled, state.rules)
    return GameOver(frame, time, winner, points, counted)


def after_tie(state: MatchState, frame: int, time: float) -> GameStarted | None:
    """Equal opening dice: the game begins anew with the cube turned in the middle (R53).

    None where automatic doubles are not agreed, as many as agreed were made, or the cube cannot be turned.
    """
    rules, value = state.rules, 2 * state.cube.value
    most = 2**rules.automatic_doubles
    too_high = value > most or bool(rules.cube_limit and value > rules.cube_limit)
    if too_high or state.crawford or state.player or state.phase is not Phase.TO_ROLL:
        return None
    return GameStarted(frame, time, state.position, cube=value)


def _dice(state: MatchState, command: CorrectDice, frame: int, time: float) -> Event:
    if not all(1 <= die <= 6 for die in command.dice):
        raise BadCommand("A die shows a number from 1 to 6.")
    player = command.player or state.player
    if state.phase not in (Phase.TO_ROLL, Phase.MOVING):
        raise BadCommand("There is no roll to correct now.")
    if state.player is None and command.dice[0] == command.dice[1]:
        if again := after_tie(state, frame, time):
            return again
        raise BadCommand("Equal opening dice are rolled again (R9).")
    if player is None:
        raise BadCommand("Say who moves first, light or dark.")
    return RollSeen(frame, time, player, command.dice)


def _position(state: MatchState, position: Position, frame: int, time: float) -> Event:
    if faults := position.faults():
        raise BadCommand(f"That position cannot be: {faults[0]}.")
    if state.phase is Phase.CORRECTING and state.player and state.dice:
        verdict = judge(state.position, state.player, state.dice, position)
        if not verdict.legal and state.rules.must_be_legal:
            raise BadCommand(f"{verdict.message} By these rules it has to be put right (R63).")
        kind = PlayCorrected if verdict.legal else PlayStood
        return kind(frame, time, state.player, verdict.play, position)
    if state.phase not in (Phase.TO_ROLL, Phase.MOVING, Phase.DOUBLED):
        raise BadCommand("There is no position to correct now; start a game from it instead.")
    if not state.turns or state.before is None:
        return GameStarted(
            frame, time, position, state.player, state.cube.value, state.cube.owner, state.crawford
        )
    last = state.turns[-1]
    text = judge(state.before, last.player, last.dice, position).play if last.dice else last.play
    return PlayCorrected(frame, time, last.player, text, position)


def _cube(state: MatchState, command: Double | Take | Drop | Beaver, frame: int, time: float) -> Event:
    player = state.player
    if isinstance(command, Double):
        if state.phase is not Phase.TO_ROLL or player is None:
            raise BadCommand("A double is offered at the start of one's own turn, before rolling (R47).")
        if reason := refusal(state, player):
            raise BadCommand(reason)
        return Doubled(frame, time, player, 2 * state.cube.value)
    answerer = state.answerer
    if answerer is None:
        raise BadCommand("No double waits for an answer.")
    if isinstance(command, Take):
        return Taken(frame, time, answerer, 2 * state.cube.value)
    if isinstance(command, Drop):
        return Dropped(frame, time, answerer)
    if reason := _no_beaver(state):
        raise BadCommand(reason)
    return Doubled(frame, time, answerer, 4 * state.cube.value)


def _no_beaver(state: MatchState) -> str:
    """Why the doubled player may not turn the cube again; empty where he may (R52)."""
    limit = state.rules.cube_limit
    if not state.rules.beavers or state.rules.length:
        return "Beavers are for money sessions in which they were agreed (R52)."
    if state.beavered:
        return "A beaver is not beavered: go on or drop (R52)."
    return (
        f"The cube goes no higher than {limit} by these rules (R51)."
        if 0 < limit < 4 * state.cube.value
        else ""
    )


def _warning(state: MatchState, command: LetStand | Misread, frame: int, time: float) -> Event:
    warning = state.warning
    if warning is None:
        raise BadCommand("There is no warning to answer now.")
    if isinstance(command, LetStand):
        if state.phase is not Phase.CORRECTING:
            raise BadCommand("The play is not finished: the dice still lie.")
        if state.rules.must_be_legal:
            raise BadCommand("By these rules an illegal play has to be put right (R63).")
        play = judge(state.position, warning.player, warning.dice, warning.position).play
        return PlayStood(frame, time, warning.player, play, warning.position)
    if warning.provisional:
        return WarningWithdrawn(frame, time, warning.player)
    plays = legal_plays(state.position, warning.player, warning.dice)
    nearest = min(plays, key=lambda play: _apart(play.result, warning.position))
    return PlayCorrected(frame, time, warning.player, format_play(nearest), nearest.result)


def _apart(one: Position, other: Position) -> int:
    pairs = zip(one.light + one.dark, other.light + other.dark, strict=True)
    return sum(abs(a - b) for a, b in pairs)


def _resigned(state: MatchState, command: Resign, frame: int, time: float) -> Event:
    if state.phase in (Phase.SETTING_UP, Phase.GAME_OVER, Phase.MATCH_OVER):
        raise BadCommand("No game is being played that could be resigned.")
    return game_over(state, command.player.other, command.kind, frame, time)


def _new_game(state: MatchState, command: NewGame, frame: int, time: float) -> Event:
    if state.phase is Phase.MATCH_OVER:
        raise BadCommand("The match is over; start a new match.")
    if faults := command.position.faults():
        raise BadCommand(f"That position cannot be: {faults[0]}.")
    crawford = is_crawford(state.rules, state.score, state.crawford_played)
    if fault := _cube_fault(state.rules, command, crawford):
        raise BadCommand(fault)
    return GameStarted(frame, time, command.position, command.player, command.cube, command.owner, crawford)


def _cube_fault(rules: Rules, command: NewGame, crawford: bool) -> str:
    """Why the cube cannot lie so when a game begins or is taken up; empty where it can."""
    value, limit = command.cube, rules.cube_limit
    if value < 1 or value & (value - 1):
        return f"The cube shows 1, 2, 4, 8 and so on, not {value} (R45)."
    if value == 1 and command.owner:
        return "A cube that was never turned lies in the middle (R45)."
    if crawford and value > 1:
        return "The cube is not used in the Crawford game (R55)."
    return f"The cube goes no higher than {limit} by these rules (R51)." if 0 < limit < value else ""
