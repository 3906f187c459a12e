"""What a backup holds beside its databases, read as the program will read it: what it could not use is left out.

No start of the program may depend on what a stranger wrote there. Called in the confined process.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

from arbiter.message import Message
from bookgammon.errors import SettingsError
from bookgammon.files.atomic_files import write_atomically
from bookgammon.files.settings import FILE as SETTINGS
from bookgammon.files.settings import load_settings
from bookgammon.history.backup import LIGHTS, MANIFEST, Held
from calibration.board_file import is_picture_of, load_board
from calibration.errors import BadBoardFile
from firmware_bridge.errors import BadMap
from firmware_bridge.settings import parse_settings
from outside.files import MOST_TOML, read_text
from vision.sources.pictures import board_picture


def with_usable_files(folder: Path, held: Held) -> Held:
    """What is held once settings, lights and boards that cannot be used are deleted, with a sentence for each.

    What this house has answered itself, its settings and lights, stays where the backup's are left out; its boards
    make room all the same (`restore.finish_restore`), as theirs come and go together.
    """
    why = [*_settings(folder), *_lights(folder)]
    files = dict(held.files)
    for name in held.files:
        if name.endswith(".toml") and name.startswith("board"):
            try:
                load_board(folder / name, board_picture)
            except BadBoardFile as error:
                why.append(Message("A board in the backup is left out: {why}", why=error))
                for each in _board_and_pictures(name, held):
                    (folder / each).unlink()
                    del files[each]
    if files != held.files:
        plan = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        write_atomically(folder / MANIFEST, json.dumps({**plan, "files": files}))
    return replace(held, files=files, left_out=tuple(why))


def _settings(folder: Path) -> Iterator[str]:
    try:
        load_settings(folder)
    except SettingsError as error:
        (folder / SETTINGS).unlink()
        yield Message("The settings in the backup are left out: {why}", why=error)


def _lights(folder: Path) -> Iterator[str]:
    try:
        parse_settings(read_text(folder / LIGHTS, MOST_TOML))
    except FileNotFoundError:
        return
    except (BadMap, ValueError) as error:
        (folder / LIGHTS).unlink()
        yield Message("The lights in the backup are left out: {why}", why=error)


def _board_and_pictures(name: str, held: Held) -> Iterator[str]:
    board = PurePosixPath(name)
    yield name
    for other in map(PurePosixPath, held.files):
        if other.parent == board.parent and is_picture_of(board.stem, other.name):
            yield other.as_posix()
