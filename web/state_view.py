"""What the page shows of a state alone, its warning and its question: made once for each state.

Nothing is judged here: the fault of a play is in its event, and what may be done comes from the arbiter.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from arbiter.match.chouette import Chouette
from arbiter.match.endings import endings
from arbiter.match.event_json import position_to_json, record_to_json
from arbiter.match.events import IllegalPlay
from arbiter.match.play_fault import PlayFault
from arbiter.match.state import MatchState, Phase, Turn
from arbiter.match.undo import last_action
from arbiter.message import shown_names
from arbiter.position import SIDES, by_side
from arbiter.rulebook import RULES
from web.difference_view import difference_json
from web.messages import advice, detail, dice_read, ending_label, headline, question_words, resigns, way_back
from web.offers import offers, table_offers, team_answers

Json = dict[str, Any]

PLAYS_SHOWN = 12


def state_json(state: MatchState) -> Json:
    """The fields of `/api/state` that follow from the match's state."""
    return {
        "match": {
            "length": state.rules.length,
            "rules": asdict(state.rules),
            "game": state.game,
            "crawford": state.crawford,
            "post_crawford": state.crawford_played and not state.crawford,
            "names": by_side(shown_names(state.names)),
            "score": by_side(state.score),
            "winner": state.winner and state.winner.value,
        },
        "phase": state.phase.value,
        "player": state.player and state.player.value,
        "headline": headline(state),
        "detail": detail(state),
        "turn_position": position_to_json(state.position),
        "dice": state.dice and list(state.dice),
        "source": state.source if state.dice else None,
        "cube": {
            "value": state.cube.value,
            "owner": state.cube.owner and state.cube.owner.value,
            "in_use": not state.crawford,
            "offered": state.cube.value * 2 if state.phase is Phase.DOUBLED else None,
        },
        "pips": {side.value: state.position.pips(side) for side in SIDES},
        "plays": _plays(state.turns),
        "warning": warning_json(state),
        "difference": difference_json(state),
        "question": question_json(state),
        "endings": endings_json(state),
        "assumed": state.assumed is not None,
        "resignation": _resignation(state),
        "result": _result(state),
        "chouette": chouette_json(state),
        "paused": state.paused,
        "undo": last_action(state),
        "offers": {side.value: list(some) for side, some in offers(state).items()},
        "table_offers": list(table_offers(state)),
    }


def _plays(turns: tuple[Turn, ...]) -> list[Json]:
    """The last turns, oldest first; `number` counts from the game's first turn."""
    first = max(0, len(turns) - PLAYS_SHOWN)
    return [
        {
            "number": number,
            "player": turn.player.value,
            "dice": turn.dice and list(turn.dice),
            "source": turn.source if turn.dice else None,
            "play": turn.play,
            "illegal": turn.illegal,
            "corrected": turn.corrected,
        }
        for number, turn in enumerate(turns[first:], first + 1)
    ]


def _resignation(state: MatchState) -> Json | None:
    offered = state.resignation
    if offered is None:
        return None
    return {"player": offered.player.value, "kind": offered.kind, "message": resigns(state, offered)}


def _result(state: MatchState) -> Json | None:
    if state.result is None:
        return None
    return {"winner": state.result.winner.value, "points": state.result.points, "kind": state.result.kind}


def chouette_json(state: MatchState) -> Json | None:
    """None where two play."""
    found = state.chouette
    if found is None:
        return None
    playing = found.game.playing if found.game else found.line
    return {
        "box": found.box,
        "captain": found.captain,
        "side": found.side.value,
        "playing": list(playing),
        "answers": list(playing) if team_answers(state) else [],
        "ledger": [
            {"name": name, "points": points, "role": _role(found, name)} for name, points in found.ledger.entries
        ],
    }


def _role(chouette: Chouette, name: str) -> str:
    """box, captain, crew, out (dropped in this game), or gone."""
    if name == chouette.box:
        return "box"
    if name == chouette.captain:
        return "captain"
    if name in chouette.crew:
        return "crew"
    return "out" if name in chouette.line else "gone"


def warning_json(state: MatchState) -> Json | None:
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
        "pictures": None,  # of the moment: `web.view` adds them
        "clip": None,
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
        "expected": position_to_json(state.warning.position if state.warning else state.position),
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
