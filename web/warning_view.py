"""The warning as the page shows it, and the one question that it asks while board and game do not match."""

from __future__ import annotations

from typing import Any

from arbiter.match.endings import endings
from arbiter.match.event_json import position_to_json, record_to_json
from arbiter.match.events import IllegalPlay
from arbiter.match.play_fault import PlayFault
from arbiter.match.state import MatchState
from arbiter.rulebook import RULES
from web.messages import advice, dice_read, ending_label, question_words, way_back
from web.offers import offers

Json = dict[str, Any]


def warning_json(state: MatchState, pictures: Json | None) -> Json | None:
    """None where there is nothing wrong, or nothing that the players agreed to be warned of (`Rules.warnings`)."""
    warning = state.warning
    if warning is None or not wanted(state, warning):
        return None
    fault = warning.fault
    if fault is None:
        return None
    return {
        "provisional": warning.provisional,
        "player": warning.player.value,
        "dice": list(warning.dice),
        "instead": list(warning.instead) if warning.instead else None,
        "doubtful": warning.doubtful,
        "other_roll": list(fault.other_roll) if fault.other_roll else None,
        "message": fault.sentences,
        "verdict": fault.verdict,
        "reason": fault.reason or "",
        "read": dice_read(warning),
        "answers": _answers(state, warning, fault),
        "rules": rules_json(warning.rules),
        "position": position_to_json(warning.position),
        "moved": [record_to_json(shift) for shift in fault.moved],
        "way_back": [record_to_json(shift) for shift in fault.way_back],
        "way_back_text": way_back(fault.way_back),
        "nearest": [record_to_json(play) for play in fault.nearest],
        "advice": advice(state, warning),
        "demanded": state.demanded,
        "pictures": None if warning.provisional else pictures,
    }


def _answers(state: MatchState, warning: IllegalPlay, fault: PlayFault) -> list[str]:
    """What may be said about it, the likeliest first: what was doubtful, checkers or a die, comes first."""
    offered = offers(state)[warning.player.other]
    found: list[str] = [name for name in ("demand", "let_stand") if name in offered]
    found.insert(0 if warning.unseen else len(found), "misread")
    if fault.other_roll:
        found.insert(0 if warning.doubtful and not warning.unseen else len(found), "other_roll")
    return found


def rules_json(numbers: tuple[str, ...]) -> list[Json]:
    return [{"number": number, "text": RULES.get(number, "")} for number in numbers]


def wanted(state: MatchState, warning: IllegalPlay) -> bool:
    """Whether the players agreed to be warned."""
    agreed = state.rules.warnings
    return agreed == "all" or (agreed == "final" and not warning.provisional)


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
