"""Who played on this machine before, and what: what the match form starts with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.message import NAMELESS
from arbiter.position import SIDES
from arbiter.rules import Rules
from bookgammon.errors import CompanionError
from bookgammon.history.journal import FILE, Journal
from bookgammon.plugin_manager import plugins
from web.setup import OpenMatch

_MATCHES = 20
"""How many matches back players are looked for who are not in the players' list yet."""
_PLAYERS = 12
"""How many are offered."""


@dataclass(frozen=True, slots=True)
class Before:
    """last: the match before, None where there is none; rules: its rules. players: who played, the last first."""

    last: OpenMatch | None = None
    rules: Rules = field(default_factory=Rules)
    players: tuple[str, ...] = ()


NOBODY_YET = Before()


def before(folder: Path, *, new: bool = False) -> Before:
    """What the journal knows. new: the match that is open does not go on. Raises JournalError."""
    path = folder / FILE
    if not path.exists():
        return NOBODY_YET
    with Journal(path, read_only=True) as journal:
        entries = journal.at_table()[-_MATCHES:]
        histories = [journal.events(entry) for entry in reversed(entries)]
        unfinished = journal.unfinished() is not None
    states = [fold(events) for events in histories if events]
    players = _offered(states, _listed(path))
    if not histories or not histories[0]:
        return Before(players=players)
    state = states[0]
    line = _line(state)
    last = OpenMatch(
        state.names,
        state.score,
        state.rules.length,
        is_open=unfinished and not new,
        line=line,
        named=not line and not set(_people(state)) & set(NAMELESS),
        opponent=state.opponent,
    )
    return Before(last, replace(state.rules, coach=False), players)  # a coach is agreed for each match anew


def _line(state: MatchState) -> tuple[str, ...]:
    """Everybody in a chouette, the box first."""
    chouette = state.chouette
    return (chouette.box, *chouette.line) if chouette else ()


def _people(state: MatchState) -> tuple[str, ...]:
    """Who sat at the table."""
    if state.opponent is None:
        return state.names
    return state.names[SIDES.index(state.opponent.side.other) :][:1]


def _offered(states: list[MatchState], listed: tuple[str, ...]) -> tuple[str, ...]:
    """Who played last, and then everybody else in the players' list."""
    recent = chain.from_iterable(_line(state) or _people(state) for state in states)
    return tuple(name for name in dict.fromkeys((*recent, *listed)) if name not in NAMELESS)[:_PLAYERS]


def _listed(journal: Path) -> tuple[str, ...]:
    """Whom plugins know, the likeliest first. A match begins without that, too."""
    try:
        return plugins().all("known_players", journal=journal)
    except CompanionError:
        return ()
