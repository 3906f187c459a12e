"""An analysis and the match's steps as the page shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from arbiter.message import Message
from arbiter.notation import format_roll
from arbiter.play_text import NO_PLAY, shown_play
from arbiter.position import SIDES, Position, Side
from arbiter.records import CubeTurned, GameRecord, MatchRecord, Played
from arbiter.records.plain_boards import plain_board
from arbiter.seats import Seats
from arbiter.xgid import MatchPosition, format_xgid
from bookgammon.plugins.gnubg.analysis.figures import BAD, DOUBTFUL, VERY_BAD, Figures, Mistake, figures, worst, worth
from bookgammon.plugins.gnubg.analysis.match_analysis import MatchAnalysis
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, GameAnalysis, Judged, LeftOut, PlayJudged
from bookgammon.plugins.gnubg.analysis.situation import caveats, cube_owner, cube_shown, is_answer, situation
from bookgammon.plugins.gnubg.analysis.words import amount, cube_advice, cube_mistake, left_out_line, player_line
from bookgammon.plugins.gnubg.pages import AnalysisReport, DecisionReport, GameReport, MistakeReport, PlayerReport
from web.board_drawing import cube_drawing
from web.history import MatchStep
from web.plot import Chance

USUAL_SEATS = Seats(Side.LIGHT)
"""Where the record is a file and nobody knows who sat where."""
_TURNS = ("play", "stood", "corrected", "cube")

Where = Mapping[tuple[int, int], MatchStep]
"""The step that shows a game's action: (game's index, action's index)."""


def report_of_analysis(
    analysis: MatchAnalysis, steps: Sequence[MatchStep] = (), *, jacoby_assumed: bool = False
) -> AnalysisReport:
    """steps: of the match in the journal, none for a file. jacoby_assumed: it does not say if that rule was agreed."""
    record, length = analysis.record, analysis.record.rules.length
    where = steps_of_actions(record.games, steps)
    mistakes = worst(analysis.games)
    numbers = {(each.game, id(each.decision)): number for number, each in enumerate(mistakes, start=1)}
    light, dark = (_player(side, record.name(side), figures(analysis.known, side), length) for side in SIDES)
    games = tuple(
        GameReport(
            number + 1,
            record.games[number].score,
            tuple(_chances(number, game, numbers)),
            tuple(_decision(game, each, length) for each in game.decisions),
        )
        for number, game in enumerate(analysis.games)
        if game is not None
    )
    return AnalysisReport(
        Message("{one} and {other}: what the play was worth", one=record.names[0], other=record.names[1]),
        record.names,
        (light, dark),
        games,
        tuple(_mistake(number, each, analysis, where) for number, each in enumerate(mistakes, start=1)),
        Message("the match") if length else Message("the game"),
        Message("Analysed by {engine}, looking {plies} plies ahead.", engine=analysis.engine, plies=analysis.plies),
        caveats(record, jacoby_assumed=jacoby_assumed),
    )


def steps_of_actions(games: Sequence[GameRecord], steps: Sequence[MatchStep]) -> Where:
    """Both show the same turns in the same order; what was taken back stands in the steps alone and is passed over."""
    found: dict[tuple[int, int], MatchStep] = {}
    at = 0
    for game, record in enumerate(games):
        for number, action in enumerate(record.actions):
            place = next((each for each in range(at, len(steps)) if _shows(steps[each], action)), None)
            if place is not None:
                found[game, number] = steps[place]
                at = place + 1
    return found


def _shows(step: MatchStep, action: Played | CubeTurned) -> bool:
    if step.kind not in _TURNS or step.player is not action.side:
        return False
    if isinstance(action, CubeTurned):
        return step.kind == "cube"
    return step.kind != "cube" and step.position == action.after


def _player(side: Side, name: str, figures: Figures, length: int) -> PlayerReport:
    doubtful, bad, very_bad = figures.marked
    shown = (
        (Message("Error rate (mEMG)"), f"{figures.rate:.1f}"),
        (Message("PR, about"), f"{figures.performance:.1f}"),
        (Message("Decisions"), str(figures.decisions)),
        (Message("Plays lost"), f"{figures.play_error:.3f}"),
        (Message("Cube lost"), f"{figures.cube_error:.3f}"),
        (Message("Cost in all"), amount(figures.cost, length)),
        (Message("Luck"), f"{figures.luck:+.3f}"),
        (Message("Doubtful, bad, blunders"), f"{doubtful}, {bad}, {very_bad}"),
    )
    return PlayerReport(side, name, player_line(name, figures, length), left_out_line(name, figures), shown)


