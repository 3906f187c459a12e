"""How a game may have ended that the camera did not see to its end: given up across the table, most often.

`endings` lists what may be answered, the likeliest first; `corrected_ending` turns an answer into events.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from arbiter.match.commands import CommandError, EndGame
from arbiter.match.cube_answers import game_over
from arbiter.match.entered_events import TurnRevised, Undone
from arbiter.match.events import Dropped, Event, GameOver, GameStarted, MatchOver
from arbiter.match.fold import apply
from arbiter.match.history import Action
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.position import BAR, CHECKERS, OFF, Position, Side
from arbiter.replacing import replace
from arbiter.scoring import Kind, finisher, game_points, is_crawford, kind_of_win, match_winner

GAMMON_OFF = 8
"""With so many checkers off, while the other side has none off, a game is given up as a gammon rather than a single."""
NOT_PLAYED = (Phase.SETTING_UP, Phase.GAME_OVER, Phase.MATCH_OVER)


@dataclass(frozen=True, slots=True)
class Ending:
    """winner None: nobody scores. points: what it scores, cube included."""

    winner: Side | None
    kind: Kind
    points: int


def endings(state: MatchState) -> tuple[Ending, ...]:
    """All that the game under way may end with now, the likeliest first; none where no game is under way."""
    if state.phase in NOT_PLAYED:
        return ()
    found = [(_unlikeliness(state, winner, kind), _ending(state, winner, kind)) for winner, kind in _possible(state)]
    ordered = list(dict.fromkeys(ending for _, ending in sorted(found, key=lambda pair: pair[0])))
    nobody = Ending(None, "single", 0)
    return (*ordered, nobody) if state.turns else (nobody, *ordered)


def corrected_ending(state: MatchState, command: EndGame, frame: int, time: float) -> tuple[Event, ...]:
    """The events of an answer. Raises CommandError where no game can have ended so."""
    if command.last:
        return _last_game_amended(state, command, frame, time)
    if state.phase in NOT_PLAYED:
        raise CommandError(Message("No game is being played that could have ended."))
    if command.winner is None:
        return (_next_game(state, frame, time),)
    return (_ended(state, command.winner, command.kind, frame, time),)


def likeliest_ending(state: MatchState, frame: int, time: float) -> Event:
    """The end of the game as it is assumed where nobody says how it ended."""
    ending = endings(state)[0]
    if ending.winner is None:
        return _next_game(state, frame, time)
    event = _ended(state, ending.winner, ending.kind, frame, time)
    return replace(event, assumed=True) if isinstance(event, GameOver) else event


def _ended(state: MatchState, winner: Side, kind: Kind, frame: int, time: float) -> Event:
    if state.phase is Phase.DOUBLED and state.player is winner and kind == "single":
        return Dropped(frame, time, winner.other)  # the game's end follows from it (R50)
    return game_over(state, winner, kind, frame, time)


def _next_game(state: MatchState, frame: int, time: float) -> GameStarted:
    played = state.crawford_played and not state.crawford
    return GameStarted(frame, time, state.rules.start, crawford=is_crawford(state.rules, state.score, played))


def what_follows(state: MatchState, frame: int, time: float) -> tuple[Event, ...]:
    """What follows from a state alone: a game won, a double dropped, a match won; nothing, most often."""
    if state.phase is Phase.TO_ROLL and state.turns and (winner := finisher(state.position)):
        return (game_over(state, winner, kind_of_win(state.position, winner, state.rules.start), frame, time),)
    if state.phase is Phase.GAME_OVER and state.result is None and state.player:
        return (game_over(state, state.player, "single", frame, time),)  # a double was dropped (R50)
    if state.phase is Phase.GAME_OVER and (champion := match_winner(state.rules, state.score)):
        return (MatchOver(frame, time, champion, state.score),)
    return ()


# ------------------------------------------------------------------ what is likely


def _possible(state: MatchState) -> list[tuple[Side, Kind]]:
    """Nobody loses a gammon who has borne off a checker (R43)."""
    start = state.rules.start
    kinds: tuple[Kind, ...] = get_args(Kind)
    return [
        (winner, kind)
        for winner in Side
        for kind in kinds
        if kind == "single" or state.position.row(winner.other)[OFF] == start.row(winner.other)[OFF]
    ]


def _unlikeliness(state: MatchState, winner: Side, kind: Kind) -> tuple[int, int, int]:
    """What to sort by: what was offered at the table, then who leads, then the kind that the lead suggests."""
    offered = state.resignation and (state.resignation.player.other, state.resignation.kind) == (winner, kind)
    dropped = state.phase is Phase.DOUBLED and (state.player, "single") == (winner, kind)
    behind = state.position.pips(winner) - state.position.pips(winner.other)
    return (not (offered or dropped), behind, _steps(kind, _kind_of_lead(state.position, winner, state.rules.start)))


def _kind_of_lead(position: Position, winner: Side, start: Position) -> Kind:
    """As what the game is given up, by how far the winner has got."""
    loser, off = position.row(winner.other), position.row(winner)[OFF]
    if loser[OFF] > start.row(winner.other)[OFF] or off - start.row(winner)[OFF] < GAMMON_OFF:
        return "single"
    if off >= CHECKERS - 2 and any(loser[19 : BAR + 1]):
        return "backgammon"
    return "gammon"


def _steps(one: Kind, other: Kind) -> int:
    kinds = get_args(Kind)
    return abs(kinds.index(one) - kinds.index(other))


def _ending(state: MatchState, winner: Side, kind: Kind) -> Ending:
    counted, points = game_points(kind, state.cube.value, state.doubled, state.rules)
    return Ending(winner, counted, points)


# ------------------------------------------------------------------ the game before


def _last_game_amended(state: MatchState, command: EndGame, frame: int, time: float) -> tuple[Event, ...]:
    """Everything since the end of the last game is undone, that end replaced, and the rest applied again."""
    actions: list[Action] = []
    at, lately = state, state
    while (action := at.last) and not isinstance(action.event, GameOver | Dropped):
        if isinstance(action.event, TurnRevised) and action.edited:
            at, lately = action.edited, action.before  # what was revised is applied as it counts by now
            continue
        actions.insert(0, action)
        at = action.before
    if action is None or action.before.actions > lately.actions:
        raise CommandError(Message("There is no last game whose end could be corrected."))
    before = action.before
    first: Event
    if command.winner is None:
        first = _next_game(before, frame, time)
    else:
        first = _ended(before, command.winner, command.kind, frame, time)
    said = Message("The end of the last game was corrected.")
    undone: list[Event] = [Undone(frame, time, said) for _ in range(state.actions - before.actions)]
    game = GameStarted(frame, time, state.rules.start)
    events: list[Event] = [first]
    after = apply(before, first)
    if isinstance(first, Dropped) and after.player:
        events.append(game_over(after, after.player, "single", frame, time))
        after = apply(after, events[-1])
    if command.winner is not None and state.phase is not Phase.GAME_OVER:
        events.append(replace(game, crawford=is_crawford(after.rules, after.score, after.crawford_played)))
    return (*undone, *events, *(replace(action.event, frame=frame, time=time) for action in actions))
