"""What the program waits for: one value, made here of how things stand, which every screen shows and none infers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from flask import Flask, Response, jsonify

from arbiter.match.stacks import stack_question
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from web.messages import as_shown, detail, headline, question_words, resigns
from web.stacks_view import which_lies_there

Awaited = Literal["camera", "board", "start", "who plays", "go on", "answer", "nothing"]
TABLE = "/"
"""The page of the table itself."""


@dataclass(frozen=True, slots=True)
class WaitingFor:
    """what: nothing while players play. says: one sentence, empty where nothing has to be said. button: what takes
    people on, the one thing to be touched; page: where that is, and where a screen in control goes by itself."""

    what: Awaited = "nothing"
    says: str = ""
    button: str = ""
    page: str = TABLE


NOTHING = WaitingFor()
_TO_THE_TABLE = Message("To the table")


def waiting_at_table(
    state: MatchState, camera: str = "", *, covered: bool = False, another: bool = False
) -> WaitingFor:
    """What a match that is followed waits for beside the next roll or play.

    camera: what is wrong with its picture, one sentence, or nothing; covered: that is something over the board;
    another: that is another board.
    """
    if state.paused:
        return WaitingFor("go on", Message("The match is paused."), Message("Go on"))
    if another or camera:
        return _out_of_sight(camera, covered=covered, another=another)
    if asked := _asked(state):
        return WaitingFor("answer", asked, Message("Answer"))
    if state.phase in (Phase.SETTING_UP, Phase.GAME_OVER):
        return WaitingFor("start", Message("Set the board up"), _TO_THE_TABLE)
    if state.phase is Phase.MATCH_OVER:
        return WaitingFor("who plays", headline(state), Message("New match"))
    return NOTHING


def _out_of_sight(trouble: str, *, covered: bool, another: bool) -> WaitingFor:
    if another:
        return WaitingFor("board", Message("Is this another board?"), Message("Set it up"))
    return WaitingFor("board" if covered else "camera", trouble, _TO_THE_TABLE)


def _asked(state: MatchState) -> str:
    """The question that is open at the table."""
    shown = as_shown(state)
    if shown.out_of_step is not None:
        return question_words(shown.out_of_step, shown.position)[0]
    if shown.resignation is not None:
        return resigns(shown, shown.resignation)
    if shown.phase is Phase.CORRECTING and (shown.shown_warning is not None or shown.legal_only):
        return headline(shown)
    if shown.phase is Phase.DOUBLED:
        return detail(shown)
    if (stack := stack_question(state)) and stack.judges:
        return which_lies_there(stack.point)
    return ""


def add_waiting(app: Flask, waiting: Callable[[], WaitingFor]) -> None:
    """Adds `/api/waiting`, and has every page ask it that does not follow the table."""

    @app.get("/api/waiting")
    def waiting_for() -> Response:
        answer = jsonify(waiting_json(waiting()))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.context_processor
    def words() -> dict[str, Any]:
        return {"tells_waiting": True}


def waiting_json(waiting: WaitingFor) -> dict[str, Any]:
    """The field `waiting_for` of `/api/state`."""
    return {"what": waiting.what, "says": waiting.says, "button": waiting.button, "page": waiting.page}
