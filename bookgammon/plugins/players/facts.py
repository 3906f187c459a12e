"""What one match says of its players and their dice. Pure: events and analysis in, frozen records out.

Only people who gave their names are players. What is said of two players is said under the names that they have at the
end of the match; in a chouette, where others play from game to game, rolls are those of whoever sat there, and nothing
but the points is said of anybody's play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from arbiter.match.events import Event, GameOver, GameStarted, MatchStarted, RollSeen
from arbiter.match.fold import apply, fold
from arbiter.match.state import MatchState, Turn
from arbiter.match.statistics import statistics_of
from arbiter.match.undo import standing
from arbiter.message import NAMELESS
from arbiter.plays import Dice
from arbiter.position import SIDES, START, Side
from arbiter.scoring import match_winner
from bookgammon.plugins.gnubg.analysis.decision_kinds import Decision, Kind, kind_of
from bookgammon.plugins.gnubg.analysis.figures import DOUBTFUL, figures
from bookgammon.plugins.gnubg.analysis.match_analysis import MatchAnalysis
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, LeftOut, PlayJudged
from bookgammon.plugins.gnubg.analysis.report import board_before

RollOrigin = Literal["read", "corrected", "entered", "inferred", "opening"]
"""How a roll is known: read by the camera; read and then corrected by people; entered without having been read;
inferred from the play. An opening roll counts apart: it is never a double, and each die is another player's."""
ORIGINS: tuple[RollOrigin, ...] = get_args(RollOrigin)


@dataclass(frozen=True, slots=True)
class RollCount:
    """Rolls counted. faces: how often each of 1 to 6 lay up, two a roll; doubles: how many of the rolls were any."""

    faces: tuple[int, int, int, int, int, int] = (0,) * 6
    doubles: int = 0

    @property
    def rolls(self) -> int:
        return sum(self.faces) // 2

    def __add__(self, other: RollCount) -> RollCount:
        one, two, three, four, five, six = (a + b for a, b in zip(self.faces, other.faces, strict=True))
        return RollCount((one, two, three, four, five, six), self.doubles + other.doubles)


@dataclass(frozen=True, slots=True)
class Thrown:
    """Rolls of one player with the dice of one side. name: empty for a player without one, or a program."""

    name: str
    side: Side
    origin: RollOrigin
    count: RollCount


@dataclass(frozen=True, slots=True)
class KindSum:
    """Decisions of one kind: how many were judged, how many of them were mistakes, and what they lost (equity)."""

    decisions: int = 0
    mistakes: int = 0
    lost: float = 0.0


@dataclass(frozen=True, slots=True)
class DecisionTotals:
    """A player's decisions in the games that are analysed, as `analysis.figures` counts them; none made with a coach.

    games: analysed ones. error rate = 1000 * (play_error + cube_error) / (unforced + close_cube).
    """

    games: int = 0
    unforced: int = 0
    close_cube: int = 0
    play_error: float = 0.0
    cube_error: float = 0.0
    luck: float = 0.0
    kinds: Mapping[Kind, KindSum] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """One player in one match. opponent: empty in a chouette. unrated: the opponent is no person, or a coach sat there.

    won: the match, None where it is not over or has no length. points, against: of the match or session; in a chouette
    `points` is the balance. seconds: used for `timed` plays.
    """

    name: str
    opponent: str = ""
    unrated: bool = False
    won: bool | None = None
    points: int = 0
    against: int = 0
    games_won: int = 0
    games_lost: int = 0
    illegal: int = 0
    stood: int = 0
    timed: int = 0
    seconds: float = 0.0
    judged: DecisionTotals = DecisionTotals()


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """length: 0 for a money session or chouette. board: its name, empty where it is not known."""

    length: int = 0
    chouette: bool = False
    board: str = ""
    players: tuple[PlayerFacts, ...] = ()
    thrown: tuple[Thrown, ...] = ()


def facts_of(events: Sequence[Event], analysis: MatchAnalysis | None = None) -> MatchFacts:
    """The last match that these events report, as people corrected it. analysis: of its record, where there is one."""
    begun, kept = _last_match(standing(events))
    last = fold(kept)
    players = _in_chouette(last) if last.chouette else _of_two(kept, last, analysis)
    board = begun.board if begun else ""
    return MatchFacts(last.rules.length, last.chouette is not None, board, players, _thrown(events, kept, last))


def _last_match(kept: Sequence[Event]) -> tuple[MatchStarted | None, Sequence[Event]]:
    """Its events alone: a match of another length may have been begun in the place of one."""
    for place in range(len(kept) - 1, -1, -1):
        event = kept[place]
        if isinstance(event, MatchStarted):
            return event, kept[place:]
    return None, kept


# ------------------------------------------------------------------ players


