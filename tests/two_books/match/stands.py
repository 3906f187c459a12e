"""How far a program of a match has come, as it says in a file; what it is begun with lies beside that."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from bookgammon.files.atomic_files import write_atomically

INVITATION = "invitation"
EVERY_S = 0.25
_FILE = "stands.json"


@dataclass(frozen=True, slots=True)
class Stands:
    """over: the match is, at the table and in the log, both have said so, and nothing waits.

    words: where match and log stand, for whoever looks for a fault.
    """

    entries: int = 0
    over: bool = False
    words: str = ""


def stands(folder: Path) -> Stands:
    try:
        return Stands(**json.loads((folder / _FILE).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Stands()


def say_stands(folder: Path, said: Stands) -> None:
    write_atomically(folder / _FILE, json.dumps(asdict(said)), on_disk=False)
