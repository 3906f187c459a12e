"""The chouette, or the two of a money session, as the page shows it: who sits where, and who has won what."""

from __future__ import annotations

from typing import Any

from arbiter.match.chouette import Chouette
from arbiter.match.state import MatchState
from web.offers import team_answers

Json = dict[str, Any]


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
