"""What the page shows of classes of checkers: nothing in backgammon, stacks and a question in Abak Evolution."""

from __future__ import annotations

from typing import Any

from arbiter.match.event_json import position_to_json
from arbiter.match.stacks import stack_question, with_classes
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.plays import PositionOfOtherGame
from arbiter.position import BAR, Position
from arbiter.stacks import StackQuestion
from web.containment import contained

Json = dict[str, Any]


def shown_position(state: MatchState, seen: Position) -> Json:
    """A board as the page gets it. seen: what lies there, which in Abak Evolution leaves the classes open."""
    if not isinstance(state.position, PositionOfOtherGame):
        return position_to_json(seen)
    return position_to_json(contained("the classes", lambda: with_classes(state, seen), seen))


def stacks_json(state: MatchState) -> Json:
    """Further fields of `/api/state`; none in backgammon."""
    position = state.position
    if not isinstance(position, PositionOfOtherGame):
        return {}
    asked = contained("the question about a stack", lambda: stack_question(state), None)
    return {
        "stacks": {
            "possible": [
                {"point": point, "stacks": list(position.possible(point))} for point in position.stacks.several
            ],
            "question": asked and {**question_words(asked), "point": asked.point, "stacks": list(asked.stacks)},
        }
    }


def question_words(asked: StackQuestion) -> Json:
    """text: the question; why: what depends on it."""
    why = (
        Message("Whether the last play was legal depends on it.")
        if asked.judges
        else Message("It helps to judge the next plays.")
    )
    return {"text": which_lies_there(asked.point), "why": why}


def which_lies_there(point: int) -> Message:
    if point == 0:
        return Message("Which of light's checkers lie on the bar?")
    if point == BAR:
        return Message("Which of dark's checkers lie on the bar?")
    return Message("What lies on light's {point}-point?", point=point)
