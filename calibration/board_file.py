"""The board file: a readable TOML file, and beside it the pictures the board was learned from.

What can be learned again from the pictures (colours, looks) is not stored; what a person may want to read or
correct (corners, seats, checker size) is. Pictures are named in the file with their SHA-256, and after it, so that
a board learned again never writes over what the old file still names.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from arbiter.errors import ArbiterError
from arbiter.position import START, Position, Side
from arbiter.seats import Seats
from calibration.board import Board, CheckerSize
from calibration.corners import parse_corners
from calibration.errors import BadBoardFile, CalibrationError
from calibration.leaf import leaves_from_corners, ridge_between
from calibration.sheet import Image

VERSION = 1


def save_board(board: Board, path: Path) -> None:
    """Write the board file and its pictures (PNG, beside it, named after it). Raises BadBoardFile.

    Whenever it is cut off, the file that was there before is whole, or the new one is.
    """
    pictures = {"start": board.start} | ({} if board.empty is None else {"empty": board.empty})
    lines = [
        "# A board of the Bookgammon Companion: where its leaves lie and what it was learned from.",
        f"version = {VERSION}",
        f"name = {_quoted(board.name)}",
        f'near = "{board.seats.near}"',
        f'home = "{board.seats.home}"',
        "",
        "[corners]  # TL, TR, BR, BL in pixels of the start picture",
        *(
            f"{name} = {_numbers(quad)}"
            for name, quad in (("left", board.corners.left), ("right", board.corners.right))
        ),
        "",
        "[checker]  # in point widths",
        f"radius = {board.checker.radius:.4f}",
        f"height = {board.checker.height:.4f}",
        f"first = {board.checker.first:.4f}",
        "",
        "[position]  # of the start picture: light's points 1 to 24, +light -dark; bar is [light, dark]",
        f"points = {list(board.position.points)}",
        f"bar = {list(board.position.bar)}",
        f"off = {list(board.position.off)}",
    ]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        named = set()
        for kind, picture in pictures.items():
            data = cv2.imencode(".png", picture)[1].tobytes()
            file = path.with_name(f"{path.stem}.{kind}.{_hash(data)[:8]}.png")
            _replace(file, data)
            named.add(file)
            lines += ["", f"[pictures.{kind}]", f"file = {_quoted(file.name)}", f'sha256 = "{_hash(data)}"']
        _replace(path, ("\n".join(lines) + "\n").encode())
        for file in _pictures_beside(path) - named:
            file.unlink()
    except OSError as error:
        raise BadBoardFile(f"The board file {path} cannot be written: {error.strerror}.") from error


def load_board(path: Path) -> Board:
    """Read a board file with its pictures. Raises BadBoardFile with one sentence: missing, torn, or another version."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadBoardFile(f"The board file {path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:  # not TOML, or not even text
        raise BadBoardFile(f"The board file {path} is torn or not a board file; calibrate again.") from error
    version = data.get("version")
    if version != VERSION:
        known = "has no version" if version is None else f"is of version {version}"
        raise BadBoardFile(f"The board file {path} {known}, this program reads version {VERSION}; calibrate again.")
    try:
        return _board(data, path)
    except (KeyError, TypeError, ValueError, OverflowError, ArbiterError) as error:
        raise BadBoardFile(f"The board file {path} is torn: {_what(error)}; calibrate again.") from error
    except BadBoardFile:
        raise
    except CalibrationError as error:
        raise BadBoardFile(f"The board file {path} makes no board: {error}") from error


def _board(data: dict[str, Any], path: Path) -> Board:
    corners = parse_corners(data["corners"])
    seats = Seats(Side(data["near"]), _home(data["home"]))
    checker = CheckerSize(*(float(data["checker"][key]) for key in ("radius", "height", "first")))
    if not (0.2 < checker.radius < 0.7 and 0 < checker.height < 1 and 0 < checker.first < 1.5):
        raise ValueError("its checker sizes make no sense")
    place = data["position"]
    position = Position.from_points(place["points"], place["bar"], place["off"])
    start = _picture(data["pictures"]["start"], path)
    empty = _picture(data["pictures"]["empty"], path) if "empty" in data["pictures"] else None
    if empty is not None and empty.shape != start.shape:
        raise ValueError("its pictures differ in size")
    leaves = leaves_from_corners(corners, (start.shape[1], start.shape[0]))
    ridge, width = ridge_between(leaves, corners)
    name = str(data.get("name", path.stem))
    return Board(corners, seats, start, empty, checker, leaves, ridge, width, position or START, name)


def _picture(entry: dict[str, Any], path: Path) -> Image:
    name = str(entry["file"])
    if Path(name).name != name:
        raise ValueError("its pictures must lie beside it")
    file = path.with_name(name)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadBoardFile(f"The picture {file} that the board file names is missing; calibrate again.") from error
    if _hash(data) != entry["sha256"]:
        raise BadBoardFile(f"The picture {file} is not the one the board was learned from; calibrate again.")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise BadBoardFile(f"The picture {file} cannot be read; calibrate again.")
    return np.asarray(image, dtype=np.uint8)


def _home(value: object) -> Any:
    if value not in ("left", "right"):
        raise ValueError("home must be left or right")
    return value


def _what(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error).rstrip(".")


def _replace(path: Path, data: bytes) -> None:
    """Written whole or not at all: a torn board file would cost the players their calibration."""
    draft = path.with_name(path.name + ".new")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())  # else the name may be on the disk before what it stands for
    draft.replace(path)


def _pictures_beside(path: Path) -> set[Path]:
    """All pictures named after this board file, of whatever time, and what was left half written of them."""
    theirs = re.compile(re.escape(path.stem) + r"\.(start|empty)(\.[0-9a-f]{8})?\.png(\.new)?")
    return {file for file in path.parent.iterdir() if theirs.fullmatch(file.name)}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _quoted(text: str) -> str:
    safe = "".join(char for char in text if char.isprintable()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{safe}"'


def _numbers(quad: tuple[tuple[float, float], ...]) -> str:
    return "[" + ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in quad) + "]"
