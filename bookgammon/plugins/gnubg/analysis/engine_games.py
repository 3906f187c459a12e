"""A game of a record as GNU Backgammon is given it, and its account of it put beside the record's own actions.

It is given SGF, without names, in which only what can be judged is a play: an illegal play that stood is written as its
roll and the board it left, a roll that was never seen as the board alone. The engine then finds nothing to judge in
either, so neither counts in its error rates nor in ours. Nor does a play from a board with both colours on a point: the
engine knows no such board, and is given the nearest one that it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import Play, accepted_plays
from arbiter.position import OFF, START, Position, Side
from arbiter.records import CubeTurned, GameRecord, Played
from arbiter.records.plain_boards import plain_board
from arbiter.records.sgf import COLOURS, board_properties, game_tree, move_letters, result_value, ruleset
from arbiter.rules import Rules
from bookgammon.errors import AnalysisError
from bookgammon.plugins.gnubg.analysis.bounds import checked
from bookgammon.plugins.gnubg.analysis.model import (
    Chances,
    Count,
    CubeJudged,
    CubeVerb,
    GameAnalysis,
    Judged,
    LeftOut,
    PlayJudged,
    RatedPlay,
    Reason,
    Stake,
)

Json = Mapping[str, Any]
FARTHEST = 64
"""Points away from the match up to which GNU Backgammon has match equities."""
LEAST_SPAN = 1e-6
"""Of a stake: where a match is all but decided the engine's chances are too coarse to judge a cube by."""
KEPT = 5
"""So many of the best plays are kept, and the one that was played."""
_NAMES = {Side.LIGHT: "X", Side.DARK: "O"}
"""As its Python calls player 0 and player 1."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be analysed. sgf: as `game_to_sgf` writes it. cubes: whose worth at this score is asked for.

    actions: how many the game has.
    """

    sgf: str
    length: int
    score: tuple[int, int]
    crawford: bool
    cubes: tuple[int, ...]
    actions: int


@dataclass(frozen=True, slots=True)
class Found:
    """What the engine found in a game: its own account, and its SGF with the analysis in it."""

    account: dict[str, Any]
    sgf: str


def game_to_sgf(rules: Rules, game: GameRecord) -> str:
    """One game tree, as if it were its match's first: the engine's Python reports no other."""
    first = next((action.side for action in game.actions), None)
    board = _board(game.start, first) if game.start != START and first else ""
    return game_tree(game, _root(rules, game), board, _turn)


def job_of(rules: Rules, game: GameRecord) -> Job:
    length, score = engine_score(rules.length, game.score)
    return Job(game_to_sgf(rules, game), length, score, game.crawford, cube_values(game), len(game.actions))


def engine_score(length: int, score: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    """Length and score as the engine is given them: what counts is how many points each side still needs.

    It knows what a score is worth up to 64 points away and reads beyond its table where a side needs more, or none.
    From so far a match is played as from 64 points away.
    """
    light, dark = (length - points for points in score)
    if not length or (min(light, dark) > 0 and max(light, dark) <= FARTHEST):
        return length, score
    light, dark = (min(max(1, away), FARTHEST) for away in (light, dark))
    return FARTHEST, (FARTHEST - light, FARTHEST - dark)


def legal_play(position: Position, action: Played) -> Play | None:
    """The play of an action that can be judged; None where it was illegal, its roll was not seen, or the board is none
    that the engine knows."""
    if action.dice is None or action.illegal or position.mixed or action.after.mixed:
        return None
    plays = accepted_plays(position, action.side, action.dice)
    return next((play for play in plays if play.result == action.after), None)


def _root(rules: Rules, game: GameRecord) -> Iterator[str]:
    length, (light, dark) = engine_score(rules.length, game.score)
    yield "FF[4]GM[6]CA[UTF-8]AP[Bookgammon Companion:1]"
    yield f"MI[length:{length}][game:0][ws:{light}][bs:{dark}]PW[Light]PB[Dark]"
    for key, value in (("RU", ruleset(rules, game)), ("RE", result_value(game.result))):
        if value:
            yield f"{key}[{value}]"


def _turn(position: Position, action: Played) -> Iterator[str]:
    colour = COLOURS[action.side]
    play = legal_play(position, action)
    if play is not None and action.dice is not None:
        moves = move_letters(action.side, [(move.start, move.end) for move in play.moves])
        yield f";{colour}[{action.dice[0]}{action.dice[1]}{moves}]"
        return
    if action.dice:
        yield f";PL[{colour}]DI[{action.dice[0]}{action.dice[1]}]"
    yield _board(action.after, action.side.other)


def _board(position: Position, turn: Side) -> str:
    return f";PL[{COLOURS[turn]}]{board_properties(plain_board(position))}"


def cube_values(game: GameRecord) -> tuple[int, ...]:
    """Every stake that decisions of this game are about, and the points that were scored."""
    turned = {action.value for action in game.actions if isinstance(action, CubeTurned)}
    scored = {game.result.points} if game.result else set()
    return tuple(sorted({game.cube, *turned, *scored}))


def game_analysis(game: GameRecord, found: Found) -> GameAnalysis:
    """Raises AnalysisError where the engine reports another game than the record, or what cannot be."""
    account = found.account
    try:
        stakes = {
            cube: Stake(*worth)
            for cube, worth in zip(cube_values(game), account["stakes"], strict=True)
            if worth is not None
        }
        decisions = tuple(_Reading(game, stakes, account["actions"]).decisions())
        counts = (_count(account["stats"][_NAMES[Side.LIGHT]]), _count(account["stats"][_NAMES[Side.DARK]]))
        return checked(GameAnalysis(decisions, counts, stakes, found.sgf), game)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, StopIteration) as error:
        raise not_understood() from error


