"""The illegal play on the board as the page shows it: the fault as the arbiter reports it, and what may be answered."""

from __future__ import annotations

from typing import Any

from arbiter.match.event_json import position_to_json, record_to_json
from arbiter.match.events import IllegalPlay
from arbiter.match.play_fault import PlayFault
from arbiter.match.state import MatchState
from arbiter.rulebook import RULES
from web.messages import advice, dice_read, way_back
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
