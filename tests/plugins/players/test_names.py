"""Players renamed, merged and removed: in the journal itself, for good, and nobody else's matches touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbiter.match.entered_events import ChouetteFounded, PlayerJoined, PlayersNamed, TeamAnswered, Undone
from arbiter.match.event_json import event_to_json
from arbiter.match.events import Event, MatchStarted, RollSeen
from arbiter.match.fold import fold
from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.history.archive import Archive
from bookgammon.history.database_files import database_files
from bookgammon.history.journal import Journal
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.index import players_beside
from bookgammon.plugins.players.names import named_in, renamed, without
from bookgammon.plugins.players.register import PlayerRegister
from tests.plugins.players.evenings import Simulated
from tests.plugins.players.test_index import WON, begun, counted, played
from web.errors import NotNowError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def register_of(path: Path, playing: int | None = None) -> PlayerRegister:
    counting = Counting(path, lambda: playing)
    archive = Archive(path, lambda: playing)
    return PlayerRegister(path, counting, archive.delete)


def everywhere(path: Path) -> bytes:
    """What stands in the files of journal and index, without what was mistyped in the beginning of a match."""
    files = [*database_files(path), *database_files(players_beside(path))]
    return b"".join(file.read_bytes() for file in files if file.exists()).replace(b"Adalbert!", b"")


def check(path: Path) -> None:
    with Journal(path, read_only=True) as journal:
        journal.check()


def test_renamed_player_keeps_everything_and_the_old_name_is_nowhere(path: Path) -> None:
    Simulated(path, 6, seed=2, people=("Adalbert", "Bea", "Cleo"))
    counted(path)
    register = register_of(path)
    before = register.player("Adalbert")
    assert before
    register.rename("Adalbert", "Ada Lovelace")
    counted(path)
    after = register.player("Ada Lovelace")
    assert after
    assert (after.results, after.rating, after.dice.faces) == (before.results, before.rating, before.dice.faces)
    assert register.player("Adalbert") is None
    assert b"Adalbert" not in everywhere(path)
    check(path)


def test_merged_players_are_one_with_the_matches_of_both(path: Path) -> None:
    played(path, *begun("Ada", "Bea"), *WON)
    played(path, *begun("Ada L.", "Bea"), *WON)
    assert counted(path) == {"Bea": 2, "Ada": 1, "Ada L.": 1}
    register = register_of(path)
    assert register.is_player("Ada")
    register.rename("Ada L.", "Ada")
    assert counted(path) == {"Bea": 2, "Ada": 2}
    page = register.player("Bea")
    assert page
    assert [(each.name, each.results.lost) for each in page.opponents] == [("Ada", 2)]


def test_players_of_one_match_are_two_people(path: Path) -> None:
    played(path, *begun("Ada", "Bea"), *WON)
    with pytest.raises(NotNowError, match="have played each other"):
        register_of(path).rename("Ada", "Bea")
    assert counted(path) == {"Ada": 1, "Bea": 1}


def test_player_of_the_match_at_the_table_is_not_renamed_now(path: Path) -> None:
    played(path, *begun("Ada", "Bea"), RollSeen(1, 0.1, Side.LIGHT, (3, 1)))
    register = register_of(path, playing=1)
    with pytest.raises(NotNowError, match="plays in the match at the table"):
        register.rename("Ada", "Eve")
    with pytest.raises(NotNowError, match="plays in the match at the table"):
        register.remove("Ada", matches=False)
    assert counted(path) == {"Ada": 1, "Bea": 1}


def test_removed_name_is_nowhere_and_the_other_player_keeps_the_match(path: Path) -> None:
    Simulated(path, 3, seed=2, people=("Adalbert", "Bea"))
    counted(path)
    register = register_of(path)
    before = register.player("Bea")
    assert before
    register.remove("Adalbert", matches=False)
    assert counted(path) == {"Bea": 3}
    after = register.player("Bea")
    assert after
    assert (after.results, after.dice, after.rating) == (before.results, before.dice, None)
    assert b"Adalbert" not in everywhere(path)
    check(path)


def test_removed_with_their_matches_nothing_of_these_is_left(path: Path) -> None:
    played(path, *begun("Adalbert", "Bea"), *WON)
    played(path, *begun("Cleo", "Bea"), *WON)
    counted(path)
    register_of(path).remove("Adalbert", matches=True)
    assert counted(path) == {"Cleo": 1, "Bea": 1}
    assert b"Adalbert" not in everywhere(path)


def test_name_of_one_who_was_entered_by_mistake_goes_too(path: Path) -> None:
    """Ada was named for a moment in a match that Bea and Cleo played."""
    started, game = begun("Adalbert", "Bea")
    played(path, started, PlayersNamed(0, 0.0, ("Cleo", "Bea")), game, *WON)
    register_of(path).remove("Adalbert", matches=False)
    assert counted(path) == {"Bea": 1, "Cleo": 1}
    assert b"Adalbert" not in everywhere(path)


def texts(*events: Event) -> list[str]:
    return [json.dumps(event_to_json(event)) for event in events]


def test_names_stand_in_every_event_that_names_somebody() -> None:
    founded = ChouetteFounded(0, 0.0, (("Ada", 3), ("Bea", 2), ("Cleo", 1)))
    events = texts(
        MatchStarted(0, 0.0, Rules(length=0), ("Ada", "Bea")),
        founded,
        PlayerJoined(1, 1.0, "Dan"),
        TeamAnswered(2, 2.0, ("Bea", "Ada")),
        Undone(3, 3.0, "Taken back: Ada's double; Adam's play stays."),
    )
    changed = renamed(events, "Ada", "Eve")
    assert named_in(changed) == {"Eve", "Bea", "Cleo", "Dan"}
    assert "Eve's double; Adam's play" in changed[-1]
    assert "Ada'" not in "".join(changed)
    gone = without(events, "Ada")
    assert named_in(gone) == {"Player 1", "Bea", "Cleo", "Dan"}
    assert named_in(without(gone, "Bea")) == {"Player 1", "Player 2", "Cleo", "Dan"}


def test_player_without_a_name_is_called_by_the_side_that_they_had() -> None:
    events = texts(
        MatchStarted(0, 0.0, Rules(), ("Bea", "Ada")),
        PlayersNamed(1, 1.0, ("Ada", "Bea")),
        Undone(2, 2.0, "Taken back: Ada's roll 3-1."),
    )
    gone = without(events, "Ada")
    assert [json.loads(text).get("names") for text in gone] == [["Bea", "Dark"], ["Light", "Bea"], None]
    assert "Light's roll" in gone[-1]


def test_events_in_which_nobody_is_named_stay_as_they_were_written(path: Path) -> None:
    Simulated(path, 2, seed=4, people=("Ada", "Bea"))
    with Journal(path, read_only=True) as journal:
        (first, _) = journal.matches()
        before, state = journal.texts(first), fold(journal.events(first))
    register_of(path).rename("Ada", "Eve")
    with Journal(path, read_only=True) as journal:
        after = journal.texts(first)
        assert fold(journal.events(first)).score == state.score
    assert [one for one, other in zip(before, after, strict=True) if one != other] == [
        text for text in before if "Ada" in text
    ]


@pytest.mark.parametrize(
    "written",
    [
        '["Adalbert", "Bea"]',
        '["\\u0041dalbert", "Bea"]',
        '["Ad\\u0061lbert", "Be\\u0061"]',
        '["A\\u0064albert\\u0000", "Bea"]',
    ],
)
def test_a_removed_name_goes_however_the_journal_has_written_it(path: Path, written: str) -> None:
    """JSON has many ways to write a letter, and earlier versions restored what strangers had written."""
    with Journal(path) as journal:
        texts = [json.dumps(event_to_json(event)) for event in (*begun("Ann", "Bea"), *WON)]
        texts[0] = texts[0].replace('["Ann", "Bea"]', written)
        assert written in texts[0]
        journal.adopt("2026-01-02T20:00:00+00:00", "0", True, texts)
    assert counted(path) == {"Adalbert": 1, "Bea": 1}
    register = register_of(path)
    register.remove("Adalbert", matches=False)
    with Journal(path, read_only=True) as journal:
        (entry,) = journal.matches()
        assert "Adalbert" not in named_in(journal.texts(entry))
        assert fold(journal.events(entry)).names == ("Light", "Bea")
    assert counted(path) == {"Bea": 1}


def test_a_removed_name_goes_in_whatever_form_unicode_has_it(path: Path) -> None:
    with Journal(path) as journal:
        texts = [json.dumps(event_to_json(event)) for event in (*begun("Zoe\u0301", "Bea"), *WON)]
        journal.adopt("2026-01-02T20:00:00+00:00", "0", True, texts)
    register = register_of(path)
    register.remove("Zo\u00e9", matches=False)
    assert counted(path) == {"Bea": 1}
