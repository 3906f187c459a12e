"""Records of matches: `.mat` and SGF both ways, a plain log, lists of XGIDs."""

from __future__ import annotations

import re

from arbiter.errors import BadNotation
from arbiter.records.mat import write_mat
from arbiter.records.mat_reading import read_mat
from arbiter.records.model import (
    Action,
    CubeTurned,
    GameRecord,
    Heading,
    MatchRecord,
    Played,
    Result,
)
from arbiter.records.sgf import write_sgf
from arbiter.records.sgf_reading import read_sgf
from arbiter.records.text import write_text, write_xgids

WRITERS = {"mat": write_mat, "sgf": write_sgf, "text": write_text, "xgid": write_xgids}
"""What `bookgammon export --format` names."""


def read_record(text: str) -> MatchRecord:
    """Read a `.mat` or an SGF record, whichever it is. Raises BadNotation naming the place."""
    if re.search(r"\d{1000}", text):  # more digits than Python takes for a number
        raise BadNotation("A number in it has more than a thousand digits, so it is no record of a match.")
    return read_sgf(text) if text.lstrip("\ufeff \t\r\n").startswith("(") else read_mat(text)


__all__ = [
    "WRITERS",
    "Action",
    "CubeTurned",
    "GameRecord",
    "Heading",
    "MatchRecord",
    "Played",
    "Result",
    "read_mat",
    "read_record",
    "read_sgf",
    "write_mat",
    "write_sgf",
    "write_text",
    "write_xgids",
]
