"""A past match as one HTML file to send to somebody: board, plays and pictures, without anything from elsewhere."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from flask import render_template

from web.language import viewers_catalogue

MOST_PICTURES = 24 * 1024 * 1024
"""Bytes of all pictures in one file, as the mail of most people still takes it; what is beyond has none."""
MOST_CLIPS = 12 * 1024 * 1024
"""The same of all films."""

_Name = TypeVar("_Name")
_DATA = "@the match@"
"""Where the data stand in the page."""
_STATIC = Path(__file__).parent / "static"
_STYLES = (
    "colours.css", "tokens.css", "components.css", "controls.css", "dice.css", "board.css", "pages.css",
    "history.css",
)
_IMPORT = re.compile(r'^import [^;]*? from "\./([\w.]+)";\n', re.MULTILINE)


def match_file(
    past: dict[str, Any], picture: Callable[[int], bytes | None], clip: Callable[[str], bytes | None]
) -> Iterator[str]:
    """The file's text, piece by piece: no more than one picture of it is in memory at once.

    past: the JSON object of `/api/history/ID`. picture: the camera's, by its frame, as JPEG. clip: a film by its name,
    as WebM.
    """
    frames = {step["frame"] for step in past["steps"] if step["frame"] is not None}
    clips = dict.fromkeys(step["clip"] for step in past["steps"] if step["clip"])
    text = _in_script(viewers_catalogue().translated(past))
    styles = "\n".join((_STATIC / name).read_text(encoding="utf-8") for name in _STYLES)
    page = render_template("match_file.html", data=_DATA, styles=styles, script=bundled("match_file.js"))
    before, after = page.split(_DATA)
    pictures = _held(sorted(frames), picture, "image/jpeg", MOST_PICTURES)
    films = _held(clips, clip, "video/webm", MOST_CLIPS)
    parts = _object("pictures", pictures), iter(","), _object("clips", films)
    return chain((before, text[:-1], ","), *parts, ("}", after))


def _in_script(data: object) -> str:
    """As JSON, of which no text can end the script that carries it."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


def _object(name: str, held: Iterable[tuple[object, str]]) -> Iterator[str]:
    """A field of a JSON object, and in it one entry after the other."""
    yield f"{json.dumps(name)}:{{"
    for number, (key, value) in enumerate(held):
        yield f"{',' if number else ''}{_in_script(str(key))}:{_in_script(value)}"
    yield "}"


def bundled(name: str) -> str:
    """A module of web/static and all that it imports, as one."""
    seen: dict[str, str] = {}

    def take(module: str) -> None:
        if module in seen:
            return
        seen[module] = ""
        text = (_STATIC / module).read_text(encoding="utf-8")
        for needed in _IMPORT.findall(text):
            take(needed)
        del seen[module]  # it stands behind what it needs
        seen[module] = re.sub(r"^export ", "", _IMPORT.sub("", text), flags=re.MULTILINE)

    take(name)
    return "\n".join(seen.values())


def _held(
    names: Iterable[_Name], read: Callable[[_Name], bytes | None], kind: str, most: int
) -> Iterable[tuple[_Name, str]]:
    """As addresses that hold everything themselves. most: bytes of all together."""
    left = most
    for name in names:
        data = read(name)
        if data is None or len(data) > left:
            continue
        left -= len(data)
        yield name, f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
