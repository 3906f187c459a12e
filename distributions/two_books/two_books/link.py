"""What the match needs of the link between two tables, and what passes over it: the types that both halves share.

The table that invites is the host, the other one the guest. Both keep one log, whole. An entry is proposed by a table,
signed by it, and given its number by the host, which chains it to the one before. Beside the log there is what is worth
something only now: presence, pictures, phrases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Role = Literal["host", "guest"]
Body = Mapping[str, Any]
"""What an entry says, as JSON: `kind` names one of `two_books.bodies`, the other keys are its fields."""


@dataclass(frozen=True, slots=True)
class Entry:
    """number: from 1, without a gap. by: whose word it is. at: when they said it, in seconds since 1970."""

    number: int
    by: Role
    body: Body
    at: float


@dataclass(frozen=True, slots=True)
class Refusal:
    """A proposal of ours that does not fit what the log says. reason: one sentence for people."""

    body: Body
    reason: str


@dataclass(frozen=True, slots=True)
class Difference:
    """The first entry that the two logs do not share: what each says there, None where a log ends before it."""

    number: int
    ours: Entry | None
    theirs: Entry | None


@dataclass(frozen=True, slots=True)
class Peer:
    """The other table, as it is known now.

    seen: seconds since its last word, None before the first. delay: seconds that a word takes to it and back, halved.
    presence: what it last said of itself. difference: where the two logs part, None while they are one. trouble: why
    it cannot be reached, one sentence; empty while it can.
    """

    seen: float | None = None
    delay: float | None = None
    presence: Body | None = None
    difference: Difference | None = None
    trouble: str = ""


Accepts = Callable[[Sequence[Entry], Entry], str]
"""Asked at the host before a proposal gets its number: why it does not fit, one sentence; empty where it does."""


class Link(Protocol):
    """One shared log and one line. Every method may be called from any thread; none waits for the line."""

    @property
    def role(self) -> Role: ...

    def propose(self, body: Body) -> None:
        """Keeps it on the disk, then returns; it is sent until it has its number or is refused, over restarts too."""

    def waiting(self) -> Sequence[Body]:
        """Our proposals that have no number yet, in order."""

    def entries(self, after: int = 0) -> Sequence[Entry]:
        """The log from entry `after` + 1 on."""

    def peer(self) -> Peer: ...

    def say_presence(self, presence: Body) -> None:
        """What the other table is sent of us from now on; only the newest counts."""

    def say_phrase(self, phrase: str) -> None:
        """One of a handful of phrases, by its name; lost where the other table is away."""

    def show_picture(self, jpeg: bytes) -> None:
        """A picture for the other table's page, never kept; lost where the other table is away."""

    def ask_attachment(self, name: str) -> None:
        """Asks the other table for a film or a picture that it keeps; lost where it is away, or has none so named."""


class Hears(Protocol):
    """Who hears what comes. Called in the link's own thread, one at a time; a fault there ends nothing."""

    def log_grew(self, entries: Sequence[Entry]) -> None: ...
    def refused(self, refusal: Refusal) -> None: ...
    def peer_changed(self, peer: Peer) -> None: ...
    def phrase(self, phrase: str) -> None: ...
    def picture(self, jpeg: bytes) -> None: ...
    def attachment_asked(self, name: str) -> bytes | None:
        """What the other table asks for by that name; None where there is none, or it is not for them."""

    def attachment(self, name: str, data: bytes) -> None:
        """What the other table sends by that name, asked for or not; nothing of it is believed yet."""
