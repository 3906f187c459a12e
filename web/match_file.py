"""A past match as one HTML file to send to somebody: board, plays and pictures, without anything from elsewhere."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

from flask import render_template

from web.language import viewers_catalogue

MOST_PICTURES = 24 * 1024 * 1024
"""Bytes of all pictures in one file, as the mail of most people still takes it; what is beyond has none."""
MOST_CLIPS = 12 * 1024 * 1024
"""The same of all films."""

_Name = TypeVar("_Name")
_STATIC = Path(__file__).parent / "static"
_STYLES = (
    "colours.css", "tokens.css", "components.css", "controls.css", "dice.css", "board.css", "pages.css",
    "history.css",
)
_IMPORT = re.compile(r'^import [^;]*? from "\./([\w.]+)";\n', re.MULTILINE)


def match_file(
    past: dict[str, Any], picture: Callable[[int], bytes | None], clip: Callable[[str], bytes | None]
) -> str:
    """past: the JSON object of `/api/history/ID`.

    picture: the camera's, by its frame, as JPEG. clip: a film by its name, as WebM.
    """
    frames = {step["frame"] for step in past["steps"] if step["frame"] is not None}
    clips = dict.fromkeys(step["clip"] for step in past["steps"] if step["clip"])
    held = {
        "pictures": dict(_held(sorted(frames), picture, "image/jpeg", MOST_PICTURES)),
        "clips": dict(_held(clips, clip, "video/webm", MOST_CLIPS)),
    }
    data = viewers_catalogue().translated({**past, **held})
    # no text of it can end the script that carries it
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    styles = "\n".join((_STATIC / name).read_text(encoding="utf-8") for name in _STYLES)
    return render_template("match_file.html", data=text, styles=styles, script=bundled("match_file.js"))


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
