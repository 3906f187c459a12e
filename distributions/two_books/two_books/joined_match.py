"""Our table and the shared log, kept together: what our player does is proposed, what the log says is entered here.

The table's thread and the link's only note what is new; a worker of its own compares and acts. It holds nothing that
is not in the journal or in the log, so after a restart it goes on where both stand.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from arbiter.match.clock import Clock
from arbiter.match.commands import CommandError
from arbiter.match.events import Event
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.position import SIDES, Side
from arbiter.values import plain_name
from bookgammon.errors import OpponentStopped
from bookgammon.opponent.protocol import Stopped
from bookgammon.table.table import TableUpdate
from bookgammon.workers.worker import Worker, Workers
from two_books import shared_dice
from two_books.agreed_rules import for_two_boards
from two_books.bodies import LONGEST_NAME, Agreed, DiceOf, DiceShared, Filmed, Said, body_of
from two_books.errors import TwoBooksError
from two_books.link import Body, Entry, Link, Peer, Refusal
from two_books.mirrored import Entered, in_step, lacking
from two_books.published import missing
from two_books.shared_match import SharedMatch, expected, match_of, may_film
from two_books.time_at_table import TimeAtTable

LOOK_S = 1.0
"""Seconds between two looks where nobody said that something is new."""
AGAIN_S = 2.0
"""Seconds until what was refused is proposed or entered again."""
UPDATE_S = 5.0
"""Seconds that an update of the table may take after something was entered."""
_MOST_AT_ONCE = 20
_POLL_S = 0.2
_MOST_FILMS = 4
"""That wait for their roll to be in the log."""
_PART = Message("the match at two boards")
_WRONG_LOG = Message("The shared log says something that the rules do not allow: {reason}")

Submit = Callable[[Entered], None]
"""Hands a command to the table; returns once it is kept. Raises CommandError."""
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class BothSides:
    """Our table and the shared match at one moment.

    match: what the log says. expected: with what we have proposed. settled: all that our table says is proposed.
    """

    table: MatchState
    match: SharedMatch
    expected: SharedMatch
    own: Side
    settled: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """What people are shown of the other table.

    trouble: why the match cannot go on now, one sentence, or nothing. refused: why the last thing that we proposed is
    not in the log. in_step: whether both boards show the shared match.
    """

    match: SharedMatch
    peer: Peer
    own: Side | None
    in_step: bool
    other_in_step: bool
    other_name: str
    trouble: str = ""
    refused: str = ""


class JoinedMatch:
    """Runs while its `with` block does. `two_books.shown.OtherBoard` hears the link for it.

    submit: the table's queue. name: our player's. side: the checkers that the host's player takes. make_share: for
    dice thrown together.
    """

    def __init__(
        self,
        link: Link,
        submit: Submit,
        workers: Workers,
        *,
        name: str,
        side: Side = Side.LIGHT,
        dice: DiceOf = "thrown",
        make_share: Callable[[], str] = shared_dice.new_share,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._link, self._submit, self._side, self._dice = link, submit, side, dice
        self._name = plain_name(name)[:LONGEST_NAME] or str(link.role)
        self._make_share, self._steady = make_share, steady
        self._changed = threading.Condition()
        self._new = True
        self._ending = False
        self._time = TimeAtTable(steady)
        self._games = deque[MatchState]()
        """How our table stands, and before it how games ended there that are not all proposed yet."""
        self._films = deque[Filmed](maxlen=_MOST_FILMS)
        self._updates = self._settled = 0
        self._match = SharedMatch()
        self._wrong = self._refusal = ""
        self._refused: dict[str, float] = {}
        self._presence: Body | None = None
        self._worker = Worker(workers, "two books", _PART, self._run, wake=self._end)

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.stop()

    def _end(self) -> None:
        with self._changed:
            self._ending = True
            self._changed.notify_all()

    # ------------------------------------------------------------------ what is new

    def on_update(self, update: TableUpdate) -> None:
        """An observer of the table: notes how it stands, and never waits."""
        self._time.clock = update.clock
        self.take_up(update.state)

    def take_up_clock(self, clock: Clock | None) -> None:
        """The table's clock stands so, before the first update."""
        self._time.clock = clock

    def take_up(self, state: MatchState) -> None:
        """The table stands so."""
        games = self._games
        if games and state is games[-1]:
            return
        with self._changed:
            if games and games[-1].game == state.game:
                games.pop()
            games.append(state)
            self._updates += 1
            self._say_new()

    def take_up_events(self, events: Iterable[Event]) -> None:
        """The table's match has come so far, game after game; nothing is compared with how it once stood."""
        state = MatchState()
        with self._changed:
            for event in events:
                state = apply(state, event)
                self.take_up(state)

    def log_grew(self, entries: Sequence[Entry]) -> None:
        del entries  # they are read in our own thread
        with self._changed:
            self._say_new()

    def refused(self, refusal: Refusal) -> None:
        with self._changed:
            self._refusal = refusal.reason
            self._refused[_key(refusal.body)] = self._steady()
            self._say_new()

    def peer_changed(self, peer: Peer) -> None:
        del peer
        with self._changed:
            self._say_new()

    def _say_new(self) -> None:
        self._new = True
        self._changed.notify_all()

    # ------------------------------------------------------------------ what is asked

    def wait_for(self, answer: Callable[[BothSides], Found | None], stopped: Stopped) -> Found:
        """What the log answers, however long it takes. Raises OpponentStopped where nobody waits any more."""
        while not stopped():
            with self._changed:
                sides = self._sides()
                found = answer(sides) if sides else None
                if found is not None:
                    return found
                if not self._ending:
                    self._changed.wait(_POLL_S)
                    continue
            self._worker.wait(_POLL_S)
        raise OpponentStopped(Message("Nobody plays there any more."))

    def shown(self) -> Shown:
        with self._changed:
            match, peer = self._match, self._link.peer()
            table = self._games[-1] if self._games else None
            own = match.side(self._link.role)
            ours = table is not None and own is not None and in_step(table, match, own)
            trouble = self._wrong or peer.trouble
            name, theirs = said_of_themselves(peer)
            if match.agreed and own:
                name = match.agreed.names[SIDES.index(own.other)]
            return Shown(match, peer, own, ours, theirs, name, trouble, self._refusal)

    def say(self, said: Said) -> None:
        """What a player says by a tap: consent, say. It is proposed like anything else."""
        self._link.propose(body_of(said))
        with self._changed:
            self._say_new()

    def note_film(self, film: Filmed) -> None:
        """A film of our roll is kept: said as soon as the roll is in the log."""
        with self._changed:
            self._films.append(film)
            self._say_new()

    def _sides(self) -> BothSides | None:
        waiting = self._link.waiting()  # before the log: what gets its number in between is in both, never in none
        self._read()
        own = self._match.side(self._link.role)
        if not self._games or own is None or self._wrong:
            return None
        after = expected(self._match, self._link.role, waiting)
        return BothSides(self._games[-1], self._match, after, own, self._settled == self._updates)

    # ------------------------------------------------------------------ its own thread

    def _run(self, worker: Worker) -> None:
        while not worker.stopping:
            worker.idle()
            with self._changed:
                self._changed.wait_for(lambda: self._new or self._ending, LOOK_S)
                self._new = False
            if worker.stopping:
                return
            worker.works_on()
            self.step()

    def step(self) -> None:
        """Reads what is new in the log, proposes what our table has to say, and enters what it lacks."""
        for _ in range(_MOST_AT_ONCE):
            if not self._propose():
                break
        with self._changed:
            sides, number = self._sides(), self._updates
            self._changed.notify_all()
        self._say_presence(sides)
        if sides is None or sides.expected.asked != sides.match.asked:
            return  # what was agreed to counts once it is in the log
        entered = self._time.lacking(sides.table, sides.expected) or lacking(sides.table, sides.expected, sides.own)
        if entered is not None:
            self._enter(entered, number)

    def _read(self) -> None:
        """What is new in the log."""
        with self._changed:
            entries = () if self._wrong else self._link.entries(self._match.number)
            if not entries:
                return
            try:
                self._match = match_of(entries, self._match)
            except TwoBooksError as error:
                self._wrong = _WRONG_LOG.filled(reason=error)
            self._changed.notify_all()

    def _propose(self) -> bool:
        """Whether something was proposed: then there may be more."""
        waiting = self._link.waiting()
        self._read()
        with self._changed:
            table, more = (self._games[0] if self._games else None), len(self._games) > 1
            number, match = self._updates, self._match
        after = expected(match, self._link.role, waiting)
        said = self._next(table, after) if table and not self._wrong else None
        body = body_of(self._time.timed(said, after, after.side(self._link.role))) if said else None
        if body is None or _key(body) in map(_key, waiting) or self._was_refused(body):
            with self._changed:
                if more:
                    self._games.popleft()
                else:
                    self._settled = number
            return more
        self._link.propose(body)
        return True

    def _next(self, table: MatchState, match: SharedMatch) -> Said | None:
        own = match.side(self._link.role)
        if own is None:
            return self._agreement(table)
        said = _share(match, own, self._make_share) or self._time.halted(table, match) or missing(table, match, own)
        said = said or self._time.ran_out(match, own)
        return said or next((film for film in tuple(self._films) if may_film(match, film, own)), None)

    def _agreement(self, table: MatchState) -> Agreed | None:
        """The host says what is played, once it knows with whom."""
        peer = self._link.peer()
        if self._link.role != "host" or peer.presence is None:
            return None
        name, _ = said_of_themselves(peer)
        names = (self._name, name) if self._side is Side.LIGHT else (name, self._name)
        dice: DiceOf = "program" if peer.presence.get("dice") == "program" else "thrown"
        rules = for_two_boards(table.rules)
        if dice == "program":
            rules = replace(rules, clock="none")  # no table counts that player's time
        return Agreed(rules, names, self._side, dice)

    def _was_refused(self, body: Body) -> bool:
        now = self._steady()
        with self._changed:
            self._refused = {key: at for key, at in self._refused.items() if now - at < AGAIN_S}
            return _key(body) in self._refused

    def _enter(self, entered: Entered, number: int) -> None:
        try:
            self._submit(entered)
        except CommandError as error:
            self._worker.troubled(str(error))
            self._worker.wait(_POLL_S)
            return
        self._worker.troubled("")
        with self._changed:
            self._changed.wait_for(lambda: self._updates > number or self._ending, UPDATE_S)

    def _say_presence(self, sides: BothSides | None) -> None:
        step = sides is not None and in_step(sides.table, sides.match, sides.own)
        presence: dict[str, Any] = {"name": self._name, "dice": self._dice, "step": step}
        presence |= self._time.presence(sides.match, sides.own) if sides else {}
        if presence != self._presence:
            self._presence = presence
            self._link.say_presence(presence)


def _share(match: SharedMatch, own: Side, make: Callable[[], str]) -> DiceShared | None:
    """The host's part of a roll that both programs throw."""
    if not match.hidden or match.shared or match.thrown_together(own):
        return None
    return DiceShared(match.state.game, len(match.state.turns), make())


def said_of_themselves(peer: Peer) -> tuple[str, bool]:
    """The other player's name, and whether their board is in step, as far as they say so."""
    said: Mapping[str, Any] = peer.presence or {}
    name = said.get("name")
    named = plain_name(name)[:LONGEST_NAME] if isinstance(name, str) else ""
    return named or str(Message("Guest")), said.get("step") is True


def _key(body: Body) -> str:
    """By which a proposal is known again; what its author's clock says goes on."""
    return repr(sorted((key, value) for key, value in body.items() if key != "left"))
