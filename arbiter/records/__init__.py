"""Records of matches: `.mat` and SGF both ways, a plain log, lists of XGIDs."""

from __future__ import annotations

from arbiter.records.formats import FORMATS, RecordFormat, read_record, read_records
from arbiter.records.mat import write_mat
from arbiter.records.mat_reading import read_mat, read_mats
from arbiter.records.model import (
    Action,
    CubeTurned,
    GameRecord,
    MatchHeader,
    MatchRecord,
    Played,
    Result,
)
from arbiter.records.sgf import write_sgf
from arbiter.records.sgf_reading import read_sgf, read_sgfs
from arbiter.records.text import write_text, write_xgids

__all__ = [
    "FORMATS",
    "Action",
    "CubeTurned",
    "GameRecord",
    "MatchHeader",
    "MatchRecord",
    "Played",
    "RecordFormat",
    "Result",
    "read_mat",
    "read_mats",
    "read_record",
    "read_records",
    "read_sgf",
    "read_sgfs",
    "write_mat",
    "write_sgf",
    "write_text",
    "write_xgids",
]