def _in_chouette(last: MatchState) -> tuple[PlayerFacts, ...]:
    balances = last.chouette.ledger.entries if last.chouette else ()
    return tuple(PlayerFacts(name, points=points) for name, points in balances if name not in NAMELESS)


def _of_two(kept: Sequence[Event], last: MatchState, analysis: MatchAnalysis | None) -> tuple[PlayerFacts, ...]:
    winner = match_winner(last.rules, last.score) if last.rules.length else None
    counted = statistics_of(kept)
    games = Counter(event.winner for event in kept if isinstance(event, GameOver))
    found = []
    for number, side in enumerate(SIDES):
        if not _is_person(last, side):
            continue
        of_match = counted[number]
        found.append(
            PlayerFacts(
                last.names[number],
                last.names[1 - number],
                last.opponent is not None or last.rules.coach,
                None if winner is None else winner is side,
                last.score[number],
                last.score[1 - number],
                games[side],
                games[side.other],
                of_match.illegal,
                of_match.stood,
                of_match.timed,
                of_match.used,
                _judged(analysis, side) if analysis and not last.rules.coach else DecisionTotals(),
            )
        )
    return tuple(found)


def _is_person(state: MatchState, side: Side) -> bool:
    """Whether a person with a name plays there."""
    return not (state.opponent and state.opponent.side is side) and state.names[SIDES.index(side)] not in NAMELESS


def _judged(analysis: MatchAnalysis, side: Side) -> DecisionTotals:
    found = figures(analysis.known, side)
    errors: dict[Kind, list[float]] = {}
    for record, game in zip(analysis.record.games, analysis.games, strict=True):
        for decision in game.decisions if game else ():
            if decision.side is not side or isinstance(decision, LeftOut):
                continue
            if isinstance(decision, PlayJudged) and not decision.unforced:
                continue
            kind = kind_of(_asked(decision), board_before(record, decision.action), side)
            errors.setdefault(kind, []).append(decision.error)
    return DecisionTotals(
        len(analysis.known),
        found.unforced,
        found.close_cube,
        found.play_error,
        found.cube_error,
        found.luck,
        {kind: KindSum(len(lost), sum(one >= DOUBTFUL for one in lost), sum(lost)) for kind, lost in errors.items()},
    )


def _asked(decision: PlayJudged | CubeJudged) -> Decision:
    if isinstance(decision, PlayJudged):
        return "play"
    return "take" if decision.verb in ("take", "drop") else "double"


# ------------------------------------------------------------------ dice


TurnNumber = tuple[int, int]
"""A game, and a turn in it; both from 1."""


def _thrown(events: Sequence[Event], kept: Sequence[Event], last: MatchState) -> tuple[Thrown, ...]:
    """The rolls of all finished turns. kept: what stands of the events."""
    read = _read_by_camera(events)
    rolls: dict[TurnNumber, tuple[str, Turn, RollOrigin]] = {}
    state, begun = MatchState(), GameStarted(0, 0.0, START)
    for event in kept:
        state = apply(state, event)
        if isinstance(event, GameStarted):
            begun = event
        number = (state.game, len(state.turns))
        if state.turns and state.turns[-1].dice is not None and number not in rolls:
            turn = state.turns[-1]
            opening = number[1] == 1 and begun.player is None
            thrower = state if state.chouette else last
            name = thrower.names[SIDES.index(turn.player)] if _is_person(thrower, turn.player) else ""
            rolls[number] = name, turn, "opening" if opening else _origin(turn, read.get(number))
    counts: dict[tuple[str, Side, RollOrigin], RollCount] = {}
    for name, turn, origin in rolls.values():
        key = name, turn.player, origin
        counts[key] = counts.get(key, RollCount()) + _one(turn.dice)
    return tuple(Thrown(*key, count) for key, count in counts.items())


def _read_by_camera(events: Sequence[Event]) -> dict[TurnNumber, Dice]:
    """What the camera last read in each turn, whatever became of it."""
    read: dict[TurnNumber, Dice] = {}
    state = MatchState()
    for event in events:
        if isinstance(event, MatchStarted):
            read.clear()
        if isinstance(event, RollSeen) and event.source == "read":
            read[state.game, len(state.turns) + 1] = event.dice
        state = apply(state, event)
    return read


def _origin(turn: Turn, read: Dice | None) -> RollOrigin:
    if turn.source != "entered" or read is None or turn.dice is None:
        return turn.source
    return "read" if sorted(read) == sorted(turn.dice) else "corrected"


def _one(dice: Dice | None) -> RollCount:
    if dice is None:
        return RollCount()
    one, two, three, four, five, six = (dice.count(face) for face in range(1, 7))
    return RollCount((one, two, three, four, five, six), int(dice[0] == dice[1]))
