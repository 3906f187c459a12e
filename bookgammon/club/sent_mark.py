"""How far the broker has acknowledged this table's events, kept over a restart of the program."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from bookgammon.club.outbox import Mark
from bookgammon.files.atomic_files import write_atomically

FILE = "broker-sent.json"
WRITE_S = 2.0


class KeptMark:
    """path: the file. where: broker and topic that it is true of; for others the table begins with `fresh`.

    A mark that could not be written, or is older than it might be, costs events sent twice, which their numbers tell.
    """

    def __init__(self, path: Path, where: str, fresh: Mark) -> None:
        self._path, self._where = path, where
        kept = self._read()
        self.mark = kept if kept and kept.match <= fresh.match else fresh
        self._written, self._written_at = self.mark, 0.0

    def keep(self, mark: Mark) -> None:
        self.mark = mark

    def write_sometimes(self, now: float) -> None:
        """Write it where it has changed and the last time was a while ago; now: of a steady clock."""
        if now - self._written_at >= WRITE_S:
            self._written_at = now
            self.write()

    def write(self) -> None:
        if self.mark == self._written:
            return
        text = json.dumps({"where": self._where, **asdict(self.mark)})
        try:
            write_atomically(self._path, text + "\n")
        except OSError:  # the journal's trouble is told; this file only saves work
            return
        self._written = self.mark

    def _read(self) -> Mark | None:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
            if found["where"] == self._where:
                return Mark(int(found["match"]), int(found["number"]), str(found["key"]))
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return None
