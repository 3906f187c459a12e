"""What can be done at the table now, and by whom: the page shows buttons for these and for nothing else.

Words are the names of commands (`arbiter.match.command_json`). The referee decides all the same when they arrive.
"""

from __future__ import annotations

from arbiter.match.chouette_answers import may_be_founded
from arbiter.match.clock import may_press
from arbiter.match.coaching import hint_about, may_play_again
from arbiter.match.cube_answers import beaver_refused, double_refused
from arbiter.match.events import Dropped, GameOver
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import last_action
from arbiter.position import SIDES, Side

PLAYING = (Phase.TO_ROLL, Phase.MOVING, Phase.CORRECTING, Phase.DOUBLED)
"""The phases of a game that goes on."""


def offers(state: MatchState) -> dict[Side, tuple[str, ...]]:
    """For each seat: of the cube, the clock, a resignation, and an illegal play that the opponent may let stand."""
    absent = state.opponent.side if state.opponent else None  # who answers alone
    return {side: () if side is absent else _offered(state, side) for side in SIDES}


def _offered(state: MatchState, side: Side) -> tuple[str, ...]:
    if answers := _resignation(state, side):
        return answers  # what else there is waits for them
    return (*_cube(state, side), *_clock(state, side), *_verdict(state, side), *_hint(state, side))


def table_offers(state: MatchState) -> tuple[str, ...]:
    """What anybody in control may do, whoever they are."""
    found = ["seat", "new_match"]
    if state.chouette is None:
        found += ["name_players", "correct_score"]
    if state.phase is not Phase.MATCH_OVER:
        found.append("new_game")
    if _ended_by_word(state):
        found.append("end_game")
    if state.phase in PLAYING:
        found += ["correct_position", "resign"]
    if state.phase in (Phase.TO_ROLL, Phase.MOVING, Phase.CORRECTING):
        found.append("correct_dice")
    found.append("resume" if state.paused else "pause")
    if state.rules.length == 0 and state.chouette is None and may_be_founded(state):
        found.append("found_chouette")
    if state.chouette and state.phase in (Phase.SETTING_UP, Phase.GAME_OVER):
        found += ["join", "leave"]
    if last_action(state):
        found.append("undo")
    if state.undone:
        found.append("redo")
    if may_play_again(state):
        found.append("play_again")
    return tuple(found)


def _ended_by_word(state: MatchState) -> bool:
    """The end of the last game was entered or assumed, not seen, and may be corrected."""
    if state.chouette:
        return False
    last = state.last_recorded if state.phase is Phase.GAME_OVER else None
    return state.assumed is not None or (last is not None and isinstance(last.event, GameOver | Dropped))


def _cube(state: MatchState, side: Side) -> tuple[str, ...]:
    if state.resignation:
        return ()
    if state.phase is Phase.TO_ROLL and state.player is side:
        return () if double_refused(state, side) else ("double",)
    if state.answerer is not side:
        return ()
    if team_answers(state):
        return ("answer_as_team",)
    return ("take", "drop") if beaver_refused(state) else ("take", "drop", "beaver")


def team_answers(state: MatchState) -> bool:
    """The box has doubled a team of several, each of whom decides alone (R71)."""
    game = state.chouette.game if state.chouette else None
    return game is not None and game.offered_by == "box" and len(game.playing) > 1


def _resignation(state: MatchState, side: Side) -> tuple[str, ...]:
    offered = state.resignation
    return ("accept", "refuse") if offered and offered.player is not side else ()


def _clock(state: MatchState, side: Side) -> tuple[str, ...]:
    return ("press_clock",) if may_press(state, side) else ()


def _hint(state: MatchState, side: Side) -> tuple[str, ...]:
    return ("ask_hint",) if state.hint is None and hint_about(state, side) else ()


def _verdict(state: MatchState, side: Side) -> tuple[str, ...]:
    """The opponent decides whether an illegal play stands (R63)."""
    if state.phase is not Phase.CORRECTING or state.player is side or state.rules.must_be_legal:
        return ()
    return ("let_stand",) if state.demanded else ("let_stand", "demand")
