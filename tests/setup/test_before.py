"""What is remembered of earlier evenings: the last match for its form, and everybody who played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arbiter.match.entered_events import ChouetteFounded
from arbiter.match.events import Event, GameStarted, MatchStarted
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.history.journal import FILE, Journal
from bookgammon.setup.before import NOBODY_YET, before


def played(folder: Path, *events: Event) -> None:
    with Journal(folder / FILE) as journal:
        journal.append(journal.begin("2026-01-02T20:00:00+00:00", "0"), [*events, GameStarted(0, 0.0, START)])


def match(*names: str, length: int = 7, score: tuple[int, int] = (0, 0)) -> Event:
    return MatchStarted(0, 0.0, Rules(length=length), (names[0], names[1]), score)


def chouette(line: Sequence[str]) -> Event:
    return ChouetteFounded(0, 0.0, tuple((name, 6 - place) for place, name in enumerate(line)), Side.LIGHT)


def test_nothing_is_remembered_before_the_first_match(tmp_path: Path) -> None:
    assert before(tmp_path) == NOBODY_YET
    with Journal(tmp_path / FILE) as journal:
        journal.begin("2026-01-02T20:00:00+00:00", "0")
    assert before(tmp_path).last is None


def test_the_last_match_is_remembered_for_its_names_and_its_length(tmp_path: Path) -> None:
    played(tmp_path, match("Anna", "Ben", score=(2, 1)))
    last = before(tmp_path).last
    assert last
    assert (last.names, last.score, last.length, last.is_open, last.named) == (("Anna", "Ben"), (2, 1), 7, True, True)
    again = before(tmp_path, new=True).last
    assert again
    assert not again.is_open


def test_who_played_last_is_offered_first_and_nobody_twice(tmp_path: Path) -> None:
    played(tmp_path, match("Cleo", "Dan"))
    played(tmp_path, match("Light", "Dark"))
    played(tmp_path, match("Anna", "Dan", length=3))
    earlier = before(tmp_path)
    assert earlier.players == ("Anna", "Dan", "Cleo")
    assert earlier.rules.length == 3


def test_players_without_names_cannot_have_a_rematch(tmp_path: Path) -> None:
    played(tmp_path, match("Light", "Dark"))
    last = before(tmp_path).last
    assert last
    assert not last.named


def test_everybody_in_a_chouette_is_remembered_the_box_first(tmp_path: Path) -> None:
    played(tmp_path, match("Ann", "Bob", length=0), chouette(("Ann", "Bob", "Cy")))
    earlier = before(tmp_path)
    assert earlier.last
    assert earlier.last.line == earlier.players == ("Ann", "Bob", "Cy")
