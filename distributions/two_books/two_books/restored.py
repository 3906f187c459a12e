"""A match that the shared log holds and the journal has lost, written into the journal again before the table begins.

All of it may be lost, or its end, where an older backup was put back: a table keeps each play in its journal before it
proposes it, so plays of its own that the log alone holds are lost there. The board is compared with it then, as after
any restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from arbiter.match.events import Event, MatchStarted, PlayCorrected, PlayMade, PlayStood
from arbiter.match.fold import fold
from arbiter.position import Side
from bookgammon.history.journal import FILE, Journal
from two_books.kept_invitation import KeptInvitation
from two_books.own_table import plays_it, seat_of
from two_books.shared_match import SharedMatch, expected, match_of
from two_books.store import LinkStore, body_of
from two_books.store_file import FILE as LOG_FILE

_SOURCE = "two_books"
_MOST_SECONDS = 1e6


def restore_lost(folder: Path, kept: KeptInvitation) -> bool:
    """Whether the log's match was written into the journal, as the table would have gone on without it.

    Raises JournalError, LinkStoreError, or another TwoBooksError where the log says what the rules do not allow.
    """
    if not (folder / LOG_FILE).exists():
        return False
    with LinkStore(folder / LOG_FILE, kept.invitation, kept.role) as store:
        said = [body_of(each) for each in store.waiting()]  # it stands at this table, and nobody is asked again
        match = expected(match_of(store.entries()), kept.role, said)
    own = match.side(kept.role)
    if own is None or match.over:
        return False
    with Journal(folder / FILE) as journal:
        open_match = journal.unfinished()
        kept_events = journal.events(open_match) if open_match else ()
        goes_on = bool(kept_events) and plays_it(fold(kept_events), match, own)
        if goes_on and _plays_of(own, kept_events) >= _plays_of(own, match.events):
            return False
        began = datetime.fromtimestamp(match.events[0].time, UTC).isoformat(timespec="seconds")
        events = at_our_table(match, own)
        if open_match and goes_on:
            journal.begin_after(open_match, began, _SOURCE, events)
        else:
            with journal.at_once():
                journal.append(journal.begin(began, _SOURCE), events)
    return True


def _plays_of(side: Side, events: Iterable[Event]) -> int:
    """How many plays of theirs were ever finished, those that were taken back since among them."""
    return sum(isinstance(event, PlayMade | PlayCorrected | PlayStood) and event.player is side for event in events)


def at_our_table(match: SharedMatch, own: Side) -> Sequence[Event]:
    """As the table would have kept it, with the other player's seat. Its time is counted from its beginning."""
    first, seat = match.events[0].time, seat_of(match, own)
    found = list[Event]()
    latest = 0.0
    for event in match.events:
        latest = min(max(latest, event.time - first), _MOST_SECONDS)  # a table's own clock may have been put back
        dated = replace(event, time=latest)
        found.append(replace(dated, opponent=seat) if isinstance(dated, MatchStarted) else dated)
    return found
