"""The match as SGF with GNU Backgammon's analysis in it, as the engine saved it game by game."""

from __future__ import annotations

from arbiter.message import Message
from arbiter.position import SIDES
from arbiter.records import MatchRecord
from arbiter.records.mat import clean_name
from arbiter.records.sgf import COLOURS
from bookgammon.analysis.match_analysis import MatchAnalysis
from bookgammon.errors import AnalysisError


def match_sgf(analysis: MatchAnalysis) -> str:
    """Raises AnalysisError where a game is not analysed yet."""
    if not analysis.whole:
        raise AnalysisError(Message("The match is not wholly analysed yet: try again when it is."))
    return "\n".join(_named(game.sgf, analysis.record, number) for number, game in enumerate(analysis.known))


def _named(sgf: str, record: MatchRecord, number: int) -> str:
    """The players' names and the game's number, which the engine was not told; all stand in the root node."""
    root, rest = sgf[: sgf.index("\n")], sgf[sgf.index("\n") :]
    root = root.replace("[game:0]", f"[game:{number}]", 1)
    for side in SIDES:
        name = clean_name(record.name(side), side.capitalize()).replace("\\", "\\\\").replace("]", "\\]")
        root = root.replace(f"P{COLOURS[side]}[{side.capitalize()}]", f"P{COLOURS[side]}[{name}]", 1)
    return root + rest
