"""The link between two tables over a real line: fulfils `two_books.link.Link`.

Two threads, both looked after: the line's and the link's. Whoever calls a method waits for neither: what they say is
kept on the disk or noted, and the link's thread does the rest. Who hears it is called in the link's thread.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Self

from arbiter.message import Message
from bookgammon.workers.worker import Worker, Workers
from two_books.conversation import (
    AttachmentAsked,
    AttachmentHeard,
    Conversation,
    Event,
    PeerChanged,
    PhraseHeard,
    PictureHeard,
)
from two_books.errors import LinkStoreError
from two_books.exchange import Grew, Parted
from two_books.invitation import Address, Invitation
from two_books.keys import Room
from two_books.line import FrameLine, Inbox
from two_books.link import Accepts, Body, Entry, Hears, Peer, Refusal, Role
from two_books.messages import attachment_name, written_attachment
from two_books.presence import MOST_ATTACHED, MOST_PHRASES, Presence, checked_phrase, checked_picture, checked_presence
from two_books.store import LinkStore, body_of
from two_books.store_file import FILE
from two_books.tcp_line import GuestLine, HostLine
from web.containment import contained

_PART = Message("the link to the other table")
_GIVEN_UP = Message("The link to the other table has failed: stop Bookgammon and start it again, nothing is lost.")
_FRAMES_IN_ONE_GO = 50
_DISK_WAIT_S = 2.0
MakeLine = Callable[[Room, Role, Inbox, Workers], FrameLine]


class TwoBooksLink:
    """Open while its `with` block runs; `attach` before. Raises LinkStoreError where the log cannot be opened.

    folder: the data folder. line: makes the line; without it, the one that the invitation names.
    clock: steady; now: seconds since 1970.
    """

    def __init__(
        self,
        folder: Path,
        invitation: Invitation,
        role: Role,
        workers: Workers,
        *,
        line: MakeLine | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._role, self._clock, self._workers = role, clock, workers
        self._room = Room.of(invitation)
        self._store = LinkStore(folder / FILE, invitation, role, now)
        self._inbox = Inbox()
        self._hears: Hears | None = None
        self._accepts: Accepts = lambda _, __: ""
        self._conversation = Conversation(self._room, self._store, self._accepted, self._publish)
        self._journal = self._noted = 0
        self._presence: bytes | None = None
        self._picture: bytes | None = None
        self._asks: deque[str] = deque(maxlen=MOST_ATTACHED)
        self._phrases: deque[str] = deque(maxlen=MOST_PHRASES)
        self._line = (line or line_of(invitation, folder))(self._room, role, self._inbox, workers)
        self._peer = (self._conversation.peer(clock()), clock())
        self._worker = Worker(workers, "two books", _PART, self._run, wake=self._inbox.wake, on_given_up=self._given_up)

    def attach(self, hears: Hears, accepts: Accepts = lambda _, __: "") -> None:
        """Who hears what comes, and at the host who is asked before a proposal gets its number."""
        self._hears, self._accepts = hears, accepts

    def __enter__(self) -> Self:
        self._worker.start()
        self._line.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._line.stop()
        self._worker.stop()
        self._store.close()

    # ------------------------------------------------------------------ from any thread

    @property
    def role(self) -> Role:
        return self._role

    def propose(self, body: Body) -> None:
        """Raises LinkStoreError where it cannot be kept, TooMuchError where it is too large."""
        self._store.propose(body)
        self._inbox.wake()

    def waiting(self) -> Sequence[Body]:
        return tuple(body_of(said) for said in self._store.waiting())

    def entries(self, after: int = 0) -> Sequence[Entry]:
        return self._store.entries(after)

    def peer(self) -> Peer:
        peer, at = self._peer
        seen = None if peer.seen is None else peer.seen + self._clock() - at
        return Peer(seen, peer.delay, peer.presence, peer.difference, peer.trouble)

    def say_presence(self, presence: Body) -> None:
        """Raises TooMuchError."""
        self._presence = checked_presence(presence)
        self._inbox.wake()

    def say_phrase(self, phrase: str) -> None:
        """Raises TooMuchError."""
        self._phrases.append(checked_phrase(phrase))
        self._inbox.wake()

    def show_picture(self, jpeg: bytes) -> None:
        """Raises TooMuchError."""
        self._picture = checked_picture(jpeg)
        self._inbox.wake()

    def ask_attachment(self, name: str) -> None:
        """Raises ValueError where that is no name of one."""
        self._asks.append(attachment_name(name))
        self._inbox.wake()

    def plays(self, journal: int) -> None:
        """Our table plays the match with that number of its journal. Waits for nothing."""
        if journal != self._journal:
            self._journal = journal
            self._inbox.wake()

    @property
    def dropped(self) -> Counter[str]:
        """Frames that were not the other table's, by what was wrong with them."""
        return self._conversation.dropped + Counter({"too many": self._inbox.dropped})

    @property
    def intruders(self) -> int:
        """How often somebody else with the invitation was turned away."""
        return self._conversation.intruders

    # ------------------------------------------------------------------ in the link's thread

    def _run(self, worker: Worker) -> None:
        while not worker.stopping:
            worker.works_on()
            try:
                wait = self._step()
            except LinkStoreError as error:
                worker.troubled(str(error))
                worker.wait(_DISK_WAIT_S)
                continue
            worker.troubled("")
            worker.idle()
            self._inbox.wait(wait)

    def _given_up(self) -> None:
        """The link's thread is no more: whoever shows the other table says so."""
        self._publish(PeerChanged(Peer(trouble=_GIVEN_UP)))

    def _step(self) -> float:
        """Everything that came, and what is due; gives how many seconds until the next time."""
        talk = self._conversation
        for state in self._inbox.states():
            if state is None:
                self._send(talk.line_up(self._clock()))
            else:
                talk.line_down(state, self._clock())
        for _ in range(_FRAMES_IN_ONE_GO):
            arrived = self._inbox.take()
            if arrived is None:
                break
            before = talk.heard
            answers = talk.received(arrived.frame, self._clock())
            if talk.heard != before:
                self._line.vouch(arrived.source)  # before anything is answered: a stranger gets no answers
            self._send(answers)
        else:
            self._inbox.wake()
        self._say(talk.presence)
        if self._journal != self._noted:
            self._noted = self._journal
            self._store.note_played(self._noted)
        frames, wait = talk.due(self._clock())
        self._send(frames)
        self._peer = (talk.peer(self._clock()), self._clock())
        return wait

    def _say(self, presence: Presence) -> None:
        """What others have noted for the other table since."""
        if self._presence is not None:
            presence.say(self._presence)
        while self._phrases:
            presence.say_phrase(self._phrases.popleft())
        while self._asks:
            presence.ask(self._asks.popleft())
        picture, self._picture = self._picture, None
        if picture is not None:
            presence.show(picture)

    def _send(self, frames: Sequence[bytes]) -> None:
        for frame in frames:
            self._line.send(frame)

    def _accepted(self, log: Sequence[Entry], entry: Entry) -> str:
        return self._accepts(log, entry)

    def _publish(self, event: Event) -> None:
        hears = self._hears
        if hears is None:
            return
        match event:
            case Grew(entries):
                hand_over = partial(hears.log_grew, entries)
            case Refusal():
                hand_over = partial(hears.refused, event)
            case PhraseHeard(name):
                hand_over = partial(hears.phrase, name)
            case PictureHeard(jpeg):
                hand_over = partial(hears.picture, jpeg)
            case AttachmentHeard(name, data):
                hand_over = partial(hears.attachment, name, data)
            case AttachmentAsked(name):
                hand_over = partial(self._attach, hears, name)
            case PeerChanged(peer):
                self._peer = (peer, self._clock())
                hand_over = partial(hears.peer_changed, peer)
            case Parted():
                return  # the other table changes with it
        contained("who hears the other table", hand_over, None)

    def _attach(self, hears: Hears, name: str) -> None:
        """What the other table asks for."""
        data = hears.attachment_asked(name)
        if data is not None:
            self._conversation.presence.attach(written_attachment(name, data))


def line_of(invitation: Invitation, folder: Path) -> MakeLine:
    """The line that an invitation names. Raises BrokerSettingsError."""
    address = invitation.address
    if address.way == "tcp":
        return partial(_tcp_line, address)
    from two_books.mqtt_line import MqttLine, broker_of  # noqa: PLC0415 - the broker's library only where there is one

    return partial(MqttLine, broker_of(address, folder))


def _tcp_line(address: Address, _: Room, role: Role, inbox: Inbox, workers: Workers) -> FrameLine:
    return HostLine(address, inbox, workers) if role == "host" else GuestLine(address, inbox, workers)
