"""Two tables and the line between them in simulated time: frames are lost, doubled, late and out of order by lot."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from tests.two_books.link.heard import no_bad_one
from two_books.conversation import (
    AttachmentAsked,
    AttachmentHeard,
    Conversation,
    Event,
    PeerChanged,
    PhraseHeard,
    PictureHeard,
)
from two_books.exchange import Grew
from two_books.invitation import Address, Invitation
from two_books.keys import Room, other
from two_books.link import Accepts, Difference, Entry, Peer, Refusal, Role
from two_books.messages import written_attachment
from two_books.presence import checked_presence
from two_books.store import LinkStore
from two_books.store_file import FILE

INVITATION = Invitation(Address("mqtt", "broker.example", 1883), bytes(range(8)), bytes(range(16)))
STEP_S = 0.25
EPOCH_S = 1_750_000_000.0


class End:
    """One table. What it heard is kept over restarts."""

    def __init__(self, folder: Path, role: Role, now: float, invitation: Invitation, accepts: Accepts) -> None:
        self.folder, self.role, self.invitation, self._accepts = folder, role, invitation, accepts
        self.log: list[Entry] = []
        self.refusals: list[Refusal] = []
        self.phrases: list[str] = []
        self.pictures: list[bytes] = []
        self.kept: dict[str, bytes] = {}
        """What the other table may ask for."""
        self.attached: list[tuple[str, bytes]] = []
        self.peer = Peer()
        self.start(now)

    def start(self, now: float) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.store = LinkStore(self.folder / FILE, self.invitation, self.role, lambda: EPOCH_S + now)
        self.talk = Conversation(Room.of(self.invitation), self.store, self._accepts, self._hear)
        self.log = list(self.store.log)

    def kill(self) -> None:
        """Nothing is said to anybody; what was committed is on the disk."""
        self.store.close()

    def propose(self, kind: str, number: int = 0) -> None:
        self.store.propose({"kind": kind, "number": number})

    def _hear(self, event: Event) -> None:
        match event:
            case Grew(entries):
                self.log += entries
            case Refusal():
                self.refusals.append(event)
            case PhraseHeard(name):
                self.phrases.append(name)
            case PictureHeard(jpeg):
                self.pictures.append(jpeg)
            case AttachmentAsked(name) if name in self.kept:
                self.talk.presence.attach(written_attachment(name, self.kept[name]))
            case AttachmentHeard(name, data):
                self.attached.append((name, data))
            case PeerChanged(peer):
                self.peer = peer


class Tables:
    """Both, and the line. loss, twice: shares of frames; slowest: seconds."""

    def __init__(
        self,
        folder: Path,
        seed: int = 0,
        *,
        loss: float = 0.0,
        twice: float = 0.0,
        slowest: float = 0.02,
        accepts: Accepts = no_bad_one,
        invitation: Invitation = INVITATION,
    ) -> None:
        self.lot, self.loss, self.twice, self.slowest = Random(seed), loss, twice, slowest
        self.now = 0.0
        self.host = End(folder / "host", "host", self.now, invitation, accepts)
        self.guest = End(folder / "guest", "guest", self.now, invitation, accepts)
        self.cut = True
        self.silent: set[Role] = set()
        """Tables that are asleep: they neither hear nor say anything."""
        self._under_way: list[tuple[float, int, Role, bytes]] = []
        self._count = 0
        self.seen: list[tuple[Role, bytes]] = []
        """Every frame that was sent, and by whom."""
        self.bytes_sent = 0
        self.mend()

    def end(self, role: Role) -> End:
        return self.host if role == "host" else self.guest

    @property
    def ends(self) -> Sequence[End]:
        return (self.host, self.guest)

    def close(self) -> None:
        for end in self.ends:
            end.store.close()

    def mend(self) -> None:
        if self.cut:
            self.cut = False
            for end in self.ends:
                self.send(end.role, end.talk.line_up(self.now))

    def break_line(self) -> None:
        self.cut = True
        self._under_way.clear()
        for end in self.ends:
            end.talk.line_down("The line is cut.", self.now)

    def restart(self, role: Role) -> None:
        end = self.end(role)
        end.kill()
        end.start(self.now)
        if not self.cut:
            self.send(role, end.talk.line_up(self.now))

    def send(self, sender: Role, frames: Sequence[bytes]) -> None:
        for frame in frames:
            self.seen.append((sender, frame))
            self.bytes_sent += len(frame)
            if self.cut or self.lot.random() < self.loss:
                continue
            for _ in range(2 if self.lot.random() < self.twice else 1):
                self._count += 1
                arrives = self.now + self.lot.uniform(0.001, self.slowest)
                heapq.heappush(self._under_way, (arrives, self._count, other(sender), frame))

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass; whether `until` became true, which ends it."""
        end = self.now + seconds
        while self.now < end and not until():
            self.now += STEP_S
            self._deliver(self.now)
            for each in (each for each in self.ends if each.role not in self.silent):
                self.send(each.role, each.talk.due(self.now)[0])
        return until()

    def settle(self) -> None:
        """Whatever is under way arrives, now."""
        while self._under_way:
            self._deliver(self._under_way[0][0])

    def _deliver(self, up_to: float) -> None:
        while self._under_way and self._under_way[0][0] <= up_to:
            _, _, role, frame = heapq.heappop(self._under_way)
            if role not in self.silent:
                self.send(role, self.end(role).talk.received(frame, self.now))

    def alike(self) -> bool:
        """Nothing waits and both logs are one."""
        waits = any(end.store.waiting() for end in self.ends)
        return not waits and self.host.store.tip.hash == self.guest.store.tip.hash

    def say(self, role: Role, presence: dict[str, object]) -> None:
        self.end(role).talk.presence.say(checked_presence(presence))

    def differences(self) -> tuple[Difference | None, Difference | None]:
        return self.host.store.difference, self.guest.store.difference
