"""The figures of players against what a simulator of evenings knows, and against a recount from exported records."""

from __future__ import annotations

import math
import re
from collections import Counter
from pathlib import Path

import pytest

from arbiter.match.record import record_of
from arbiter.records import FORMATS
from bookgammon.history.journal import Journal
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.facts import RollCount
from bookgammon.plugins.players.register import PlayerRegister
from tests.plugins.players.evenings import PEOPLE, Simulated

WHOLE = 1e9
"""Seconds that counting may take."""


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Simulated]:
    path = tmp_path_factory.mktemp("evenings") / "journal.sqlite"
    simulated = Simulated(path, 40, seed=11)
    assert Counting(path, lambda: None).catch_up(WHOLE) == 0
    return path, simulated


def register(path: Path) -> PlayerRegister:
    return PlayerRegister(path, Counting(path, lambda: None), lambda _: None)


@pytest.mark.parametrize("name", PEOPLE)
def test_figures_are_those_that_the_simulator_knows(evenings: tuple[Path, Simulated], name: str) -> None:
    path, simulated = evenings
    page, known = register(path).player(name), simulated.known[name]
    assert page
    results = page.results
    assert (results.matches, results.won, results.lost) == (known.matches, known.won, known.lost)
    assert (results.games_won, results.games_lost) == (known.games_won, known.games_lost)
    assert (results.points, results.against) == (known.points, known.against)
    assert (page.illegal, page.stood, page.timed) == (known.illegal, known.stood, known.timed)
    assert page.seconds == pytest.approx(known.seconds)
    each = {one.name: [one.results.won, one.results.lost] for one in page.opponents}
    assert {name: won for name, won in each.items() if any(won)} == known.opponents


@pytest.mark.parametrize("name", PEOPLE)
def test_rolls_are_counted_by_how_they_are_known(evenings: tuple[Path, Simulated], name: str) -> None:
    path, simulated = evenings
    with Counting(path, lambda: None).index() as index:
        counted = index.rolls_of(name)
    for origin, rolls in simulated.known[name].rolls.items():
        faces = Counter(face for dice, many in rolls.items() for face in dice for _ in range(many))
        doubles = sum(many for (one, other), many in rolls.items() if one == other)
        assert counted[origin] == RollCount(tuple(faces[face] for face in range(1, 7)), doubles), origin  # type: ignore[arg-type, index]  # six of them
    assert set(counted) == set(simulated.known[name].rolls)


_TURN = re.compile(r"^ *\d+\. (\S+) +([1-6])([1-6]): (.*)$")
_WON = re.compile(r"^ +(\S+) wins (\d+) points?")
_SCORE = re.compile(r"^Game \d+, score (\d+)-(\d+)")


def test_results_and_rolls_equal_a_recount_from_the_exported_records(evenings: tuple[Path, Simulated]) -> None:
    """Read with a few regular expressions of this test's own."""
    path, _ = evenings
    won, points, stood, opening = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    dice: dict[str, Counter[str]] = {name: Counter() for name in PEOPLE}
    with Journal(path, read_only=True) as journal:
        texts = [FORMATS["text"].write(record_of(journal.events(entry))) for entry in journal.matches()]
    for text in texts:
        first = False
        for line in text.splitlines():
            first = first or bool(_SCORE.match(line))
            if turn := _TURN.match(line):
                dice[turn[1]].update([turn[2], turn[3]])
                stood[turn[1]] += "illegal, and it stood" in turn[4]
                opening[turn[1]] += first
                first = False
            if result := _WON.match(line):
                won[result[1]] += 1
                points[result[1]] += int(result[2])
    for name in PEOPLE:
        page = register(path).player(name)
        assert page
        assert (page.results.games_won, page.results.points, page.stood) == (won[name], points[name], stood[name])
        with Counting(path, lambda: None).index() as index:
            counted = index.rolls_of(name)
        total = sum(counted.values(), RollCount())
        assert total.faces == tuple(dice[name][str(face)] for face in range(1, 7))
        assert counted["opening"].rolls == opening[name]


def test_ratings_equal_an_implementation_of_this_test(evenings: tuple[Path, Simulated]) -> None:
    """FIBS' formula written once more, from its manual, with the favourite's chance instead of the underdog's."""
    path, simulated = evenings
    rating, experience = dict.fromkeys(PEOPLE, 1500.0), dict.fromkeys(PEOPLE, 0)
    for winner, loser, length in simulated.results:
        ahead = rating[winner] - rating[loser]
        expected = 1 - 1 / (1 + math.exp(math.log(10) * ahead * math.sqrt(length) / 2000))
        gains = []
        for name in (winner, loser):
            k = 5 - experience[name] / 100 if experience[name] < 400 else 1
            gains.append(4 * k * math.sqrt(length) * (1 - expected))
            experience[name] += length
        rating[winner] += gains[0]
        rating[loser] -= gains[1]
    listed = {line.name: line.rating for line in register(path).players().players}
    for name in PEOPLE:
        page = register(path).player(name)
        assert page
        assert page.rating == pytest.approx(rating[name], abs=1e-9)
        assert listed[name] == page.rating
        assert page.experience == experience[name]
