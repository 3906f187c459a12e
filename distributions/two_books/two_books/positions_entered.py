"""Positions and games that people entered at one's own table, beside those that the shared match has by consent.

Pure. Whoever entered another one asks; whoever lacks what was agreed enters it. The table's own history tells the two
apart: what the log has by consent was entered there too, or is still lacking.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter.match.commands import Command, CorrectPosition, Undo
from arbiter.match.events import Event, GameOver, GameStarted, MatchStarted, PlayCorrected, PlayMade
from arbiter.match.history import standing_actions
from arbiter.match.state import MatchState, Phase
from arbiter.position import Position
from two_books.asked import as_command
from two_books.bodies import AskedGame, AskedPosition
from two_books.shared_match import SharedMatch

_PLAYED = (Phase.TO_ROLL, Phase.MOVING, Phase.DOUBLED)


def asked_here(table: MatchState, match: SharedMatch) -> AskedPosition | AskedGame | None:
    """What was entered at our table and is still to be asked for."""
    what = _entered(table, match)
    return None if what is None or match.asked or match.refused == what else what


def entered_there(table: MatchState, match: SharedMatch) -> Command | None:
    """What our table lacks of it, or has too much."""
    what = _entered(table, match)
    if what is not None:
        return _as_it_was(table, match) if match.refused == what else None
    if match.asked:
        return None
    if lacks_game(table, match):
        begun = _began(match)
        return as_command(begun, match.state.score) if begun else None
    lies = _lies(table, match)
    return CorrectPosition(lies) if lies and lies != table.position else None


def lacks_game(table: MatchState, match: SharedMatch) -> bool:
    """Whether the shared match goes on from a game that was agreed on and not begun at our table."""
    state, begun = match.state, _began(match)
    if begun is None or table.phase is Phase.MATCH_OVER:
        return False
    if table.game + 1 == state.game:
        return table.phase in (*_PLAYED, Phase.CORRECTING) or not _usual(begun, state)
    if table.game != state.game or table.turns or table.phase not in _PLAYED:
        return False
    return (table.position, table.cube.value, table.cube.owner) != (begun.position, begun.cube, begun.owner) or (
        table.phase is Phase.TO_ROLL and state.turns == () and table.player is not begun.player
        and state.phase is Phase.TO_ROLL
    )  # fmt: skip


def _entered(table: MatchState, match: SharedMatch) -> AskedPosition | AskedGame | None:
    """What was entered here that the log does not have, be it asked for or not."""
    state = match.state
    if table.phase not in _PLAYED:
        return None
    if table.game == state.game + 1:
        return _game(table, match)
    if table.game != state.game or len(table.turns) != len(state.turns) or not _knows(table, match):
        return None
    if not table.turns:
        return _game(table, match) if lacks_game(table, match) else None
    return AskedPosition(table.game, len(table.turns), table.position) if table.position != state.position else None


def _game(table: MatchState, match: SharedMatch) -> AskedGame | None:
    """The game that was begun here, where it is not one that begins as games do."""
    if table.turns:
        return None
    usual = table.position == table.rules.start and table.cube.value == 1
    usual = usual and (table.player is None or table.phase is Phase.MOVING)
    begins = match.state.phase not in _PLAYED
    if usual and (begins or table.phase is not Phase.TO_ROLL or match.state.resignation):
        return None
    if begins and match.state.phase is Phase.GAME_OVER and not match.may_open:
        return None
    return AskedGame(
        table.game, table.position, table.player, table.cube.value, table.cube.owner, table.crawford, table.score
    )


def _usual(begun: GameStarted, state: MatchState) -> bool:
    return begun.position == state.rules.start and begun.player is None and begun.cube == 1


def _as_it_was(table: MatchState, match: SharedMatch) -> Command:
    """Back to what the log says, as the other does not agree."""
    if table.game > match.state.game:
        return Undo()
    if not table.turns and (begun := _began(match)):
        return as_command(begun, match.state.score)
    return CorrectPosition(match.state.position)


def _began(match: SharedMatch) -> GameStarted | None:
    return next((event for event in reversed(match.events) if isinstance(event, GameStarted)), None)


def _lies(table: MatchState, match: SharedMatch) -> Position | None:
    """What the shared match has lie there where our table's turn begins."""
    number = len(table.turns)
    if table.game != match.state.game or table.phase not in _PLAYED or not table.turns:
        return None
    if number < len(match.before):
        return match.before[number][0].position
    return match.state.position if number == len(match.state.turns) else None


def _knows(table: MatchState, match: SharedMatch) -> bool:
    """Whether all that was agreed on in this turn was entered at our table, in that order."""
    here = iter(_here(table))
    return all(any(each == known for known in here) for each in _agreed(match))


def _here(table: MatchState) -> Sequence[object]:
    """What people entered at our table in this turn, oldest first."""
    found = list[object]()
    for action in standing_actions(table.history):
        before = action.before
        begins = isinstance(action.event, GameStarted) and before.game < table.game and not table.turns
        if not begins and (before.game, len(before.turns)) != (table.game, len(table.turns)):
            break
        found += _what([action.event])
        if begins:
            break
    return found[::-1]


def _agreed(match: SharedMatch) -> Sequence[object]:
    """What the log has by consent of this turn, oldest first; that the game began as games do is none of it."""
    found = list[object]()
    for event in reversed(match.events):
        if isinstance(event, PlayMade | GameOver | MatchStarted):
            break
        found += _what([event])
    usual = (match.state.rules.start, None, 1)
    return found[-2::-1] if found and not match.state.turns and found[-1] == usual else found[::-1]


def _what(events: Iterable[Event]) -> Sequence[object]:
    return [
        (event.position, getattr(event, "player", None), getattr(event, "cube", 0)) for event in events
        if isinstance(event, PlayCorrected | GameStarted)
    ]  # fmt: skip
