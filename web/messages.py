"""The state of the table in plain English: a headline, and a sentence under it where there is more to say."""

from __future__ import annotations

from arbiter.match.endings import Ending
from arbiter.match.events import IllegalPlay, OutOfStep, Resigned
from arbiter.match.state import MatchState, Phase
from arbiter.position import BAR, OFF, Position, Side
from arbiter.verdict import CheckerMove
from web.offers import team_answers

_WINS = {"single": "wins the game", "gammon": "wins a gammon", "backgammon": "wins a backgammon"}


def name_of(state: MatchState, side: Side) -> str:
    return state.names[0] if side is Side.LIGHT else state.names[1]


def other_name(state: MatchState) -> str:
    """Who is not on turn."""
    return name_of(state, state.player.other) if state.player else "The other"


def headline(state: MatchState) -> str:
    """What happens now, short enough to be read from across the room."""
    who = name_of(state, state.player) if state.player else ""
    match state.phase:
        case Phase.SETTING_UP:
            text = "Set the board up"
        case Phase.TO_ROLL:
            text = f"{who} to roll" if who else "Roll to begin"
        case Phase.MOVING:
            text = f"{who} to play"
        case Phase.CORRECTING:
            text = "Illegal play"
        case Phase.DOUBLED:
            text = f"{other_name(state)} beavers" if state.beavered else f"{who} doubles"
        case Phase.GAME_OVER:
            text = _game_over(state)
        case Phase.MATCH_OVER:
            text = _match_over(state)
    return text


def detail(state: MatchState, seen: Position | None = None, hand: bool = False) -> str:
    """The sentence under the headline; may be empty.

    seen: the board as last read. hand: something covers part of it.
    """
    match state.phase:
        case Phase.SETTING_UP:
            text = _still_to_set_up(state.rules.start, seen, hand)
        case Phase.TO_ROLL:
            text = _before_the_roll(state)
        case Phase.MOVING:
            text = "Lifting the dice ends the turn."
        case Phase.CORRECTING:
            text = f"{name_of(state, state.player)} may put it right." if state.player else ""
        case Phase.DOUBLED:
            if state.beavered and state.player:
                text = f"{name_of(state, state.player)}: roll on at {state.cube.value * 2}, or drop?"
            elif team_answers(state):
                text = f"Each of the team: take at {state.cube.value * 2}, or drop?"
            else:
                text = f"{other_name(state)}: take at {state.cube.value * 2}, or drop?"
        case Phase.GAME_OVER:
            text = f"{_points(state)}Set the board up for the next game."
        case Phase.MATCH_OVER:
            text = ""
    return text


def advice(state: MatchState, warning: IllegalPlay) -> str:
    """What can be done about an illegal play (R59, R62, R63)."""
    who = name_of(state, warning.player)
    if warning.provisional:
        return f"{who} may still put it right: the dice lie."
    if state.rules.must_be_legal:
        return f"{who} must put it right, with the same dice."
    until = "has played" if state.rules.correction_window == "play" else "rolls"
    return f"Put it right with the same dice. It stands once {name_of(state, warning.player.other)} {until}."


def way_back(shifts: tuple[CheckerMove, ...]) -> str:
    """The fewest checkers to move so that a legal play stands on the board, as one sentence."""
    steps = [f"{shift.side} {_place(shift.start)} to {_place(shift.end)}" for shift in shifts]
    return f"Shortest way to a legal play: {', '.join(steps)}." if steps else ""


def _place(place: int | None) -> str:
    names = {None: "beside the board", BAR: "the bar", OFF: "off"}
    return names.get(place, str(place))


def resigns(state: MatchState, offered: Resigned) -> str:
    """A resignation that waits for its answer."""
    loses = "a single game" if offered.kind == "single" else f"a {offered.kind}"
    who, other = name_of(state, offered.player), name_of(state, offered.player.other)
    return f"{who} offers to lose {loses}. {other}: accept, or play on?"


def question_words(asked: OutOfStep) -> tuple[str, str]:
    """The question that is asked while board and game do not match, and a sentence under it."""
    if asked.asks == "ending":
        return "How did the game end?", "The board was cleared or set up anew. One tap is enough."
    if asked.position.playable:
        text = "Put the checkers back as marked, or say what is right. Until then nothing is called illegal."
    else:
        text = "Put the checkers back as marked: not all of them are in sight. Until then nothing is called illegal."
    return "The board does not match the game", text


def ending_label(state: MatchState, ending: Ending) -> str:
    """One answer to how the game ended."""
    if ending.winner is None:
        return "Nobody scores"
    points = f"{ending.points} point{'' if ending.points == 1 else 's'}"
    return f"{name_of(state, ending.winner)} {_WINS[ending.kind]} · {points}"


def _still_to_set_up(start: Position, seen: Position | None, hand: bool) -> str:
    if seen is None:
        return "The game begins when the camera sees all checkers in place."
    wrong = sum(seen.counts(point) != start.counts(point) for point in range(1, 25))
    if wrong:
        return f"{wrong} points are not right yet." if wrong > 1 else "One point is not right yet."
    return "Hands off the board, please." if hand else "All checkers are in place."


def _before_the_roll(state: MatchState) -> str:
    if state.player is None:
        return "One die each; the higher number begins."
    may_double = not state.crawford and state.cube.owner in (None, state.player)
    return "Or to double." if may_double and state.turns else ""


def _game_over(state: MatchState) -> str:
    if state.result:
        return f"{name_of(state, state.result.winner)} {_WINS[state.result.kind]}"
    return f"{name_of(state, state.player.other)} drops" if state.player else "The game is over"


def _points(state: MatchState) -> str:
    if state.result is None:
        return ""
    assumed = "Nobody said how it ended: this is assumed. " if state.assumed else ""
    return f"{state.result.points} point{'' if state.result.points == 1 else 's'}. {assumed}"


def _match_over(state: MatchState) -> str:
    light, dark = state.score
    return f"{name_of(state, Side.LIGHT if light > dark else Side.DARK)} wins the match"
