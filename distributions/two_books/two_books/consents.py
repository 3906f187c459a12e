"""What one player asks for and the other agrees to or not: what each of these entries does to the match. Pure."""

from __future__ import annotations

from dataclasses import replace

from arbiter.match.commands import CommandError
from arbiter.match.state import Phase
from arbiter.message import Message
from arbiter.position import Side
from two_books.asked import AskedFor, events_of
from two_books.bodies import AskedBack, AskedGame, AskedOn, Consent
from two_books.link import Entry
from two_books.shared_state import MOVED_ON, NOT_YOURS, THROWING, Asked, DoesNotFitError, SharedMatch, with_events


def asked_or_answered(
    match: SharedMatch, said: AskedBack | AskedFor | Consent, author: Side, entry: Entry
) -> SharedMatch:
    """The match after one of them. Raises DoesNotFitError or CommandError."""
    if isinstance(said, Consent):
        return _answered(match, said, author, entry)
    if match.asked is not None and match.asked.by is not author and match.asked.what == said:
        return _answered(match, Consent(match.asked.number, agrees=True), author, entry)  # both ask for the same
    if match.asked is not None:
        raise DoesNotFitError(Message("Something else waits for an answer."))
    if match.hidden and match.thrown_together(author):
        raise DoesNotFitError(THROWING)  # their program may know the roll already
    if not isinstance(said, AskedBack):
        events_of(match.state, said, entry.number, entry.at)  # raises where it cannot be
    else:
        turns = match.state.turns
        if said.game != match.state.game or said.turn >= len(turns):
            raise DoesNotFitError(MOVED_ON)
        if turns[said.turn].player is not author:
            raise DoesNotFitError(Message("Only one's own play is taken back."))
    return replace(match, asked=Asked(entry.number, author, said), refused=None, declined=None)


def _answered(match: SharedMatch, said: Consent, author: Side, entry: Entry) -> SharedMatch:
    asked = match.asked
    if asked is None or asked.number != said.number:
        raise DoesNotFitError(MOVED_ON)
    if said.agrees and asked.by is author:
        raise DoesNotFitError(NOT_YOURS)
    match = replace(match, asked=None)
    if not said.agrees and asked.by is author:  # a table whose play was made again may ask for it back once more
        return match if isinstance(asked.what, AskedBack) else replace(match, refused=asked.what)
    if not said.agrees:
        return replace(match, refused=asked.what, declined=asked.by)
    if isinstance(asked.what, AskedBack):
        return _back(match, asked.what)
    try:
        events = events_of(match.state, asked.what, entry.number, entry.at)
    except CommandError:
        return replace(match, refused=asked.what, declined=asked.by)  # it can be no more
    if isinstance(asked.what, AskedGame):
        match = replace(match, before=(), kept=(), checked=frozenset(), hidden="", shared="")
    if isinstance(asked.what, AskedOn):
        match = replace(match, goes_on=asked.what)
    return with_events(match, entry, *events)


def _back(match: SharedMatch, what: AskedBack) -> SharedMatch:
    """To where that turn's dice lay, whoever has played since; the rolls since then come again."""
    state = match.state
    if what.game != state.game or what.turn >= len(match.before):
        raise DoesNotFitError(MOVED_ON)
    since = [(turn.player, turn.dice) for turn in state.turns[what.turn + 1 :] if turn.dice]
    if state.phase is Phase.MOVING and state.player and state.dice:
        since.append((state.player, state.dice))
    then, events = match.before[what.turn]
    return replace(
        match, state=then, events=match.events[:events], before=match.before[: what.turn], kept=tuple(since),
        checked=frozenset(),
    )  # fmt: skip
