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
from arbiter.message import Message
from bookgammon import __version__
from bookgammon.errors import JournalError, JournalHeldUp
from bookgammon.files.atomic_files import remove_drafts
from bookgammon.files.data_lock import writing
from bookgammon.files.settings import now
from bookgammon.history.album import album_beside, forget_others
from bookgammon.history.backup import write_backup
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.rescue import checked
from bookgammon.history.restore import finish_restore
from bookgammon.terminal.answers import say

BEFORE_UPDATE = "before-{version}.zip"
"""In the data folder: the backup that a version makes before it changes an older one's journal."""


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
        if kept := keep_before_update(folder, path):
            notify(kept)
        sentence = checked(path, datetime.now().astimezone().date().isoformat())
        if sentence:
            notify(sentence)
        if path.exists():
            with Journal(path, read_only=True) as journal:
                forget_others(album_beside(path), {match.id for match in journal.matches()})
        yield path


def keep_before_update(folder: Path, journal: Path) -> str:
    """Back a data folder up before its journal, of an older version, is brought up to date; what to say of it.

    Empty where there is nothing to do; of a damaged journal the whole file is set aside anyway. Raises BackupError,
    and then nothing was changed.
    """
    if journal.name != FILE or not journal.exists():
        return ""
    backup = folder / BEFORE_UPDATE.format(version=__version__)
    try:
        with Journal(journal, read_only=True) as opened:
            if not opened.is_older or backup.exists():
                return ""
        write_backup(folder, backup, now())
    except JournalError:
        return ""
    return Message(
        "This version of Bookgammon keeps matches in a new way. All that was there before is in {backup}: the older "
        "program reads it after bookgammon restore.",
        backup=backup,
    )


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
