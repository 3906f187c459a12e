"""The journal of a data folder, for the one process that writes it: locked, checked, nothing left lying about.

Where the disk makes trouble, the match waits for it instead of ending.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from arbiter.match.events import Event
from bookgammon.errors import JournalHeldUp
from bookgammon.files.atomic_files import remove_drafts
from bookgammon.files.data_lock import writing
from bookgammon.history.album import album_beside, forget_others
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.rescue import checked
from bookgammon.history.restore import finish_restore
from bookgammon.terminal.answers import say


@contextmanager
def journal_to_write(
    folder: Path, command: str, name: str = FILE, notify: Callable[[str], None] = say
) -> Iterator[Path]:
    """Where the journal is, while the block runs; it need not be there yet.

    A damaged one was replaced by what could be read of it, and people were informed. Raises FolderInUse, SettingsError
    and JournalError.
    """
    path = folder / name
    with writing(folder, command):
        remove_drafts(folder)
        finish_restore(folder)
        sentence = checked(path, datetime.now().astimezone().date().isoformat())
        if sentence:
            notify(sentence)
        if path.exists():
            with Journal(path, read_only=True) as journal:
                forget_others(album_beside(path), {match.id for match in journal.matches()})
        yield path


Keep = Callable[[Sequence[Event]], None]
AGAIN_S = 1.0


def patient(keep: Keep, report: Callable[[str], None], sleep: Callable[[float], None] = time.sleep) -> Keep:
    """The same as `keep`, but where the journal is only held up it is tried again until it works.

    notify: one sentence while it lasts, an empty one when it is over. Meanwhile nothing else happens at the table:
    what was not kept is not shown, and a camera gives its newest frame afterwards.
    """

    def kept(events: Sequence[Event]) -> None:
        reported = ""
        while True:
            try:
                keep(events)
                break
            except JournalHeldUp as error:
                if str(error) != reported:
                    reported = str(error)
                    report(reported)
                sleep(AGAIN_S)
        if reported:
            report("")

    return kept
