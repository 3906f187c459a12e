"""The journal of a data folder, for the one process that writes it: locked, checked, nothing left lying about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from bookgammon.files.atomic_files import remove_drafts
from bookgammon.files.data_lock import writing
from bookgammon.history.album import album_beside, forget_others
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.rescue import checked
from bookgammon.history.restore import finish_restore
from bookgammon.terminal.answers import say


@contextmanager
def journal_to_write(folder: Path, command: str, name: str = FILE, tell: Callable[[str], None] = say) -> Iterator[Path]:
    """Where the journal is, while the block runs; it need not be there yet.

    A damaged one was replaced by what could be read of it, and people were told. Raises FolderInUse, SettingsError
    and JournalError.
    """
    path = folder / name
    with writing(folder, command):
        remove_drafts(folder)
        finish_restore(folder)
        sentence = checked(path, datetime.now().astimezone().date().isoformat())
        if sentence:
            tell(sentence)
        if path.exists():
            with Journal(path, read_only=True) as journal:
                forget_others(album_beside(path), {match.id for match in journal.matches()})
        yield path
