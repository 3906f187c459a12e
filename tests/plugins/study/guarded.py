"""Who may look at drills (`tests.plugged`)."""

from __future__ import annotations

from typing import Any

from flask import Flask

from bookgammon.plugins.study.pages import add_study

LOOKING = {"/study", "/api/study", "/api/study/drill", "/api/study/export"}


def add(app: Flask, nobody: Any) -> None:
    """nobody: behind the pages, where nobody comes who is not let in."""
    add_study(app, nobody)
