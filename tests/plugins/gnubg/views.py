"""The analysis of a match, whatever happened in it (`tests.plugged`)."""

from __future__ import annotations

from flask import Flask

from arbiter.records import MatchRecord
from bookgammon.plugins.gnubg.pages import add_analysis
from tests.plugins.gnubg.judged import JudgedMatch

PAGES = ("/history/1/analysis", "/history/1/analysis.html")


def add(app: Flask, record: MatchRecord) -> None:
    add_analysis(app, JudgedMatch(record))
