"""Who may look at films on their way (`tests.plugged`)."""

from __future__ import annotations

from typing import Any

from flask import Flask

from bookgammon.plugins.films.pages import PIECE, add_recordings

LOOKING = {"/api/recordings", "/api/recordings/<recording>/picture.jpg"}
BYTES = {PIECE}


def add(app: Flask, nobody: Any) -> None:
    """nobody: behind the pages, where nobody comes who is not let in."""
    add_recordings(app, nobody)
