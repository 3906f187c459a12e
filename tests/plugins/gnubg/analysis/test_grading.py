"""Single decisions are graded as GNU Backgammon's own hints and its analysis of the whole match grade them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.plays import legal_plays
from arbiter.position import START, Position, Side, row_of
from arbiter.records import CubeTurned, GameRecord, MatchRecord, Played, read_record
from arbiter.xgid import MatchPosition
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.gnubg.analysis.gnubg_process import GnubgProcess
from bookgammon.plugins.gnubg.analysis.grading import Graded, Grader
from bookgammon.plugins.gnubg.analysis.match_analysis import analysed
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, CubeVerb, GameAnalysis, Judged
from tests.plugins.gnubg.analysis.conftest import DATA
from tests.plugins.gnubg.analysis.printed import TIE, cube_sorted, gnubg_hints, told_cube, told_plays

MOST = 4


def never() -> bool:
    """Somebody waits."""
    return False


@pytest.fixture(scope="module")
def process(gnubg: Engine) -> Iterator[GnubgProcess]:
    started = GnubgProcess(lambda: gnubg)
    yield started
    started.close()


def positions(record: MatchRecord, game: GameRecord) -> Iterator[tuple[int, MatchPosition]]:
    """(the action's index, what was decided in), the cube as it lay before a double."""
    rules, position, cube, owner = record.rules, game.start, game.cube, game.owner
    jacoby, beavers = not rules.length and rules.jacoby_applies, not rules.length and rules.beavers
    turn = Side.LIGHT
    for number, action in enumerate(game.actions):
        if isinstance(action, Played) or action.verb == "double":
            turn = action.side
        dice = action.dice if isinstance(action, Played) else None
        yield (
            number,
            MatchPosition(position, turn, dice, cube, owner, game.score, rules.length, game.crawford, jacoby, beavers),
        )
        if isinstance(action, Played):
            position = action.after
        elif action.verb == "take":
            cube, owner = action.value, action.side


def record_of(name: str) -> MatchRecord:
    return read_record((DATA / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "game", "plies"), [("match-02-5pt.sgf", 1, 2), ("match-04-money.sgf", 0, 2), ("match-03-7pt.sgf", 0, 0)]
)
def test_plays_and_cube_are_graded_as_gnubg_hints(
    name: str, game: int, plies: int, process: GnubgProcess, tmp_path: Path
) -> None:
    """Digit for digit what it prints of each position, given to it as an XGID."""
    record, grader = record_of(name), Grader(process, plies)
    asked = [at for _, at in positions(record, record.games[game])][1 : 13 if plies else None : 1 if plies else 2]
    to_play = [at for at in asked if at.dice and len(legal_plays(at.position, at.turn, at.dice)) > 1]
    told = [token for at in to_play for token in told_plays(grader.best_plays(at, never, MOST))]
    assert len(told) > 7 * MOST
    settings = (f"set evaluation chequerplay evaluation plies {plies}", f"set evaluation cube evaluation plies {plies}")
    assert told == gnubg_hints(to_play, tmp_path, MOST, settings)
    before_roll = [replace(at, dice=None) for at in asked]
    cubes = [(at, grader.cube(at, "no double", never)) for at in before_roll]
    open_ones = [(at, graded.decision) for at, graded in cubes if graded and isinstance(graded.decision, CubeJudged)]
    assert open_ones
    ways = [
        cube_sorted(token for _, decision in open_ones for token in told_cube(decision, shift))
        for shift in (0.0, -TIE, TIE)
    ]
    printed = cube_sorted(iter(gnubg_hints([at for at, _ in open_ones], tmp_path, MOST, settings)))
    assert [found for *told, found in zip(*ways, printed, strict=True) if found not in told] == []


def judged_in(record: MatchRecord, gnubg: Engine, game: int, plies: int) -> GameAnalysis:
    alone = replace(record, games=(record.games[game],))
    *_, found = analysed(alone, gnubg, plies=plies, background=False)
    return found.known[0]


def plain(decision: Judged | None, graded: Graded | None = None) -> Judged | None:
    """Without its place in the record."""
    found = graded.decision if graded else decision
    return found and replace(found, action=0)


@pytest.mark.parametrize(("name", "game"), [("match-02-5pt.sgf", 1), ("match-04-money.sgf", 0)])
def test_each_decision_is_graded_as_in_the_whole_match(
    name: str, game: int, process: GnubgProcess, gnubg: Engine
) -> None:
    record, grader = record_of(name), Grader(process, 0)
    wanted = judged_in(record, gnubg, game, 0)
    found: list[Judged | None] = []
    for number, at in positions(record, record.games[game]):
        action = record.games[game].actions[number]
        if isinstance(action, Played):
            found += [plain(None, each) for each in grader.play(at, action.after, never)]
        elif isinstance(action, CubeTurned) and action.verb != "beaver":
            verb: CubeVerb = action.verb
            found.append(plain(None, grader.cube(at, verb, never)))
    assert found == [plain(each) for each in wanted.decisions]
    assert len(found) > 20


def test_what_it_cost_is_a_share_of_the_match_or_points(process: GnubgProcess) -> None:
    """24/23 6/5 with the opening 3-1 is a blunder, most of all at double match point."""
    grader = Grader(process, 0)
    wrong = Position(row_of([(24, 1), (21, 1), (13, 5), (8, 3), (6, 4), (5, 1)]), START.dark)
    point = MatchPosition(START, Side.LIGHT, (3, 1), score=(4, 4), length=5)
    (at_match_point,) = grader.play(point, wrong, never)
    (for_money,) = grader.play(replace(point, length=0, score=(0, 0), cube=2, owner=Side.DARK), wrong, never)
    assert at_match_point.cost == pytest.approx(at_match_point.decision.error / 2)  # EMG ±1 is the match won or lost
    assert for_money.cost == pytest.approx(2 * for_money.decision.error)
    assert for_money.decision.error > 0.1


def test_what_cannot_be_graded_is_nothing(process: GnubgProcess) -> None:
    grader = Grader(process, 0)
    at = MatchPosition(START, Side.DARK, (3, 1), length=5, crawford=True)
    assert grader.play(at, START, never) == ()  # no legal result
    assert grader.play(replace(at, dice=None), START, never) == ()
    assert grader.cube(at, "double", never) is None  # Crawford
    assert grader.best_plays(replace(at, dice=None), never) == ()
    home_board = row_of([*((point, 2) for point in range(1, 7)), (13, 3)])
    closed = Position(row_of([(25, 1), (6, 5), (5, 5), (4, 4)]), home_board)
    assert grader.best_plays(replace(at, position=closed, turn=Side.LIGHT), never) == ()
    (forced,) = grader.play(replace(at, position=closed, turn=Side.LIGHT), closed, never)
    assert forced.decision.error == 0.0
