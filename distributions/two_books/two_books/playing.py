"""A match at two boards beside our table: the link, what joins the table to it, and its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial

from arbiter.match.opponent import OpponentSeat
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.position import Side
from bookgammon.errors import OpponentError
from bookgammon.plugin_values import BesideTable, PluginPart
from bookgammon.table.table import TableUpdate
from bookgammon.terminal.answers import say
from two_books.invitation import code_of
from two_books.joined_match import JoinedMatch
from two_books.kept_invitation import kept_in
from two_books.other_films import OtherFilms
from two_books.own_table import ENGINE
from two_books.pages import add_two_books
from two_books.pictures import Pictures
from two_books.play_options import asked_for
from two_books.remote_opponent import RemoteOpponent
from two_books.roll_films import RollFilms
from two_books.shared_match import Judge
from two_books.shown import OtherBoard
from two_books.two_books_link import TwoBooksLink

_joined: list[JoinedMatch] = []
"""The match that this process plays at two boards, while it does: whoever asks for an opponent has only its seat."""


def opponent_at(seat: OpponentSeat) -> RemoteOpponent | None:
    """Who sits at the other board. Raises OpponentError where this program is not joined to it."""
    if seat.engine != ENGINE:
        return None
    if not _joined:
        raise OpponentError(
            Message("{name} plays at another board: start bookgammon play with --invite or --join.", name=seat.name)
        )
    return RemoteOpponent(_joined[-1])


@contextmanager
def at_other_board(joined: JoinedMatch) -> Iterator[None]:
    """Whoever asks for the player at the other board is given this match's."""
    _joined.append(joined)
    try:
        yield
    finally:
        _joined.remove(joined)


def joined_beside(table: BesideTable, stack: ExitStack) -> PluginPart | None:
    """The part of a match at two boards, until the stack is left; None where nobody plays one.

    Raises InvitationError, LinkStoreError or BrokerSettingsError.
    """
    plays_one = table.state.opponent is not None and table.state.opponent.engine == ENGINE
    if not asked_for(table.options) and not plays_one:
        return None
    kept = kept_in(table.folder)
    if kept is None:
        return None
    link = TwoBooksLink(table.folder, kept.invitation, kept.role, table.workers)
    side = Side(getattr(table.options, "my_side", None) or Side.LIGHT)
    joined = JoinedMatch(link, table.submit, table.workers, name=_name(table), side=side)
    other = OtherBoard(joined)
    link.attach(other, Judge())
    pictures = Pictures(link, table.workers)
    stack.enter_context(link)
    stack.enter_context(joined)
    stack.enter_context(pictures)
    films = stack.enter_context(RollFilms(joined, table.journal, table.board, table.match, table.workers))
    other.films = stack.enter_context(OtherFilms(link, joined, table.journal, table.match, table.workers))
    stack.enter_context(at_other_board(joined))
    code = code_of(kept.invitation) if kept.role == "host" else ""
    if code:
        say(Message("Your invitation, for the other player alone:"))
        say(code)

    def on_update(update: TableUpdate) -> None:
        joined.on_update(update)
        note_match(update.state)
        pictures.on_update(update)
        films.on_update(update)

    def note_match(state: MatchState) -> None:
        """What the link keeps belongs to that match, and goes with it."""
        if state.opponent is not None and state.opponent.engine == ENGINE:
            link.plays(table.match())

    def takes_up(state: MatchState) -> None:
        note_match(state)
        joined.take_up_clock(table.clock)
        joined.take_up_events(table.session.events)
        joined.take_up(state)

    return PluginPart(
        pages=(partial(add_two_books, joined=joined, link=link, other=other, pictures=pictures, invitation=kept),),
        on_update=on_update,
        takes_up=takes_up,
        in_state=lambda: other.in_state(pictures),
    )


def _name(table: BesideTable) -> str:
    return getattr(table.options, "my_name", None) or ""


