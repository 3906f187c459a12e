"""The one way in which a file from outside is opened: read up to so many bytes, and refused where there are more.

How large a file says it is proves nothing (a device or a pipe has no size), so it is read, and no further than that.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from arbiter.message import Message
from outside.errors import TooLargeError

MIB = 2**20
MOST_TOML = 64 * 1024
"""Bytes. Boards, lights and settings have some thousand."""
MOST_DOTS = 400
"""In one line: Python's parser takes time and memory by the square of a dotted key's length."""


def read_bytes(path: Path, most: int) -> bytes:
    """All bytes of a file, at most so many. Raises OSError, and TooLargeError where there are more."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLargeError(
            Message("{path} is too large: such a file has at most {most} kB.", path=path, most=most // 1024)
        )
    return data


def read_text(path: Path, most: int) -> str:
    """The same as UTF-8, whatever byte order mark it begins with. Raises OSError, TooLargeError, UnicodeDecodeError."""
    return read_bytes(path, most).decode("utf-8-sig")


def read_toml(path: Path, most: int = MOST_TOML) -> dict[str, Any]:
    """A TOML file of ours, whoever wrote it. Raises OSError, TooLargeError, and ValueError for what is no TOML."""
    return parsed_toml(read_text(path, most))


def parsed_toml(text: str) -> dict[str, Any]:
    """The same of a text. Raises ValueError."""
    if max(line.count(".") for line in text.split("\n")) > MOST_DOTS:
        raise ValueError(Message("a line of it has more dots than anybody needs"))
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ValueError(Message("it is nested without end")) from error
