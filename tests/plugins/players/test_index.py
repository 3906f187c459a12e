"""The index follows the journal: new, corrected, analysed and deleted matches, and nothing else."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from arbiter.match.entered_events import ChouetteFounded, TurnEdited
from arbiter.match.events import Event, GameOver, GameStarted, MatchOver, MatchStarted, PlayMade, RollSeen
from arbiter.match.opponent import OpponentSeat
from arbiter.match.record import record_of
from arbiter.position import START, Side
from arbiter.records import CubeTurned
from arbiter.rules import Rules
from bookgammon.errors import PlayersError
from bookgammon.files.settings import now
from bookgammon.history.archive import Archive
from bookgammon.history.backup import write_backup
from bookgammon.history.journal import Journal, MatchEntry
from bookgammon.history.restore import REPLACED, restore
from bookgammon.history.session import MatchSession
from bookgammon.plugins.gnubg.analysis.as_json import figures_json
from bookgammon.plugins.gnubg.analysis.figures import figures
from bookgammon.plugins.gnubg.analysis.match_analysis import MatchAnalysis, fingerprint
from bookgammon.plugins.gnubg.analysis.model import (
    Chances,
    Count,
    CubeJudged,
    GameAnalysis,
    Judged,
    LeftOut,
    PlayJudged,
    RatedPlay,
)
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, Kept, Key, store_beside
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.index import PlayersIndex, players_beside
from bookgammon.plugins.players.register import PlayerRegister
from tests.plugins.players.evenings import Simulated

WHOLE = 1e9


def register_of(path: Path) -> PlayerRegister:
    return PlayerRegister(path, Counting(path, lambda: None), lambda _: None)


def names(path: Path) -> dict[str, int]:
    """Everybody in the index, and in how many matches."""
    with Counting(path, lambda: None).index() as index:
        return {player.name: player.matches for player in index.players()}


def counted(path: Path, playing: int | None = None) -> dict[str, int]:
    assert Counting(path, lambda: playing).catch_up(WHOLE) == 0
    return names(path)


def played(path: Path, *events: Event) -> MatchEntry:
    with Journal(path) as journal:
        entry = journal.begin("2026-01-02T20:00:00+00:00", "0")
        journal.append(entry, events)
    return entry


def begun(
    *people: str, length: int = 1, coach: bool = False, opponent: OpponentSeat | None = None
) -> tuple[Event, ...]:
    rules = Rules(length=length, coach=coach)
    started = MatchStarted(0, 0.0, rules, (people[0], people[1]), opponent=opponent, board="Ours")
    return started, GameStarted(0, 0.0, START, Side.LIGHT)


WON = (GameOver(9, 9.0, Side.LIGHT, 1, "single"), MatchOver(9, 9.0, Side.LIGHT, (1, 0)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def test_match_that_is_deleted_leaves_no_byte_in_the_index(path: Path) -> None:
    played(path, *begun("Ada", "Bea"), *WON)
    played(path, *begun("Cleopatra", "Bea"), *WON)
    assert counted(path) == {"Bea": 2, "Ada": 1, "Cleopatra": 1}
    Archive(path, lambda: None).delete(2)
    assert names(path) == {"Bea": 1, "Ada": 1}
    assert b"Cleopatra" not in players_beside(path).read_bytes()


def test_lost_index_is_made_anew_and_is_the_same(path: Path) -> None:
    Simulated(path, 5, seed=3)
    register = register_of(path)
    counted(path)
    pages = {name: register.player(name) for name in names(path)}
    players_beside(path).unlink()
    counted(path)
    assert {name: register.player(name) for name in names(path)} == pages


def test_index_of_another_program_is_a_sentence(path: Path) -> None:
    played(path, *begun("Ada", "Bea"), *WON)
    players_beside(path).write_bytes(b"no database" * 100)
    with pytest.raises(PlayersError, match="delete the file; it is made anew"):
        Counting(path, lambda: None).catch_up(WHOLE)


def test_match_being_played_counts_when_it_is_over(path: Path) -> None:
    entry = played(path, *begun("Ada", "Bea"))
    assert counted(path, playing=entry.id) == {}
    with Journal(path) as journal:
        journal.append(entry, WON)
    assert counted(path, playing=entry.id) == {"Ada": 1, "Bea": 1}


def test_match_that_was_broken_off_counts_without_a_result(path: Path) -> None:
    played(path, *begun("Ada", "Bea"), RollSeen(1, 1.0, Side.LIGHT, (3, 1)))
    counted(path)
    page = register_of(path).player("Ada")
    assert page
    assert (page.results.matches, page.results.won, page.results.lost, page.rating) == (1, 0, 0, None)


def test_match_that_never_began_does_not_count(path: Path) -> None:
    played(path, *begun("Ada", "Bea"))
    counted(path)
    assert register_of(path).player("Ada") is None


def test_program_and_nameless_players_are_no_players_and_give_no_rating(path: Path) -> None:
    seat = OpponentSeat(Side.DARK, "gnubg", "expert")
    played(path, *begun("Ada", seat.name, opponent=seat), *WON)
    played(path, *begun("Ada", "Dark"), *WON)
    assert counted(path) == {"Ada": 2}
    page = register_of(path).player("Ada")
    assert page
    assert (page.results.won, page.rating) == (2, None)
    assert [(each.name, each.page) for each in page.opponents] == [("GNU Backgammon (expert)", False), ("", False)]


def test_chouette_gives_its_players_their_balance_and_the_roll_to_who_threw_it(path: Path) -> None:
    founded = ChouetteFounded(0, 0.0, (("Ada", 3), ("Bea", 2), ("Cleo", 1)), Side.LIGHT)
    started, game = begun("Ada", "Bea", length=0)
    roll = RollSeen(1, 1.0, Side.LIGHT, (3, 1))
    play = PlayMade(2, 2.0, Side.LIGHT, (3, 1), "8/5 6/5", START.moved(Side.LIGHT, [(8, 5), (6, 5)]))
    played(path, started, founded, game, roll, play, GameOver(9, 9.0, Side.LIGHT, 1, "single"))
    counted(path)
    register = register_of(path)
    pages = [register.player(name) for name in ("Ada", "Bea", "Cleo")]
    assert [(page.chouettes, page.chouette_points) for page in pages if page] == [(1, 2), (1, -1), (1, -1)]
    ada = pages[0]
    assert ada
    assert (ada.dice.rolls, ada.dice.faces, ada.opponents) == (1, (1, 0, 1, 0, 0, 0), ())
    assert [one.name for one in register.dice().sets] == ["Ours: thrown by light"]


# ------------------------------------------------------------------ analyses

CHANCES = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


def test_roll_edited_afterwards_counts_as_corrected_and_makes_the_match_counted_anew(path: Path) -> None:
    after = START.moved(Side.LIGHT, [(8, 5), (6, 5)])
    turn = RollSeen(1, 1.0, Side.LIGHT, (3, 1)), PlayMade(2, 2.0, Side.LIGHT, (3, 1), "8/5 6/5", after)
    entry = played(path, *begun("Ada", "Bea"), *turn)
    counted(path)
    with Journal(path) as journal:
        journal.append(
            entry, [TurnEdited(3, 3.0, 1, 1, (6, 1), "13/7 8/7", START.moved(Side.LIGHT, [(13, 7), (8, 7)]))]
        )
    counted(path)
    page = register_of(path).player("Ada")
    assert page
    assert page.dice.faces == (1, 0, 0, 0, 0, 1)
    assert "corrected 1 of them (100.0 %)" in page.dice.reading


def analysed(path: Path, match: int, shift: float = 0.0, plies: int = 2) -> MatchAnalysis:
    """An analysis of the match that nobody made, kept as the engine's is. shift: added to each error."""
    with Journal(path, read_only=True) as journal:
        entry = next(each for each in journal.matches() if each.id == match)
        record = record_of(journal.events(entry))
    games = []
    for number, game in enumerate(record.games):
        decisions: list[Judged] = []
        for place, action in enumerate(game.actions):
            error = (place % 7) / 50 + shift
            if place % 5 == 4:
                decisions.append(LeftOut(place, action.side, 1, "unseen"))
            elif place % 5 == 3 or isinstance(action, CubeTurned):
                decisions.append(CubeJudged(place, action.side, 1, "no double", 0.2, 0.2 + error, 1.0, CHANCES))
            else:
                plays = (RatedPlay("a", (), 0.3, CHANCES), RatedPlay("b", (), 0.3 - error, CHANCES))
                decisions.append(PlayJudged(place, action.side, 1, (3, 1), plays, 1, place % 3 > 0, place / 100 - 0.1))
        counts = tuple(
            Count(
                sum(isinstance(each, PlayJudged) and each.side is side for each in decisions),
                sum(isinstance(each, PlayJudged) and each.side is side and each.unforced for each in decisions),
                sum(isinstance(each, CubeJudged) and each.side is side for each in decisions),
                sum(isinstance(each, CubeJudged) and each.side is side and each.error > 0 for each in decisions),
            )
            for side in Side
        )
        found = GameAnalysis(tuple(decisions), (counts[0], counts[1]), {}, "(;FF[4])")
        with AnalysisStore(store_beside(path)) as store:
            store.keep(Key(path.stem, match, number), Kept(fingerprint(record, number), plies, "gnubg", now(), found))
        games.append(found)
    return MatchAnalysis(record, tuple(games), plies)


