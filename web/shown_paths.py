"""Sentences about files for everybody who looks at the page: what a file is called, never where it lies."""

from __future__ import annotations

import re
from pathlib import Path, PurePath

from arbiter.message import Message

_QUOTED = re.compile(r"'(/[^']*)'")
"""A path as the operating system's own sentences name it."""


def without_folders(sentence: str, folder: Path | None = None) -> str:
    """The same with the file's name in place of its path. folder: the data folder, whose place nobody needs to know.

    Who runs the program reads the path in the terminal and in the log. Without the folder, paths are found where a
    message is filled with one, and in quotes.
    """
    if isinstance(sentence, Message) and sentence.plural is None and sentence.values:
        sentence = sentence.filled(**{name: _named(value, folder) for name, value in sentence.values.items()})
    if folder is None:
        return sentence if isinstance(sentence, Message) else _QUOTED.sub(_name, sentence)
    place = str(folder.absolute())
    return sentence.replace(f"{place}/", "").replace(place, folder.name) if place in sentence else sentence


def _named(value: object, folder: Path | None) -> object:
    if isinstance(value, PurePath):
        return value.name
    if isinstance(value, Message):
        return without_folders(value, folder)
    if isinstance(value, str) and PurePath(value).is_absolute():
        return PurePath(value).name
    return _QUOTED.sub(_name, value) if isinstance(value, str) else value


def _name(found: re.Match[str]) -> str:
    return f"'{PurePath(found[1]).name}'"
