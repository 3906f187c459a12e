"""What `doctor` says of GNU Backgammon."""

from __future__ import annotations

from arbiter.message import Message
from bookgammon.errors import AnalysisError
from bookgammon.plugin_values import Finding
from bookgammon.plugins.gnubg.analysis.engine import find_engine


def engine_check() -> Finding:
    """Whether it is installed; the match is followed without it."""
    try:
        found = find_engine()
    except AnalysisError as error:
        return Finding("GNU Backgammon", "hint", Message("not installed"), str(error))
    return Finding("GNU Backgammon", "ok", found.version)
