"""How both tables come to one log: a state machine, messages in and messages out.

It has no clock and no line. Messages may be lost, doubled, late and out of order: whatever is asked for is asked again
until it is there. The host gives numbers; both sides ask for what they lack, so that a table whose folder was put back
from a backup catches up too. Where two logs part, the first such entry is searched for by halves, kept, and nothing is
appended any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from arbiter.message import Message
from two_books.link import Accepts, Difference, Entry, Refusal
from two_books.messages import Ask, AskHash, End, Entries, HashOf, LogMessage, Proposals, Refused
from two_books.rates import Bucket
from two_books.signed_log import BrokenLogError, Proposal, SignedEntry, follow, is_by_author, numbered
from two_books.store import LinkStore, body_of
from web.containment import contained

RETRY_S = 2.0
"""After so long, or three delays, what was not answered is said again."""
BATCH_BYTES, BATCH = 32_000, 64
"""Of entries or proposals in one message; the longest fits by itself."""
OVERHEAD = 420
"""Bytes of an entry in a message, beside its body."""
ANSWERS_A_SECOND = 20.0
NOT_JUDGED = Message("The other table could not judge it.")


@dataclass(frozen=True, slots=True)
class Grew:
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class Parted:
    difference: Difference


ExchangeEvent = Grew | Refusal | Parted
_Each = TypeVar("_Each")


class Exchange:
    """One table's side. Belongs to one thread; times are of a steady clock, in seconds.

    accepts: asked at the host before a proposal gets its number. publish: gets what happened, after it is kept.
    """

    def __init__(self, store: LinkStore, accepts: Accepts, publish: Callable[[ExchangeEvent], None]) -> None:
        self._store, self._accepts, self._publish = store, accepts, publish
        self._is_host = store.role == "host"
        self._out: list[LogMessage] = []
        self._up = False
        self._their_end: int | None = None
        """As this session of theirs last said; None before it said anything."""
        self._has_compared = store.met is None
        """Whether this start knows how far the other table's log goes: after a backup was put back it may go further,
        and a number given too soon would be given twice."""
        self._decided = 0
        """At the guest: what the host said that it has decided."""
        self._asked_at = self._sent_at = self._searched_at = -RETRY_S
        self._first = self._sent = 0
        """The running number of the first that waits, as it was; and that up to which all were sent, not long ago."""
        self._alike, self._unlike = 0, 0
        """Greatest number where both are known to agree; least where they do not, 0 for none."""
        self._answers = Bucket(ANSWERS_A_SECOND)
        self.patience = RETRY_S

    # ------------------------------------------------------------------ the line

    def met(self, now: float) -> list[LogMessage]:
        """A session of the other table begins: say where our log ends."""
        self._up, self._their_end, self._first, self._sent = True, None, 0, 0
        self._alike, self._unlike = 0, 0
        self._asked_at, self._sent_at, self._searched_at = now, now, now - self.patience
        self._say_end()
        return self._taken()

    def left(self) -> None:
        """The other table is away."""
        self._up = False

    def received(self, message: LogMessage, now: float) -> list[LogMessage]:
        """What a message brings. Raises LinkStoreError, and then nothing of it was taken."""
        match message:
            case End(number, digest, decided):
                self._decided = max(decided, self._decided)
                self.compare(number, digest, now)
            case Ask(after):
                if self._answers.takes(now):
                    self._answer(after)
            case Entries(entries):
                self._take(entries, now)
            case Proposals(first, proposals):
                if self._is_host:
                    self._judge(first, proposals)
            case Refused(own, signature, reason):
                self._drop(own, signature, reason)
            case AskHash(number):
                digest_there = self._store.hash_at(number)
                if digest_there is not None and self._answers.takes(now):
                    self._out.append(HashOf(number, digest_there))
            case HashOf(number, digest):
                self._narrow(number, digest, now)
        return self._taken()

    def compare(self, number: int, digest: bytes, now: float) -> None:
        """The other table's log ends there."""
        self._their_end = max(number, self._their_end or 0)
        self._has_compared = True
        ours = self._store.hash_at(number)
        if ours is None:
            self._ask(now)
        elif ours != digest:
            self._suspect(number, now)

    def due(self, now: float) -> tuple[list[LogMessage], float]:
        """What is to be said now, and in how many seconds to ask again. Raises LinkStoreError."""
        if self._is_host:
            self._number_own()
        if not self._up:
            return self._taken(), self.patience
        if self._unlike and now - self._searched_at >= self.patience:
            self._search(now)
        if self._is_behind or self._their_end is None:
            self._ask(now)
        if not self._is_host:
            self._propose(now)
        return self._taken(), self.patience

    # ------------------------------------------------------------------ catching up

    @property
    def stopped(self) -> bool:
        """Whether nothing is appended any more, as the logs part."""
        return bool(self._unlike) or self._store.difference is not None

    @property
    def _is_behind(self) -> bool:
        return (self._their_end or 0) > self._store.tip.number

    def _ask(self, now: float) -> None:
        if self._store.difference is None and now - self._asked_at >= self.patience:
            self._asked_at = now
            self._out.append(Ask(self._store.tip.number))

    def _answer(self, after: int) -> None:
        found = _batch(self._store.signed(after, BATCH), lambda entry: entry.proposal)
        if found:
            self._out.append(Entries(found))
        else:
            self._say_end()

    def _take(self, entries: Sequence[SignedEntry], now: float) -> None:
        store, new = self._store, list[SignedEntry]()
        tip = store.tip
        for entry in entries:
            self._their_end = max(entry.number, self._their_end or 0)
            if entry.number <= tip.number:
                if entry.number <= store.tip.number and store.hash_at(entry.number) != entry.hash:
                    self._unlike_at(entry, now)
                    break
                continue
            if entry.number > tip.number + 1 or self.stopped:
                break
            try:
                tip = follow(store.room, store.authors, tip, entry)
            except BrokenLogError:
                self._keep(new)
                self._part(entry.number, entry)
                return
            new.append(entry)
        self._keep(new)
        if self._is_behind:
            self._asked_at = self._asked_at if not new else now - self.patience  # the next lot at once
            self._ask(now)

    def _keep(self, entries: Sequence[SignedEntry]) -> None:
        if entries:
            self._store.append(entries)
            self._publish(Grew(self._store.entries(entries[0].number - 1)))

    def _say_end(self) -> None:
        tip = self._store.tip
        self._out.append(End(tip.number, tip.hash, self._store.decided))

    # ------------------------------------------------------------------ proposals

    def _number_own(self) -> None:
        """At the host its own proposals come in line with the guest's."""
        if not self._cannot_number and self._store.collides:
            self._store.renumber()
        for said in self._store.waiting():
            if self._cannot_number:
                return
            reason = self._reason(said)
            if reason:
                self._store.withdraw(said)
                self._publish(Refusal(body_of(said), reason))
            else:
                self._append(said)

    def _judge(self, first: int, proposals: Sequence[Proposal]) -> None:
        store = self._store
        for said in proposals:
            key = store.authors.guest
            if said.by != "guest" or key is None:
                return
            if said.own <= store.decided:
                self._say_decided(said)
            elif said.own not in (store.decided + 1, first) or self._cannot_number:
                return  # what comes before it is on its way, or will be said again
            elif not is_by_author(said, store.room, key):
                return
            elif reason := self._reason(said):
                store.refuse(said, reason)
                self._out.append(Refused(said.own, said.signature, reason))
            else:
                self._append(said)

    def _say_decided(self, said: Proposal) -> None:
        number = self._store.number_of("guest", said.own)
        if number is not None:
            self._out.append(Entries(self._store.signed(number - 1, 1)))
            return
        refused = self._store.refusal_of(said.own)
        self._out.append(Refused(said.own, *(refused or (said.signature, NOT_JUDGED))))

    @property
    def _cannot_number(self) -> bool:
        unknown = not self._has_compared or (self._up and self._their_end is None)
        return self.stopped or self._is_behind or unknown

    def _reason(self, said: Proposal) -> str:
        entry = Entry(self._store.tip.number + 1, said.by, body_of(said), said.at / 1000)
        return contained("what the shared log accepts", lambda: self._accepts(self._store.log, entry), NOT_JUDGED)

    def _append(self, said: Proposal) -> None:
        entry = numbered(self._store.key, self._store.room, self._store.tip, said)
        self._keep((entry,))
        if self._up:
            self._out.append(Entries((entry,)))

    def _propose(self, now: float) -> None:
        """The guest's: what waits, from its beginning again where no answer came for a while."""
        if self.stopped or self._their_end is None or self._is_behind:
            return
        if self._store.collides or self._decided > self._store.own:
            self._store.renumber(self._decided)
        waiting = self._store.waiting()
        if not waiting:
            return
        first = waiting[0].own
        if first != self._first:
            self._first, self._sent_at = first, now
        elif now - self._sent_at >= self.patience:
            self._sent, self._sent_at = 0, now
        under_way = sum(said.own <= self._sent for said in waiting)
        new = _batch([said for said in waiting if said.own > self._sent][: BATCH - under_way], lambda said: said)
        if new:
            self._sent = new[-1].own
            self._out.append(Proposals(first, new))

    def _drop(self, own: int, signature: bytes, reason: str) -> None:
        """A refusal reaches the guest, perhaps of something else that it said before a backup was put back."""
        said = next((said for said in self._store.waiting() if said.own == own), None)
        if self._is_host or said is None:
            return
        if said.signature != signature:
            self._store.renumber(self._decided, only=own)
            return
        self._store.withdraw(said)
        self._publish(Refusal(body_of(said), reason))

    # ------------------------------------------------------------------ where two logs part

    def _suspect(self, number: int, now: float) -> None:
        if self._store.difference is None and not (self._unlike and self._unlike <= number):
            self._unlike = number
            self._search(now)

    def _unlike_at(self, entry: SignedEntry, now: float) -> None:
        if entry.number == self._alike + 1:
            self._part(entry.number, entry)
        else:
            self._suspect(entry.number, now)

    def _search(self, now: float) -> None:
        self._searched_at = now
        if self._unlike - self._alike > 1:
            self._out.append(AskHash((self._alike + self._unlike) // 2))
        else:
            self._out.append(Ask(self._alike))

    def _narrow(self, number: int, digest: bytes, now: float) -> None:
        if not self._alike < number < self._unlike:
            return
        if self._store.hash_at(number) == digest:
            self._alike = number
        else:
            self._unlike = number
        self._search(now)

    def _part(self, number: int, theirs: SignedEntry) -> None:
        self._unlike = 0
        if self._store.difference is None:
            self._store.part(number, theirs)
            if self._store.difference is not None:
                self._publish(Parted(self._store.difference))

    def _taken(self) -> list[LogMessage]:
        taken, self._out = self._out, []
        return taken


def _batch(found: Sequence[_Each], proposal: Callable[[_Each], Proposal]) -> tuple[_Each, ...]:
    """As many of the first as one message may hold."""
    size, taken = 0, list[_Each]()
    for each in found:
        size += len(proposal(each).body) + OVERHEAD
        if taken and size > BATCH_BYTES:
            break
        taken.append(each)
    return tuple(taken)
