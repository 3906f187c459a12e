"""The analysis of a match, whatever happened in it (`tests.plugged`)."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from arbiter.records import MatchRecord
from bookgammon.plugins.gnubg.pages import add_analysis
from tests.plugins.gnubg.judged import JudgedMatch


def add(app: Flask, record: MatchRecord, journal: Path) -> tuple[str, ...]:
    add_analysis(app, JudgedMatch(record))
    return "/history/1/analysis", "/history/1/analysis.html"
