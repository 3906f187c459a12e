"""GNU Backgammon as an opponent: its levels, and its questions and answers in this program's terms.

The levels are its own predefined ones, by their own names, with the noise and breadth that the program of
version 1.07.001 has (its manual says 0.030 where that has 0.040).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

from arbiter.match.opponent import OpponentSeat
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.position import OFF, Position, Side
from arbiter.records.plain_boards import plain_board
from arbiter.scoring import FACTORS, Kind
from arbiter.xgid import MatchPosition
from bookgammon.errors import AnalysisError, AnalysisStopped, OpponentError, OpponentStopped
from bookgammon.opponent.protocol import CubeAnswer, GameSituation
from bookgammon.plugins.gnubg.analysis.engine_games import engine_score, not_understood
from bookgammon.plugins.gnubg.analysis.gnubg_process import HUNG_S, GnubgProcess, Stopped
from bookgammon.plugins.gnubg.analysis.grading import engine_xgid

ENGINE = "gnubg"
"""As seats name it (`arbiter.match.opponent`)."""
LevelName = Literal["beginner", "casual", "intermediate", "advanced", "expert", "world class", "supremo", "grandmaster"]


@dataclass(frozen=True, slots=True)
class Level:
    """plies: how far it looks ahead. noise: standard deviation of what is added to each evaluation, in equity.

    candidates, within: how many further plays are weighed after a first evaluation, and how far behind the best one.
    """

    name: LevelName
    plies: int
    noise: float = 0.0
    candidates: int = 8
    within: float = 0.16


LEVELS: dict[LevelName, Level] = {
    level.name: level
    for level in (
        Level("beginner", 0, 0.06),
        Level("casual", 0, 0.05),
        Level("intermediate", 0, 0.04),
        Level("advanced", 0, 0.015),
        Level("expert", 0),
        Level("world class", 2),
        Level("supremo", 2, candidates=16, within=0.32),
        Level("grandmaster", 3, candidates=16, within=0.32),
    )
}

_ZERO_PLY = Level("expert", 0)
"""Whether to give up is never worth a long thought."""
_HOPELESS = 1e-4
"""As good as lost at that value, in equity: gnubg gives up where nothing else is possible."""


def opponent_at(seat: OpponentSeat) -> GnubgOpponent | None:
    """Who plays there; None where that is none of ours."""
    level = next((level for name, level in LEVELS.items() if name == seat.level), None)
    return GnubgOpponent(level) if seat.engine == ENGINE and level else None


class GnubgOpponent:
    """Fulfils `protocol.Opponent`."""

    def __init__(self, level: Level, process: GnubgProcess | None = None) -> None:
        self._level = level
        self.process = process or GnubgProcess()

    def close(self) -> None:
        """Ends the engine."""
        self.process.close()

    def doubles(self, at: GameSituation, stopped: Stopped) -> bool:
        found = self._cube(at, at.side, stopped)
        return bool(min(found["take"], found["drop"]) > found["no_double"])

    def answers_double(self, at: GameSituation, stopped: Stopped) -> CubeAnswer:
        found = self._cube(at, at.side.other, stopped)
        if found["take"] > found["drop"]:
            return "drop"
        may_beaver = at.rules.beavers and not at.rules.length
        return "beaver" if may_beaver and "beaver" in found["words"].lower() else "take"

    def plays(self, at: GameSituation, dice: Dice, stopped: Stopped) -> Play:
        legal = accepted_plays(at.position, at.side, dice)
        if len(legal) == 1:
            return legal[0]
        asked = {**self._asked(at, at.side, self._level), "xgid": engine_xgid(_question(at, dice)), "most": 1}
        found = self._ask("plays", asked, self._level, stopped)
        return _the_play(at.position, at.side, legal, found)

    def resigns(self, at: GameSituation, stopped: Stopped) -> Kind | None:
        win, _, _, lose_gammon, lose_backgammon = self._chances(at, stopped)
        if win > _HOPELESS:
            return None
        if not self._gammons_count(at):
            return "single"
        still_open: dict[Kind, float] = {
            "single": lose_gammon,
            "gammon": max(1.0 - lose_gammon, lose_backgammon),
            "backgammon": 1.0 - lose_backgammon,
        }
        return next((kind for kind, share in still_open.items() if share <= _HOPELESS), None)

    def accepts(self, at: GameSituation, kind: Kind, stopped: Stopped) -> bool:
        """Where playing on is not worth more than what is offered."""
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = self._chances(at, stopped)
        if not self._gammons_count(at):
            return True
        most = win - (1.0 - win) + win_gammon + win_backgammon - lose_gammon - lose_backgammon
        return FACTORS[kind] >= most - _HOPELESS

    def _gammons_count(self, at: GameSituation) -> bool:
        return at.doubled or not at.rules.jacoby_applies

    def _chances(self, at: GameSituation, stopped: Stopped) -> tuple[float, float, float, float, float]:
        """Of `at.side`: to win, to win a gammon, a backgammon, to lose a gammon, a backgammon."""
        found = _numbers(self._ask("evaluation", self._asked(at, at.turn, _ZERO_PLY), _ZERO_PLY, stopped))
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = found[:5]
        if at.turn is at.side:
            return win, win_gammon, win_backgammon, lose_gammon, lose_backgammon
        return 1.0 - win, lose_gammon, lose_backgammon, win_gammon, win_backgammon

    def _cube(self, at: GameSituation, doubler: Side, stopped: Stopped) -> dict[str, Any]:
        found = self._ask("cube", self._asked(at, doubler, self._level), self._level, stopped)
        if not isinstance(found, dict) or not {"no_double", "take", "drop", "words"} <= found.keys():
            raise _not_understood()
        return found

    def _ask(self, kind: str, asked: dict[str, object], level: Level, stopped: Stopped) -> Any:
        try:
            return self.process.ask(kind, asked, HUNG_S[level.plies], stopped)
        except AnalysisStopped as stop:
            raise OpponentStopped(*stop.args) from stop
        except AnalysisError as error:
            raise OpponentError(*error.args) from error

    def _asked(self, at: GameSituation, side: Side, level: Level) -> dict[str, object]:
        """side: who decides, from whose view the engine looks."""
        board, owner = plain_board(at.position), -1 if at.owner is None else int(at.owner is side)
        length, score = engine_score(at.rules.length, _score(at, side))
        own, other = score
        return {
            "plies": level.plies,
            "noise": level.noise,
            "candidates": level.candidates,
            "within": level.within,
            "own": board.row(side)[1:],
            "other": board.row(side.other)[1:],
            "cube": at.cube,
            "owner": owner,
            "score": (other, own),
            "length": length,
            "crawford": int(at.crawford),
            "jacoby": int(at.rules.jacoby_applies),
            "beavers": int(at.rules.beavers),
        }


def _score(at: GameSituation, side: Side) -> tuple[int, int]:
    light, dark = at.score
    return (light, dark) if side is Side.LIGHT else (dark, light)


def _question(at: GameSituation, dice: Dice) -> MatchPosition:
    return MatchPosition(
        plain_board(at.position), at.side, dice, at.cube, at.owner, at.score, at.rules.length, at.crawford,
        at.rules.jacoby_applies, at.rules.beavers,
    )  # fmt: skip


def _the_play(position: Position, side: Side, legal: Sequence[Play], found: Any) -> Play:
    """Which of the legal plays the engine means. Raises OpponentError where it is none.

    With both colours on a point it was asked about the nearest board without that: the legal play that comes nearest.
    """
    board = plain_board(position)
    try:
        moves = [(start, max(end, OFF)) for start, end in found[0]["moves"]]
        result = board.moved(side, moves)
    except (LookupError, TypeError, ValueError) as error:
        raise _not_understood() from error
    nearest = min(legal, key=lambda each: _apart(plain_board(each.result), result))
    if nearest.result != result and board == position:
        raise _not_understood()
    return nearest


def _apart(one: Position, other: Position) -> int:
    return sum(abs(here - there) for here, there in zip(one.light + one.dark, other.light + other.dark, strict=True))


def _numbers(found: object) -> Sequence[float]:
    if not isinstance(found, list) or len(found) < 5:
        raise _not_understood()
    if not all(isinstance(each, float | int) and isfinite(each) for each in found):
        raise _not_understood()
    return found


def _not_understood() -> OpponentError:
    return OpponentError(*not_understood().args)