def _chances(number: int, game: GameAnalysis, numbers: Mapping[tuple[int, int], int]) -> Iterator[Chance]:
    """One for each play that has any; a cube mistake is marked at the play before it."""
    waiting: int | None = None
    last: Chance | None = None
    for decision in game.decisions:
        mistake = numbers.get((number, id(decision)))
        light = light_chance(game, decision)
        if light is None:
            waiting = mistake or waiting
            continue
        if last is not None:
            yield last
        last, waiting = Chance(light, mistake or waiting), None
    if last is not None:
        yield Chance(last.light, last.mistake or waiting)


def light_chance(game: GameAnalysis, decision: Judged) -> float | None:
    """Light's chance to win the match, or the game for money, once a play is made; None where nobody knows."""
    if not isinstance(decision, PlayJudged) or decision.chosen is None:
        return None
    stake = game.stakes.get(decision.cube)
    mine = stake.chance(decision.side, decision.chosen.equity) if stake else decision.chosen.chances.win
    return min(1.0, max(0.0, mine if decision.side is Side.LIGHT else 1 - mine))


def _decision(game: GameAnalysis, decision: Judged, length: int) -> DecisionReport:
    if isinstance(decision, LeftOut):
        return DecisionReport(decision.side, "", _LEFT_OUT[decision.reason], "", "", "", "", "")
    mark = next((name for low, name in _MARKS if decision.error >= low), "")
    lost = ""
    if mark:
        cost = amount(decision.error * worth(game, decision), length)
        lost = Message("{equity} ({cost})", equity=f"{decision.error:.3f}", cost=cost)
    if isinstance(decision, CubeJudged):
        return DecisionReport(
            decision.side, "", _cube_word(decision), cube_advice(decision) if mark else "", lost, "", "", mark
        )
    chance = light_chance(game, decision)
    chosen = decision.chosen
    return DecisionReport(
        decision.side,
        format_roll(decision.dice),
        shown_play(chosen.play if chosen else NO_PLAY),
        shown_play(decision.candidates[0].play) if mark else "",
        lost,
        f"{decision.luck:+.3f}",
        "" if chance is None else f"{100 * chance:.1f} %",
        mark,
    )


_LEFT_OUT = {
    "illegal": Message("illegal play, not judged"),
    "unseen": Message("roll not seen, not judged"),
    "mixed": Message("both colours on a point, not judged"),
    "entered": Message("the position was entered, not judged"),
}
_MARKS = ((VERY_BAD, "very bad"), (BAD, "bad"), (DOUBTFUL, "doubtful"))


_CUBE_WORDS = {
    "no double": Message("does not double"),
    "double": Message("doubles"),
    "take": Message("takes"),
    "drop": Message("drops"),
}


def _cube_word(decision: CubeJudged) -> str:
    return _CUBE_WORDS[decision.verb]


def _mistake(number: int, mistake: Mistake, analysis: MatchAnalysis, where: Where) -> MistakeReport:
    record, decision = analysis.record, mistake.decision
    game = record.games[mistake.game]
    step = where.get((mistake.game, decision.action))
    position = board_before(game, decision.action)
    seats = step.seats if step else USUAL_SEATS
    shown = not isinstance(decision, CubeJudged) or decision.verb != "no double"  # nothing was done then
    if isinstance(decision, PlayJudged):
        chosen = decision.candidates[decision.played]
        what: str = Message.joined(": ", (format_roll(decision.dice), shown_play(chosen.play)))
        better = shown_play(decision.candidates[0].play)
        played_moves, better_moves = chosen.moves, decision.candidates[0].moves
    else:
        what, better = cube_mistake(decision), cube_advice(decision)
        played_moves = better_moves = ()
    return MistakeReport(
        number,
        mistake.game + 1,
        decision.side,
        record.name(decision.side),
        what,
        better,
        Message.joined(", ", (f"{decision.error:.3f}", amount(mistake.cost, record.rules.length))),
        position,
        seats,
        played_moves,
        better_moves,
        cube_drawing(seats, *cube_shown(game, decision)),
        situation(record, game, decision),
        format_xgid(position_asked(record, mistake.game, decision)),
        step.frame if step and shown else None,
    )


def board_before(game: GameRecord, action: int) -> Position:
    """The board before one of a game's actions."""
    earlier = [each.after for each in game.actions[:action] if isinstance(each, Played)]
    return earlier[-1] if earlier else game.start


def position_asked(record: MatchRecord, number: int, decision: Judged) -> MatchPosition:
    """What a decision was made in; the turn is the doubler's where somebody answers. number: its game's, from 0.

    Where both colours stood on a point it is the board that the engine was given for it.
    """
    rules, game = record.rules, record.games[number]
    return MatchPosition(
        plain_board(board_before(game, decision.action)),
        decision.side.other if is_answer(decision) else decision.side,
        decision.dice if isinstance(decision, PlayJudged) else None,
        decision.cube,
        cube_owner(game, decision),
        game.score,
        rules.length,
        game.crawford,
        not rules.length and rules.jacoby_applies,
        not rules.length and rules.beavers,
    )
