"""The board file: a readable TOML file, and beside it the pictures the board was learned from.

What can be learned again from the pictures (colours, looks) is not stored; what a person may want to read or
correct (corners, seats, checker size) is. Pictures are named in the file with their SHA-256, and after it, so that
a board learned again never writes over what the old file still names.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from arbiter.errors import ArbiterError
from arbiter.match.json_values import EventError, Read, reader_of
from arbiter.message import Message
from arbiter.position import START, Position, Side
from arbiter.seats import Seats
from arbiter.values import Checkers, Name, PointCount, Real
from calibration.board import Board, CheckerSize, Visibility
from calibration.corners import parse_corners
from calibration.errors import BadBoardFile, CalibrationError
from calibration.leaf import leaves_from_corners, ridge_between
from calibration.sheet import Image
from outside.errors import TooLargeError
from outside.files import MIB, read_bytes, read_toml

VERSION = 1
_MOST_VERSION = 10**6
MOST_PICTURE = 256 * MIB
"""Bytes of a picture beside the board file."""

Decode = Callable[[bytes], Image]
POINTS, PLACES = 24, 25
"""Light's points; these and the bar."""
_Measured = Annotated[float, Real(-1e6, 1e6)]
"""Checker sizes, odds and contrast have narrower bounds of their own, or none that anybody knows."""
_Side, _Home = reader_of(Side), reader_of(Literal["left", "right"])
_Named, _Number = reader_of(Name), reader_of(_Measured)
_Points, _Pair = reader_of(tuple[PointCount, ...]), reader_of(tuple[Checkers, Checkers])
_Odds, _Contrast = reader_of(tuple[_Measured, ...]), reader_of(tuple[tuple[_Measured, _Measured], ...])


def is_picture_of(stem: str, file: str) -> bool:
    """Whether a file's name is that of a picture beside the board file of this stem, of whatever time."""
    return re.fullmatch(re.escape(stem) + r"\.(start|empty)(\.[0-9a-f]{8})?\.png", file) is not None


def load_board(path: Path, decode: Decode) -> Board:
    """Read a board file with its pictures. Raises BadBoardFile with one sentence: missing, torn, or another version.

    decode: makes pictures of their bytes, and raises BadPicture for what is none or out of bounds.
    """
    try:
        data = read_toml(path)
    except OSError as error:
        raise BadBoardFile(
            Message("The board file {path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    except (ValueError, TooLargeError) as error:  # not TOML, or not even text
        raise BadBoardFile(
            Message("The board file {path} is torn or not a board file; calibrate again.", path=path)
        ) from error
    version = data.get("version")
    if version != VERSION:
        if not isinstance(version, int) or abs(version) > _MOST_VERSION:
            raise BadBoardFile(Message(
                "The board file {path} has no version, this program reads version {wanted}; calibrate again.",
                path=path, wanted=VERSION,
            ))  # fmt: skip
        raise BadBoardFile(Message(
            "The board file {path} is of version {version}, this program reads version {wanted}; calibrate again.",
            path=path, version=version, wanted=VERSION,
        ))  # fmt: skip
    try:
        return _board(data, path, decode)
    except (KeyError, TypeError, ValueError, OverflowError, ArbiterError) as error:
        raise BadBoardFile(
            Message("The board file {path} is torn: {what}; calibrate again.", path=path, what=_what(error))
        ) from error
    except BadBoardFile:
        raise
    except CalibrationError as error:
        raise BadBoardFile(Message("The board file {path} makes no board: {error}", path=path, error=error)) from error


def _board(data: dict[str, Any], path: Path, decode: Decode) -> Board:
    corners = parse_corners(data["corners"])
    seats = Seats(_read(_Side, data, "near"), _read(_Home, data, "home"))
    checker = CheckerSize(*(_read(_Number, data["checker"], key) for key in ("radius", "height", "first")))
    if not (0.2 < checker.radius < 0.7 and 0 < checker.height < 1 and 0 < checker.first < 1.5):
        raise ValueError(Message("its checker sizes make no sense"))
    place = data["position"]
    position = Position.from_points(
        _read(_Points, place, "points"), _read(_Pair, place, "bar"), _read(_Pair, place, "off")
    )
    if not position.playable:
        raise ValueError(Message("its position has more checkers than a side owns"))
    start = _picture(data["pictures"]["start"], path, decode)
    empty = _picture(data["pictures"]["empty"], path, decode) if "empty" in data["pictures"] else None
    if empty is not None and empty.shape != start.shape:
        raise ValueError(Message("its pictures differ in size"))
    leaves = leaves_from_corners(corners, (start.shape[1], start.shape[0]))
    ridge, width = ridge_between(leaves, corners)
    name = _read(_Named, {"name": path.stem, **data}, "name")
    visibility = _visibility(data["visibility"]) if "visibility" in data else None
    return Board(corners, seats, start, empty, checker, leaves, ridge, width, position or START, name, visibility)


def _visibility(data: Mapping[str, Any]) -> Visibility:
    try:
        seen = Visibility(_read(_Odds, data, "odds"), _read(_Contrast, data, "contrast"))
    except ValueError as error:
        raise ValueError(Message("its visibility makes no sense")) from error
    if len(seen.odds) != PLACES or len(seen.contrast) != POINTS:
        raise ValueError(Message("its visibility makes no sense"))
    return seen


def _picture(entry: dict[str, Any], path: Path, decode: Decode) -> Image:
    name = str(entry["file"])
    if Path(name).name != name:
        raise ValueError(Message("its pictures must lie beside it"))
    file = path.with_name(name)
    try:
        data = read_bytes(file, MOST_PICTURE)
    except OSError as error:
        raise BadBoardFile(
            Message("The picture {file} that the board file names is missing; calibrate again.", file=file)
        ) from error
    except TooLargeError as error:
        raise BadBoardFile(str(error)) from error
    if hash_of(data) != entry["sha256"]:
        raise BadBoardFile(
            Message("The picture {file} is not the one the board was learned from; calibrate again.", file=file)
        )
    return decode(data)


def _read(read: Read, data: Mapping[str, Any], key: str) -> Any:
    """By the one law for values. Raises KeyError where there is none, and ValueError."""
    try:
        return read(data[key], key)
    except EventError as error:
        raise ValueError(Message("its {key} makes no sense", key=key)) from error


def _what(error: Exception) -> str:
    return Message("{error} is missing", error=error) if isinstance(error, KeyError) else str(error).rstrip(".")


def hash_of(data: bytes) -> str:
    """The SHA-256 by which the file names a picture."""
    return hashlib.sha256(data).hexdigest()
