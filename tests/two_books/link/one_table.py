"""A table's end of a link as a process of its own, to be killed at any moment: proposes by lot and says how it stands.

`python -m tests.two_books.link.one_table FOLDER ROLE LIFE TARGET SECONDS`: FOLDER/invitation holds the code. What was
promised, which is what `propose` has returned of, is a line each in FOLDER/promised; how it stands, in FOLDER/stands.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from bookgammon.workers.worker import Workers
from two_books.invitation import invitation_in
from two_books.link import Entry, Peer, Refusal, Role
from two_books.two_books_link import TwoBooksLink


def no_bad_one(_: Sequence[Entry], entry: Entry) -> str:
    return "That is bad." if entry.body["kind"] == "bad" else ""


class InOrder:
    """Notes whether any entry came out of order or twice."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.fault = ""

    def log_grew(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if entry.number != self.length + 1:
                self.fault = f"entry {entry.number} after {self.length}"
            self.length = entry.number

    def refused(self, refusal: Refusal) -> None:
        if refusal.body["kind"] != "bad":
            self.fault = "a good one was refused"

    def peer_changed(self, peer: Peer) -> None: ...
    def phrase(self, phrase: str) -> None: ...
    def picture(self, jpeg: bytes) -> None: ...
    def attachment(self, name: str, data: bytes) -> None: ...
    def attachment_asked(self, name: str) -> bytes | None: ...


def promised(folder: Path) -> list[str]:
    file = folder / "promised"
    return file.read_text(encoding="utf-8").split() if file.exists() else []


def stands(folder: Path) -> dict[str, Any]:
    """How a table said that it stands; nothing where it was killed at that very moment."""
    try:
        found: dict[str, Any] = json.loads((folder / "stands").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def main(folder: Path, role: Role, life: int, target: int, seconds: float) -> None:
    """Until it is killed. target: promises of all its lives; seconds: between two of them, on average."""
    lot, done = Random(f"{folder.parent.name}{role}{life}"), len(promised(folder))
    with Workers() as workers:
        link = TwoBooksLink(folder, invitation_in(folder / "invitation"), role, workers)
        order = InOrder(len(link.entries()))
        link.attach(order, no_bad_one)
        with link, (folder / "promised").open("a", encoding="utf-8", buffering=1) as file:
            count, next_at = 0, time.monotonic()
            while True:
                if done < target and time.monotonic() >= next_at:
                    kind = "bad" if lot.random() < 0.1 else "good"
                    mark = f"{kind}-{role}-{life}-{count}"
                    link.propose({"kind": kind, "mark": mark, "more": "x" * lot.randrange(400)})
                    file.write(mark + "\n")
                    done, count, next_at = done + 1, count + 1, time.monotonic() + lot.expovariate(1 / seconds)
                link.say_presence({"length": len(link.entries()), "names": ["Ada", "Bob"]})
                peer = link.peer()
                standing = {
                    "life": life, "done": done, "length": len(link.entries()), "waiting": len(link.waiting()),
                    "differs": peer.difference is not None, "trouble": peer.trouble, "fault": order.fault,
                    "delay": peer.delay, "dropped": dict(link.dropped), "at": time.monotonic(),
                }  # fmt: skip
                (folder / "stands.new").write_text(json.dumps(standing), encoding="utf-8")
                os.replace(folder / "stands.new", folder / "stands")
                time.sleep(min(0.2, max(0.01, next_at - time.monotonic())) if done < target else 0.2)


if __name__ == "__main__":
    where, seat, begun, wanted, pause = sys.argv[1:]
    main(Path(where), "host" if seat == "host" else "guest", int(begun), int(wanted), float(pause))
