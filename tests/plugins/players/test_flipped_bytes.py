"""Bytes that a disk has changed in files beside the journal: what was made of it is made anew, never shown wrong.

A sample of `python -m lab.campaigns.flipped_bytes`.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bookgammon.errors import PlayersError
from bookgammon.history.journal import FILE
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, store_beside
from lab.campaigns.flipped_bytes import Read, kept_beside, reads_of, tried

SEED = 1
"""Its match is a short one."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with its analyses and its index."""
    folder = tmp_path_factory.mktemp("made")
    kept_beside(folder / FILE, 1, SEED)
    return folder


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path / FILE


@pytest.fixture
def read(path: Path) -> dict[str, tuple[Path, Read]]:
    return reads_of(path)


def test_a_changed_byte_of_an_analysis_is_never_another_analysis(read: dict[str, tuple[Path, Read]]) -> None:
    file, analyses = read["analyses"]
    assert analyses()
    assert None not in analyses()
    assert tried(file, analyses, 60, SEED).wrong == 0


def test_a_changed_byte_of_the_index_is_never_another_figure(read: dict[str, tuple[Path, Read]]) -> None:
    file, players = read["players"]
    assert players()[0]
    assert tried(file, players, 20, SEED).wrong == 0


def test_a_changed_byte_of_what_sqlite_finds_rows_by_is_noticed(read: dict[str, tuple[Path, Read]]) -> None:
    """All rows are right, and those of a name are not found: an index of theirs is another."""
    file, players = read["players"]
    right = players()
    names = right[0]
    assert isinstance(names, list)
    with closing(sqlite3.connect(file)) as db:
        ((page, size),) = db.execute(
            "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'rolls_by_name'"
        )
    whole = bytearray(file.read_bytes())
    whole[whole.index(names[0].encode(), (page - 1) * size, page * size)] ^= 1
    file.write_bytes(whole)
    with suppress(PlayersError):  # it is deleted, and the next request for the page counts again
        assert players() == right
    assert players() == right


def test_an_analysis_of_the_last_version_is_kept(path: Path, read: dict[str, tuple[Path, Read]]) -> None:
    """It has no checksums yet: they are made of what is there."""
    _, analyses = read["analyses"]
    before = analyses()
    with AnalysisStore(store_beside(path)) as store:
        store._db.execute("DROP TABLE seals")
        store._db.execute("PRAGMA user_version = 1")
    assert analyses() == before
