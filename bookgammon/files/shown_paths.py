"""Sentences about files for everybody who looks at the page: what a file is called, never where it lies."""

from __future__ import annotations

from pathlib import Path, PurePath

from arbiter.message import Message


def without_folders(sentence: str, folder: Path) -> str:
    """The same with the file's name in place of its path. folder: the data folder, whose place nobody needs to know.

    Who runs the program reads the path in the terminal and in the log.
    """
    if isinstance(sentence, Message) and sentence.plural is None and sentence.values:
        sentence = sentence.filled(**{name: _named(value, folder) for name, value in sentence.values.items()})
    place = str(folder.absolute())
    return sentence.replace(f"{place}/", "").replace(place, folder.name) if place in sentence else sentence


def _named(value: object, folder: Path) -> object:
    if isinstance(value, PurePath):
        return value.name
    if isinstance(value, Message):
        return without_folders(value, folder)
    if isinstance(value, str) and PurePath(value).is_absolute():
        return PurePath(value).name
    return value
