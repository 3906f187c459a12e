"""The one question that the page asks while board and game do not match: how did it end, or what lies there?"""

from __future__ import annotations

from typing import Any

from arbiter.match.endings import endings
from arbiter.match.event_json import position_to_json
from arbiter.match.state import MatchState
from web.messages import ending_label, question_words

Json = dict[str, Any]


def question_json(state: MatchState) -> Json | None:
    """None where board and game match, or where no game is under way."""
    asked = state.out_of_step
    if asked is None or (asked.asks == "ending" and not endings(state)):
        return None
    title, text = question_words(asked)
    return {
        "asks": asked.asks,
        "title": title,
        "text": text,
        "position": position_to_json(asked.position),
        "expected": position_to_json(state.position),
        "playable": asked.position.playable,
        "endings": endings_json(state) if asked.asks == "ending" else [],
    }


def endings_json(state: MatchState) -> list[Json]:
    """How the game under way may have ended, the likeliest first; empty where none is under way."""
    return [
        {
            "winner": ending.winner and ending.winner.value,
            "kind": ending.kind,
            "points": ending.points,
            "label": ending_label(state, ending),
        }
        for ending in endings(state)
    ]
