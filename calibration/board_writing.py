"""A board as the files that are kept of it: what `calibration.board_file` reads."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import tomlkit

from calibration.board import Board
from calibration.board_file import VERSION, hash_of


def board_files(board: Board, stem: str) -> dict[str, bytes]:
    """What is kept of a board, by file name: its pictures as PNG, and last the TOML file that names them.

    Written in this order, each whole or not at all, the file that was there before is whole or the new one is.
    """
    document = tomlkit.document()
    document.add(
        tomlkit.comment("A board of the Bookgammon Companion: where its leaves lie and what it was learned from.")
    )
    document["version"] = VERSION
    document["name"] = "".join(char for char in board.name if char.isprintable())
    document["near"] = board.seats.near.value
    document["home"] = board.seats.home
    corners = {"left": _rounded(board.corners.left), "right": _rounded(board.corners.right)}
    _add(document, "corners", "TL, TR, BR, BL in pixels of the start picture", corners)
    checker = {name: round(getattr(board.checker, name), 4) for name in ("radius", "height", "first")}
    _add(document, "checker", "in point widths", checker)
    place = {name: list(getattr(board.position, name)) for name in ("points", "bar", "off")}
    shown = "of the start picture: light's points 1 to 24, +light -dark; bar is [light, dark]"
    _add(document, "position", shown, place)
    if board.visibility is not None:
        seen = {"odds": list(board.visibility.odds), "contrast": [list(pair) for pair in board.visibility.contrast]}
        shown = "how the start picture reads back (log-odds, light's points and the bar); Lab distance of light, dark"
        _add(document, "visibility", shown, seen)
    files = {}
    pictures = tomlkit.table(is_super_table=True)
    for kind, picture in (("start", board.start), ("empty", board.empty)):
        if picture is not None:
            data = cv2.imencode(".png", picture)[1].tobytes()
            name = f"{stem}.{kind}.{hash_of(data)[:8]}.png"
            files[name] = data
            pictures[kind] = {"file": name, "sha256": hash_of(data)}
    document["pictures"] = pictures
    return {**files, f"{stem}.toml": tomlkit.dumps(document).encode()}


def _add(document: tomlkit.TOMLDocument, name: str, comment: str, values: Mapping[str, object]) -> None:
    section = tomlkit.table()
    section.comment(comment)
    section.update(values)
    document.add(tomlkit.nl())
    document.add(name, section)


def _rounded(quad: tuple[tuple[float, float], ...]) -> list[list[float]]:
    return [[round(x, 2), round(y, 2)] for x, y in quad]
