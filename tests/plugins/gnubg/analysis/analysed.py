"""A match whose play has been looked at, with texts as long as they get: for the pages of the analysis."""

from __future__ import annotations

from arbiter.position import START, Side
from arbiter.seats import Seats
from bookgammon.plugins.gnubg.pages import (
    AnalysisReport,
    DecisionReport,
    GameReport,
    MistakeReport,
    PlayerReport,
    Status,
)
from web.board_drawing import cube_drawing
from web.plot import Chance

CHANCES = (0.52, 0.47, 0.55, 0.61, 0.43, 0.7)


def _player(side: Side, name: str) -> PlayerReport:
    figures = (("Error rate", "12.4"), ("Plays with a choice", "41"), ("Luck", "+0.214"))
    return PlayerReport(side, name, f"{name} gave away 0.42 in this match.", "Two plays are left out.", figures)


def _mistake(number: int, side: Side, name: str) -> MistakeReport:
    return MistakeReport(
        number, 1, side, name, "24/18*/13(2) 13/9(2)", "bar/20*/14(2) 13/7*(2)", "0.142", START, Seats(Side.LIGHT),
        ((24, 18), (13, 9)), ((13, 7), (8, 7)), cube_drawing(Seats(Side.LIGHT), 2, side),
        f"{name} on turn, {name} holds the cube at 2. {name} 3, {name} 4, to 7; Crawford game.",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10", 0,
    )  # fmt: skip


def analysed(names: tuple[str, str]) -> AnalysisReport:
    sides = (Side.LIGHT, Side.DARK)
    marks = ("", "doubtful", "bad", "very bad")
    decisions = tuple(
        DecisionReport(
            sides[number % 2], "6-6", "24/18*(2) 13/7(2)", "bar/20*(2) 24/20(2)", "0.142", "-0.1", "47", mark
        )
        for number, mark in enumerate(marks)
    )
    chances = tuple(Chance(light, 1 if place == 4 else None) for place, light in enumerate(CHANCES))
    return AnalysisReport(
        f"{names[0]} against {names[1]}, match to 7",
        names,
        (_player(Side.LIGHT, names[0]), _player(Side.DARK, names[1])),
        tuple(GameReport(number, (number, 1), chances, decisions) for number in (1, 2)),
        (_mistake(1, Side.LIGHT, names[0]), _mistake(2, Side.DARK, names[1])),
        "the match",
        "Made with GNU Backgammon 1.08.003, looking two plies ahead.",
        ("Analysed without the Jacoby rule.",),
    )


class Analysed:
    """Fulfils `bookgammon.plugins.gnubg.pages.Analyses`: the first match is known, of the second nobody asked."""

    def __init__(self, names: tuple[str, str]) -> None:
        self._told = analysed(names)

    def newest(self) -> int:
        return 1

    def status(self, match: int) -> Status:
        if match == 1:
            return Status("ready", 2, 2)
        return Status("none", sentence="Nobody has asked yet what the play of this match was worth.")

    def report(self, match: int) -> AnalysisReport | None:
        return self._told if match == 1 else None

    def begin(self, match: int) -> Status:
        return self.status(match)

    def picture(self, match: int, frame: int) -> None:
        return None
