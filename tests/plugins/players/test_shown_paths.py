"""Where the data folder lies is nobody's business on the pages of players and dice either."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from bookgammon.history.archive import Archive
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.pages import add_players
from bookgammon.plugins.players.register import PlayerRegister
from tests.web.test_shown_paths import READ_BY_ALL, SPOILT, names_no_folder


def add(app: Flask, path: Path, archive: Archive) -> None:
    add_players(app, PlayerRegister(path, Counting(path, lambda: None), archive.delete))


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_who_only_looks_at_players_reads_of_no_folder(spoil: Callable[[Path], object], tmp_path: Path) -> None:
    names_no_folder(spoil, tmp_path, (*READ_BY_ALL, "/players", "/dice"), add)