def rated_play(
    position: Position,
    side: Side,
    given: Sequence[Sequence[int]],
    names: Mapping[Position, Play],
    equity: float,
    chances: Sequence[float],
) -> RatedPlay:
    """A play as the engine gives it. names: all that there are, by what they lead to. Raises KeyError for another."""
    moves = tuple((start, max(end, OFF)) for start, end in given)
    return RatedPlay(format_play(names[position.moved(side, moves)]), moves, equity, Chances(*chances))


def not_understood() -> AnalysisError:
    """The engine answers, but with something else."""
    return AnalysisError(
        Message("GNU Backgammon answered in a form that this program does not know: update Bookgammon or gnubg.")
    )


def _count(stats: Json) -> Count:
    moves, cube = stats["moves"], stats["cube"]
    return Count(moves["total-moves"], moves["unforced-moves"], cube["total-cube"], cube["close-cube"])


def _why_left_out(before: Position, action: Played) -> Reason:
    if action.illegal:
        return "illegal"
    if action.dice is None:
        return "unseen"
    return "mixed" if before.mixed or action.after.mixed else "entered"


class _Reading:
    """Walks through the record and the engine's account side by side."""

    def __init__(self, game: GameRecord, stakes: Mapping[int, Stake], actions: Sequence[Json]) -> None:
        self._game, self._stakes = game, stakes
        self._actions = iter([each for each in actions if each["action"] not in ("set", "resign")])
        self._position, self._cube = game.start, game.cube
        self._offer: CubeJudged | None = None

    def decisions(self) -> Iterator[Judged]:
        for number, action in enumerate(self._game.actions):
            if isinstance(action, CubeTurned):
                yield from self._turned(number, action)
            else:
                yield from self._played(number, action)
                self._position = action.after

    def _next(self, verb: str, side: Side) -> Json:
        action = next(self._actions)
        if action["action"] != verb or action["player"] != _NAMES[side]:
            raise ValueError(f"{verb} by {side} expected, not {action['action']}")
        return action

    def _turned(self, number: int, action: CubeTurned) -> Iterator[Judged]:
        verb = "double" if action.verb == "beaver" else action.verb
        judged = self._next(verb, action.side)
        if verb == "double":
            analysis = judged.get("analysis", {})
            self._offer = self._cube_judged(number, action.side, "double", analysis)
            if self._offer:
                yield self._offer
            return
        offer, self._offer = self._offer, None
        if offer:
            answer: CubeVerb = "take" if verb == "take" else "drop"
            equities = (offer.no_double, offer.double_take, offer.double_drop)
            yield CubeJudged(number, action.side, offer.cube, answer, *equities, offer.chances)
        if verb == "take":
            self._cube = action.value

    def _cube_judged(self, number: int, side: Side, verb: CubeVerb, analysis: Json) -> CubeJudged | None:
        if "nd-cubeful-eq" not in analysis:
            return None  # no cube to turn, or a beaver
        held, taken = analysis["nd-cubeful-eq"], analysis["dt-cubeful-eq"]
        stake = self._stakes.get(self._cube)
        if stake and stake.span < LEAST_SPAN:
            return None
        if stake:  # in a match the engine prints chances here
            held, taken = stake.equity(side, held), stake.equity(side, taken)
        return CubeJudged(number, side, self._cube, verb, held, taken, 1.0, Chances(*analysis["probs"]))

    def _played(self, number: int, action: Played) -> Iterator[Judged]:
        if legal_play(self._position, action) is None or action.dice is None:
            yield LeftOut(number, action.side, self._cube, _why_left_out(self._position, action))
            return
        analysis = self._next("move", action.side)["analysis"]
        doubling = self._cube_judged(number, action.side, "no double", analysis)
        if doubling:
            yield doubling
        plays = accepted_plays(self._position, action.side, action.dice)
        names = {play.result: play for play in plays}
        found, played = analysis.get("moves", ()), analysis.get("imove", 0)
        kept = [*found[:KEPT], *(found[played : played + 1] if played >= KEPT else ())]
        candidates = tuple(self._candidate(action.side, each, names) for each in kept)
        luck = analysis.get("luck-value", 0.0)
        at = min(played, KEPT)
        yield PlayJudged(number, action.side, self._cube, action.dice, candidates, at, len(found) > 1, luck)

    def _candidate(self, side: Side, action: Json, names: Mapping[Position, Play]) -> RatedPlay:
        return rated_play(self._position, side, action["move"], names, action["score"], action["probs"])