def test_error_rates_and_luck_equal_a_recount_from_the_exported_analyses(path: Path) -> None:
    """From the last lines of `bookgammon analyse --json`, match by match."""
    simulated = Simulated(path, 8, seed=21)
    with Journal(path, read_only=True) as journal:
        analyses = [analysed(path, entry.id) for entry in journal.matches()]
    counted(path)
    for name in simulated.known:
        lines = [
            figures_json(figures(analysis.known, side))
            for analysis in analyses
            for side, who in zip(Side, analysis.record.names, strict=True)
            if who == name
        ]
        page = register_of(path).player(name)
        assert page
        total = {key: sum(line[key] for line in lines) for key in lines[0]}
        assert page.play.error_rate == pytest.approx(1000 * total["error"] / total["decisions"])
        assert page.play.play_rate == pytest.approx(1000 * total["play_error"] / total["unforced"])
        assert page.play.cube_rate == pytest.approx(1000 * total["cube_error"] / total["close_cube"])
        assert page.play.luck == pytest.approx(total["luck"])
        assert page.play.decisions == total["decisions"]
        assert page.spans[-1].luck == pytest.approx(total["luck"])


def test_match_with_a_coach_is_a_result_but_rates_nobody(path: Path) -> None:
    played(path, *begun("Ada", "Bea", coach=True), *WON)
    analysed(path, 1)
    counted(path)
    page = register_of(path).player("Ada")
    assert page
    assert (page.results.won, page.rating, page.play.games, page.kinds) == (1, None, 0, ())


