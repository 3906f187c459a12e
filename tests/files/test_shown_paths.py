"""What everybody reads of a file is its name: where the data folder lies is nobody's business."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from arbiter.message import Message
from bookgammon.errors import JournalHeldUp
from bookgammon.files.shown_paths import without_folders
from bookgammon.history.troubles import explained

FOLDER = Path("/home/ann/.local/share/bookgammon")


def test_the_full_disk_is_told_without_the_place_of_the_journal() -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    with pytest.raises(JournalHeldUp) as held, explained(FOLDER / "journal.sqlite"):
        raise full
    assert "/home/ann" in str(held.value)  # who runs the program reads it whole
    told = without_folders(str(held.value), FOLDER)
    assert told.startswith("The disk is full, so the journal journal.sqlite cannot be written")
    assert isinstance(told, Message)  # and in any language


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (Message("{path} cannot be read.", path=str(FOLDER / "a.json")), "a.json cannot be read."),
        (Message("No: {why}", why=Message("{path} is torn.", path=FOLDER / "a")), "No: a is torn."),
        (Message("{file} of {name}.", file="game.mp4", name="Ann/Ben"), "game.mp4 of Ann/Ben."),
        (f"It fails at {FOLDER}/recordings/1: no room", "It fails at recordings/1: no room"),
        ("All is well.", "All is well."),
    ],
)
def test_folders_are_left_out_and_nothing_else(said: str, told: str) -> None:
    assert without_folders(said, FOLDER) == told
