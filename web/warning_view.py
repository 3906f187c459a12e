"""The illegal play on the board as the page is told of it: what moved, which rule, and the smallest way back."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from arbiter.match.event_json import position_to_json
from arbiter.match.events import IllegalPlay
from arbiter.match.state import MatchState
from arbiter.notation import format_play
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.rulebook import RULES
from arbiter.verdict import CheckerMove, Verdict, checker_moves, judge
from web.messages import advice, asked, way_back

Json = dict[str, Any]


def warning_json(state: MatchState, pictures: Json | None) -> Json | None:
    """None where there is nothing wrong, or nothing that the players agreed to be told (`Rules.warnings`)."""
    warning = state.warning
    if warning is None or not wanted(state, warning):
        return None
    verdict = _verdict(state.position, warning.player, warning.dice, warning.position)
    return {
        "provisional": warning.provisional,
        "player": warning.player.value,
        "dice": list(warning.dice),
        "instead": list(warning.instead) if warning.instead else None,
        "message": asked(state, warning, _said(verdict, warning)),
        "rules": rules_json(warning.rules),
        "position": position_to_json(warning.position),
        "moved": _checker_moves(checker_moves(state.position, warning.position)),
        "way_back": _checker_moves(verdict.way_back),
        "way_back_text": way_back(verdict.way_back),
        "nearest": [{"play": format_play(play), "position": position_to_json(play.result)} for play in verdict.nearest],
        "advice": advice(state, warning),
        "demanded": state.demanded,
        "pictures": None if warning.provisional else pictures,
    }


def _said(verdict: Verdict, warning: IllegalPlay) -> str:
    """A journal keeps the sentence in English; judged again it can be said in any language."""
    return verdict.message if verdict.message == warning.message else warning.message


def rules_json(numbers: tuple[str, ...]) -> list[Json]:
    return [{"number": number, "text": RULES.get(number, "")} for number in numbers]


def wanted(state: MatchState, warning: IllegalPlay) -> bool:
    """Whether the players agreed to be told."""
    agreed = state.rules.warnings
    return agreed == "all" or (agreed == "final" and not warning.provisional)


@lru_cache(maxsize=8)
def _verdict(before: Position, player: Side, dice: Dice, after: Position) -> Verdict:
    """The same warning is published with every frame while it lies there."""
    return judge(before, player, dice, after)


def _checker_moves(found: tuple[CheckerMove, ...]) -> list[Json]:
    return [{"side": shift.side.value, "from": shift.start, "to": shift.end} for shift in found]
