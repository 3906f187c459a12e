"""What one player asks for and the other has to agree to, apart from a play taken back: whether it can be, and what
follows.

Pure. What follows is said by the arbiter itself, as if people had entered it at both tables.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.match.beginnings import new_game
from arbiter.match.commands import CommandError, NewGame
from arbiter.match.entered_events import ScoreCorrected
from arbiter.match.events import Event, GameStarted
from arbiter.match.opponent_answers import MOVED_ON
from arbiter.match.play_answers import position_corrected
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from two_books.bodies import AskedGame, AskedOn, AskedPosition, AskedScore, AtMoment

AskedFor = AskedScore | AskedPosition | AskedGame | AskedOn
_PLAYED = (Phase.TO_ROLL, Phase.MOVING, Phase.DOUBLED)


def events_of(state: MatchState, asked: AskedFor, number: int, at: float) -> Sequence[Event]:
    """What happens once both agree. number, at: of the entry. Raises CommandError where it cannot be done now."""
    if not still_open(asked, state):
        raise CommandError(MOVED_ON)
    match asked:
        case AskedScore():
            return (ScoreCorrected(number, at, asked.score),)
        case AskedPosition():
            if state.phase not in _PLAYED or not state.turns:
                raise CommandError(MOVED_ON)
            return (position_corrected(state, asked.position, number, at),)
        case AskedOn():
            if state.phase not in _PLAYED:
                raise CommandError(Message("No game is being played."))
            return ()
    return _game(state, asked, number, at)


def still_open(asked: object, state: MatchState) -> bool:
    """Whether what was asked for can still be answered: its moment is not over."""
    return not isinstance(asked, AtMoment) or (asked.game, asked.turn) == (state.game, len(state.turns))


def as_command(game: GameStarted, score: tuple[int, int]) -> NewGame:
    """As it is entered at the other table."""
    return NewGame(
        game.position, game.player, game.cube, game.owner, score=score, crawford=None if game.crawford else False
    )


def _game(state: MatchState, asked: AskedGame, number: int, at: float) -> Sequence[Event]:
    command = NewGame(
        asked.position, asked.player, asked.cube, asked.owner, score=asked.score,
        crawford=None if asked.crawford else False,
    )  # fmt: skip
    events = new_game(state, command, number, at)
    again = state.game > 0 and not state.turns and state.phase in _PLAYED
    if asked.game != state.game + (not again):
        raise CommandError(MOVED_ON)
    begun = events[-1]
    if not isinstance(begun, GameStarted) or begun.crawford != asked.crawford:
        raise CommandError(MOVED_ON)
    return events
