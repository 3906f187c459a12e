"""This program's own record of a match as JSON: every action with the board after it, classes of checkers included."""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import Any

from arbiter.position import by_side
from arbiter.position_json import position_to_json
from arbiter.records.model import Action, GameRecord, MatchRecord, Played
from arbiter.rules import Rules

Json = dict[str, Any]


def write_own_json(match: MatchRecord) -> str:
    """One object: `names`, `rules`, `header`, `games`, `score`."""
    header = match.header
    found = {
        "names": by_side(match.names),
        "rules": _rules(match.rules),
        "header": {
            "event": header.event, "round": header.round, "place": header.place, "date": header.date,
            "transcriber": header.transcriber, "comment": header.comment,
        },
        "games": [_game(game) for game in match.games],
        "score": by_side(match.score),
    }  # fmt: skip
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _rules(rules: Rules) -> Json:
    """What was agreed, without what another variant alone leaves open."""
    of = {field.name: field.metadata["of"] for field in fields(rules)}
    return {name: value for name, value in asdict(rules).items() if (of[name] or rules.variant) == rules.variant}


def _game(game: GameRecord) -> Json:
    result = game.result
    return {
        "score": by_side(game.score),
        "crawford": game.crawford,
        "cube": game.cube,
        "owner": game.owner and game.owner.value,
        "start": position_to_json(game.start),
        "actions": [_action(action) for action in game.actions],
        "result": result and {"winner": result.winner.value, "points": result.points, "ending": result.ending},
    }


def _action(action: Action) -> Json:
    if not isinstance(action, Played):
        return {"player": action.side.value, "cube": action.verb, "value": action.value, "note": action.note}
    return {
        "player": action.side.value,
        "dice": action.dice and list(action.dice),
        "play": action.play,
        "illegal": action.illegal,
        "source": action.source,
        "note": action.note,
        "position": position_to_json(action.after),
    }
