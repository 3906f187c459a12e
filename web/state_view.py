"""What the page shows of a state alone, its warning and its question: made once for each state.

Nothing is judged here: the fault of a play is in its event, and what may be done comes from the arbiter.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arbiter.abak.rulebook import ABAK_RULES
from arbiter.match.chouette import Chouette
from arbiter.match.endings import endings
from arbiter.match.event_json import position_to_json, record_to_json
from arbiter.match.events import IllegalPlay
from arbiter.match.play_fault import PlayFault
from arbiter.match.state import MatchState, Phase, Turn
from arbiter.match.undo import last_action, next_redo
from arbiter.message import Message, shown_names
from arbiter.play_text import shown_play
from arbiter.position import SIDES, Position, Side, by_side
from arbiter.referee.evidence import RIDGE
from arbiter.rulebook import RULES
from web.containment import contained
from web.messages import (
    advice,
    detail,
    dice_read,
    ending_label,
    headline,
    question_words,
    resigns,
    way_back,
)
from web.offers import offers, table_offers, team_answers
from web.stacks_view import shown_position, stacks_json
from web.waiting_for import NOTHING, waiting_at_table, waiting_json

Json = dict[str, Any]

PLAYS_SHOWN = 12
MOST_NAMED = 2
"""Places read otherwise than entered that are named one by one."""


def state_json(state: MatchState) -> Json:
    """The fields of `/api/state` that follow from the match's state."""
    return {
        "match": {
            "length": state.rules.length,
            "rules": record_to_json(state.rules),
            "game": state.game,
            "crawford": state.crawford,
            "post_crawford": state.crawford_played and not state.crawford,
            "names": by_side(shown_names(state.names)),
            "score": by_side(state.score),
            "winner": state.winner and state.winner.value,
        },
        "phase": state.phase.value,
        "player": state.player and state.player.value,
        "headline": contained("the headline", lambda: headline(state), ""),
        "detail": contained("the detail", lambda: detail(state), ""),
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
        "plays": contained("the last plays", lambda: _plays(state.turns), []),
        "warning": contained("the warning", lambda: warning_json(state), None),
        "difference": contained("the difference", lambda: difference_json(state), None),
        "question": contained("the question", lambda: question_json(state), None),
        "endings": contained("the endings", lambda: endings_json(state), []),
        "assumed": state.assumed is not None,
        "resignation": contained("the resignation", lambda: _resignation(state), None),
        "result": _result(state),
        "chouette": contained("the chouette", lambda: chouette_json(state), None),
        "paused": state.paused,
        "waiting_for": waiting_json(contained("what is waited for", lambda: waiting_at_table(state), NOTHING)),
        "undo": contained("undo", lambda: last_action(state), ""),
        "redo": contained("redo", lambda: next_redo(state), ""),
        "offers": contained("the seats' buttons", lambda: _offers(state), {side.value: [] for side in SIDES}),
        "table_offers": contained("the menu", lambda: list(table_offers(state)), []),
        **stacks_json(state),
    }


def _offers(state: MatchState) -> Json:
    return {side.value: list(some) for side, some in offers(state).items()}


def _plays(turns: tuple[Turn, ...]) -> list[Json]:
    """The last turns, oldest first; `number` counts from the game's first turn."""
    first = max(0, len(turns) - PLAYS_SHOWN)
    return [
        {
            "number": number,
            "player": turn.player.value,
            "dice": turn.dice and sorted(turn.dice, reverse=True),
            "source": turn.source if turn.dice else None,
            "play": shown_play(turn.play),
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
        "instead": sorted(warning.instead, reverse=True) if warning.instead else None,
        "doubtful": warning.doubtful,
        "other_roll": sorted(fault.other_roll, reverse=True) if fault.other_roll else None,
        "message": fault.sentences,
        "verdict": fault.verdict,
        "reason": fault.reason or "",
        "read": dice_read(warning),
        "answers": _answers(state, warning, fault),
        "rules": rules_json(warning.rules),
        "position": shown_position(state, warning.position),
        "moved": [record_to_json(shift) for shift in fault.moved],
        "way_back": [record_to_json(shift) for shift in fault.way_back],
        "steps": [record_to_json(shift) for shift in (*fault.put_back, *fault.then) or fault.way_back],
        "way_back_text": way_back(fault),
        "nearest": [record_to_json(replace(play, play=shown_play(play.play))) for play in fault.nearest],
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
    return [{"number": number, "text": RULES.get(number) or ABAK_RULES.get(number, "")} for number in numbers]


def wanted(state: MatchState, warning: IllegalPlay) -> bool:
    """Whether the players agreed to be warned."""
    agreed = state.rules.warnings
    return agreed == "all" or (agreed == "final" and not warning.provisional)


def question_json(state: MatchState) -> Json | None:
    """None where board and game match, or where no game is under way."""
    asked = state.out_of_step
    if asked is None or (asked.asks == "ending" and not endings(state)):
        return None
    title, text = question_words(asked, state.position)
    return {
        "asks": asked.asks,
        "title": title,
        "text": text,
        "position": position_to_json(asked.position),
        "expected": position_to_json(state.warning.position if state.warning else state.position),
        "playable": asked.position.playable and not asked.position.out_of_sight(state.position),
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


def difference_json(state: MatchState) -> Json | None:
    """None where the camera reads what people entered. position: None where no game can go on from it."""
    seen = state.entered_board.seen if state.entered_board else None
    if seen is None:
        return None
    position = None if seen.faults() else position_to_json(seen)
    return {"text": _difference_text(state.lies, seen), "position": position}


def _difference_text(lies: Position, seen: Position) -> Message:
    pairs = enumerate(zip(lies.places, seen.places, strict=True))
    places = [place for place, (known, read) in pairs if known != read]
    if len(places) > MOST_NAMED:
        return Message.counted(
            "The camera still sees something else on {count} point.",
            "The camera still sees something else on {count} points.",
            len(places),
        )
    what = Message.joined(", ", (_at(place, lies.places[place], seen.places[place]) for place in places))
    return Message("The camera still sees {what}.", what=what)


def _at(place: int, known: tuple[int, int], read: tuple[int, int]) -> Message:
    side = Side.LIGHT if read[0] or (known[0] and not read[1]) else Side.DARK
    count, light = read[0 if side is Side.LIGHT else 1], side is Side.LIGHT
    if not count:
        return _nothing_at(place, light=light)
    if place == RIDGE and light:
        return Message("{count} light on the bar", count=count)
    if place == RIDGE:
        return Message("{count} dark on the bar", count=count)
    if light:
        return Message("{count} on light's {point}-point", count=count, point=place + 1)
    return Message("{count} on dark's {point}-point", count=count, point=24 - place)


def _nothing_at(place: int, *, light: bool) -> Message:
    if place == RIDGE:
        return Message("no light checker on the bar") if light else Message("no dark checker on the bar")
    if light:
        return Message("nothing on light's {point}-point", point=place + 1)
    return Message("nothing on dark's {point}-point", point=24 - place)
