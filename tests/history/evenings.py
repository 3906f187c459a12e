"""A data folder after some evenings, with what the plugins that are there keep in it; and what it holds."""

from __future__ import annotations

import json
from pathlib import Path

from bookgammon.boards.known_boards import file_for, save_board
from bookgammon.files.settings import Settings, save_settings
from bookgammon.history.album import album_beside, picture_path, write
from bookgammon.history.clips import ClipName, clip_path
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.restore import REPLACED
from lab.campaigns.journal_overwrites import written
from tests import plugged
from tests.setup.stage import board_of

WHEN = "2026-02-03T20:00:00+00:00"
BY_CONTENT = (FILE, *plugged.joined("kept_backup", "FILES"), "writer.", "devices.")
Contents = dict[str, bytes]


def evenings(folder: Path) -> Path:
    written(folder, running=False)
    album = album_beside(folder / FILE)
    for match, frame in ((1, 3), (1, 59), (2, 7)):
        write(picture_path(album, match, frame), f"picture {match} {frame}".encode())
    write(clip_path(album, 1, ClipName(3, 59)), b"a film")
    save_board(board_of(name="Our book"), file_for(folder, "Our book"))
    save_settings(folder, Settings(share=True, camera="1"))
    (folder / "lights.toml").write_text("[lights]\n")
    (folder / "devices.json").write_text("[]")
    for fill in plugged.found("kept_backup", "fill"):
        fill(folder)
    return folder


def kept(folder: Path) -> Contents:
    """What the folder holds, databases by their content."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(BY_CONTENT)
    }
    found = {name: data for name, data in found.items() if not name.startswith(REPLACED)}
    if (folder / FILE).exists():
        with Journal(folder / FILE, read_only=True) as journal:
            journal.check()
            told = [(repr(match), journal.texts(match)) for match in journal.matches()]
        found[FILE] = json.dumps(told).encode()
    for tell in plugged.found("kept_backup", "told"):
        found |= tell(folder)
    return found
