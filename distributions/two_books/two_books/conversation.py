"""One table's end of the line: frames in, frames out, and what is to be published of it.

Greetings, log, presence and pictures together. It has no clock, no thread and no line of its own: times are given
(steady clock, seconds), frames are bytes. Whatever comes that is not the other table's is dropped and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from arbiter.message import Message
from two_books.exchange import RETRY_S, Exchange, Grew, Parted
from two_books.handshake import Greeted, Handshake, Intruder, TurnedAway
from two_books.keys import Room
from two_books.link import Accepts, Peer, Refusal
from two_books.messages import AskAttachment, LogMessage, Phrase, read_attachment, read_log, read_now, written
from two_books.presence import ASKS_A_SECOND, AWAY_S, MOST_ATTACHED, Presence
from two_books.rates import Bucket
from two_books.sealing import Head, Kind, head_of
from two_books.store import LinkStore

HELLO_S = 2.0
_DELAY_STEP_S = 0.1
"""A delay that changes by less is not published."""
_NOT_COME = Message("The other table has not come yet.")
_AWAY = Message("Nothing is heard of the other table.")
_TURNED_AWAY = Message("Somebody else is at that table: ask for a new invitation.")


@dataclass(frozen=True, slots=True)
class PhraseHeard:
    name: str


@dataclass(frozen=True, slots=True)
class PictureHeard:
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class AttachmentAsked:
    name: str


@dataclass(frozen=True, slots=True)
class AttachmentHeard:
    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class PeerChanged:
    peer: Peer


Event = Grew | Refusal | Parted | PhraseHeard | PictureHeard | AttachmentAsked | AttachmentHeard | PeerChanged


class Conversation:
    """Belongs to one thread. accepts: see `Exchange`. Every method that takes `now` raises LinkStoreError."""

    def __init__(self, room: Room, store: LinkStore, accepts: Accepts, publish: Callable[[Event], None]) -> None:
        self._store, self._publish = store, publish
        self._handshake = Handshake(room, store.role, store.key, store.run, store.met)
        self._exchange = Exchange(store, accepts, publish)
        self.presence = Presence()
        self._ask_rate = Bucket(2 * ASKS_A_SECOND, 2 * MOST_ATTACHED)
        """Answering costs a look at the disk."""
        self._out: list[bytes] = []
        self._line_trouble: str = Message("The line is not open yet.")
        self._turned_away = False
        self._here = False
        """Whether the other table was heard not long ago."""
        self._seen_at: float | None = None
        self._greeted_at = -HELLO_S
        self._published = Peer()
        self.heard = 0
        """Frames that were the other table's."""
        self.dropped: Counter[str] = Counter()
        """Frames that were none of the other table's, by what was wrong with them."""
        self.intruders = 0
        """Greetings of somebody else who has the invitation."""

    # ------------------------------------------------------------------ the line

    def line_up(self, now: float) -> list[bytes]:
        """The line is open, or open again."""
        self._line_trouble = ""
        self._greet(now)
        if self._here:
            self._say_log(self._exchange.met(now))
        self._publish_peer(now)
        return self._taken()

    def line_down(self, sentence: str, now: float) -> None:
        """Why the line is not open, one sentence."""
        self._line_trouble = sentence
        self._publish_peer(now)

    def received(self, frame: bytes, now: float) -> list[bytes]:
        """What a frame brings, whoever it is from."""
        head = head_of(frame)
        if head is None:
            self.dropped["no frame"] += 1
        elif head.kind is Kind.HELLO:
            self._greeted(head, frame, now)
        else:
            self._heard(head, frame, now)
        return self._taken()

    def due(self, now: float) -> tuple[list[bytes], float]:
        """What is to be sent now, and in how many seconds to ask again."""
        if self._here and self._seen_at is not None and now - self._seen_at > AWAY_S:
            self._here = False
            self._exchange.left()
            self.presence.lose()
        self._exchange.patience = max(RETRY_S, 3 * (self.presence.delay or 0.0) + 1)
        messages, wait = self._exchange.due(now)
        self._say_log(messages)
        traffic = self._handshake.traffic
        if not self._line_trouble:
            if traffic is None or not traffic.confirmed or not self._here:
                if now - self._greeted_at >= HELLO_S:
                    self._greet(now)
                wait = min(wait, HELLO_S)
            if traffic is not None:
                self._out += [traffic.seal(kind, said) for kind, said in self.presence.due(now, self._store.tip)]
                wait = min(wait, self.presence.wait(now))
        self._publish_peer(now)
        return self._taken(), wait

    def peer(self, now: float) -> Peer:
        """The other table as it is known now."""
        seen = None if self._seen_at is None else max(0.0, now - self._seen_at)
        trouble = self._line_trouble
        if not trouble and self._turned_away:
            trouble = _TURNED_AWAY
        elif not trouble and not self._here:
            trouble = _NOT_COME if seen is None else _AWAY
        return Peer(seen, self.presence.delay, self.presence.theirs, self._store.difference, trouble)

    # ------------------------------------------------------------------ greetings

    def _greet(self, now: float) -> None:
        self._greeted_at = now
        self._out.append(self._handshake.hello())

    def _greeted(self, head: Head, frame: bytes, now: float) -> None:
        match self._handshake.heard(head, frame, now):
            case Greeted(met, new, answer):
                self._store.meet(met)
                self.heard += 1
                self._turned_away = False
                self.presence.say_again()
                if new:
                    self.presence.begin()
                    self._exchange.left()
                    self._here = False
                if answer:
                    self._greet(now)
            case Intruder(session):
                self.intruders += 1
                self._out.append(self._handshake.hello(session, refused=True))
            case TurnedAway():
                self._turned_away = True
                self._publish_peer(now)
            case None:
                self.dropped["greeting"] += 1

    # ------------------------------------------------------------------ what the other table says

    def _heard(self, head: Head, frame: bytes, now: float) -> None:
        traffic = self._handshake.traffic
        if traffic is None or traffic.session != head.session:
            self.dropped["session"] += 1
            return
        content = traffic.open(head, frame)
        if content is None:
            self.dropped["sealed otherwise"] += 1
            return
        self._seen_at = now
        self.heard += 1
        if not self._here:
            self._here = True
            self._say_log(self._exchange.met(now))
        try:
            self._read(head, content, now)
        except ValueError:
            self.dropped["unreadable"] += 1
        self._publish_peer(now)

    def _read(self, head: Head, content: bytes, now: float) -> None:
        if head.kind is Kind.PICTURE:
            if self.presence.is_newest_picture(head.number):
                self._publish(PictureHeard(content))
            return
        if head.kind is Kind.ATTACHMENT:
            self._publish(AttachmentHeard(*read_attachment(content)))
            return
        if head.kind is Kind.LOG:
            self._say_log(self._exchange.received(read_log(content), now))
            return
        said = read_now(content)
        if isinstance(said, Phrase):
            self._publish(PhraseHeard(said.name))
            return
        if isinstance(said, AskAttachment):
            if self._ask_rate.takes(now):
                self._publish(AttachmentAsked(said.name))
            return
        self.presence.heard(said, head.number, now)
        self._exchange.compare(said.number, said.hash, now)

    def _say_log(self, messages: list[LogMessage]) -> None:
        traffic = self._handshake.traffic
        if traffic is not None:
            self._out += [traffic.seal(Kind.LOG, written(message)) for message in messages]

    # ------------------------------------------------------------------ what is published

    def _publish_peer(self, now: float) -> None:
        peer, last = self.peer(now), self._published
        known = (peer.presence, peer.difference, peer.trouble) == (last.presence, last.difference, last.trouble)
        slower = (peer.delay is None) != (last.delay is None) or (
            abs((peer.delay or 0.0) - (last.delay or 0.0)) >= _DELAY_STEP_S
        )
        if not known or slower:
            self._published = peer
            self._publish(PeerChanged(peer))

    def _taken(self) -> list[bytes]:
        taken, self._out = self._out, []
        return taken
