"""Who hears a link, and notes everything."""

from __future__ import annotations

from collections.abc import Sequence

from two_books.link import Body, Entry, Peer, Refusal


class Heard:
    def __init__(self) -> None:
        self.log: list[Entry] = []
        self.refusals: list[Refusal] = []
        self.peers: list[Peer] = []
        self.phrases: list[str] = []
        self.pictures: list[bytes] = []
        self.kept: dict[str, bytes] = {}
        """What the other table may ask for."""
        self.attached: list[tuple[str, bytes]] = []

    def log_grew(self, entries: Sequence[Entry]) -> None:
        self.log += entries

    def refused(self, refusal: Refusal) -> None:
        self.refusals.append(refusal)

    def peer_changed(self, peer: Peer) -> None:
        self.peers.append(peer)

    def phrase(self, phrase: str) -> None:
        self.phrases.append(phrase)

    def picture(self, jpeg: bytes) -> None:
        self.pictures.append(jpeg)

    def attachment_asked(self, name: str) -> bytes | None:
        return self.kept.get(name)

    def attachment(self, name: str, data: bytes) -> None:
        self.attached.append((name, data))


def no_bad_one(_: Sequence[Entry], entry: Entry) -> str:
    return "That is bad." if entry.body["kind"] == "bad" else ""


def body(kind: str) -> Body:
    return {"kind": kind}