def test_costliest_kinds_come_first_and_lose_what_the_decisions_lost(path: Path) -> None:
    Simulated(path, 3, seed=5, people=("Ada", "Bea"))
    with Journal(path, read_only=True) as journal:
        analyses = [analysed(path, entry.id) for entry in journal.matches()]
    counted(path)
    page = register_of(path).player("Ada")
    assert page
    lost = [kind.lost for kind in page.kinds]
    assert lost == sorted(lost, reverse=True)
    own = [
        each
        for analysis in analyses
        for game in analysis.known
        for each in game.decisions
        if analysis.record.name(each.side) == "Ada" and not isinstance(each, LeftOut)
    ]
    assert sum(lost) == pytest.approx(sum(each.error for each in own if not _forced(each)))
    assert {kind.name for kind in page.kinds} == {"Bear-off", "Doubling"}
    doubles = [each for each in own if isinstance(each, CubeJudged)]
    cube = next(kind for kind in page.kinds if kind.name == "Doubling")
    assert (cube.decisions, cube.mistakes) == (len(doubles), sum(each.error >= 0.03 for each in doubles))


def _forced(decision: PlayJudged | CubeJudged) -> bool:
    return isinstance(decision, PlayJudged) and not decision.unforced


def test_game_analysed_anew_is_counted_anew(path: Path) -> None:
    Simulated(path, 1, seed=5, people=("Ada", "Bea"))
    counted(path)
    register = register_of(path)
    seen = []
    for shift in (0.0, 0.1, 0.2):  # the last one kept is replaced in its place each time
        analysed(path, 1, shift)
        counted(path)
        page = register.player("Ada")
        assert page
        seen.append(page.play.play_rate)
    first, second, third = seen
    assert first is not None
    assert second is not None
    assert third is not None
    assert first < second < third


def test_nothing_is_counted_twice_over(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Simulated(path, 3, seed=5)
    analysed(path, 1)
    counted(path)
    monkeypatch.setattr(PlayersIndex, "keep", lambda *_: pytest.fail("nothing is new"))
    counted(path)


def test_damaged_match_counts_for_nothing_and_keeps_no_other_from_counting(path: Path) -> None:
    played(path, *begun("Ada", "Bea"), *WON)
    played(path, *begun("Cleo", "Bea"), *WON)
    db = sqlite3.connect(path)
    db.execute("UPDATE events SET json = replace(json, 'Ada', 'Eve') WHERE match = 1")
    db.commit()
    db.close()
    assert counted(path) == {"Bea": 1, "Cleo": 1}


def test_long_count_goes_on_by_itself_while_the_page_says_how_much_is_left(path: Path) -> None:
    Simulated(path, 6, seed=5)
    counting = Counting(path, lambda: None)
    assert counting.catch_up(0.0) == 6
    counting._worker.join(60)
    assert counting.catch_up(0.0) == 0
    assert sum(names(path).values()) == 12


def test_restore_takes_the_index_away(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    played(path, *begun("Ada", "Bea"), *WON)
    write_backup(tmp_path, tmp_path / "kept.zip", now())
    played(path, *begun("Cleopatra", "Bea"), *WON)
    counted(path)
    restore(tmp_path, tmp_path / "kept.zip")
    assert not players_beside(path).exists()
    assert (tmp_path / REPLACED / players_beside(path).name).exists()
    assert counted(path) == {"Ada": 1, "Bea": 1}


def test_board_is_noted_with_every_match_that_begins(path: Path) -> None:
    with Journal(path) as journal:
        entry = journal.begin("2026-01-02T20:00:00+00:00", "0")
        session = MatchSession(journal, entry, now, lambda _: None, board="Our book")
        session.keep([MatchStarted(0, 0.0, Rules())])
        (started,) = journal.events(entry)
    assert isinstance(started, MatchStarted)
    assert started.board == "Our book"
