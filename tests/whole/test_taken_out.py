"""Plugins' folders really taken away: the program begins a match, shows its pages, and names what is gone nowhere."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bookgammon.plugin_manager import DEFAULT_PLUGINS

ROOT = Path(__file__).parents[2]
PACKAGES = ("arbiter", "outside", "calibration", "vision", "firmware_bridge", "translation", "web")
BEGINS_A_MATCH = """
import json, sys
from argparse import Namespace
from pathlib import Path
from urllib.request import urlopen

from arbiter.rules import Rules
from bookgammon.access.addresses import HERE
from bookgammon.commands.about import common_pages
from bookgammon.commands.composition import followed_match
from bookgammon.files.settings import now
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.session import MatchSession
from bookgammon.plugin_manager import plugins
from bookgammon.setup.serving import Place
from bookgammon.table.demo_recording import FOLDER, load_recording
from bookgammon.table.table import FrameTime, opening
from web.pairing import Pairing

folder = Path(sys.argv[1])
place = Place(HERE, 0, Pairing(), add=common_pages(folder))
with Journal(folder / FILE) as journal:
    session = MatchSession(journal, journal.begin(now(), "test"), now, lambda _: None)
    board = load_recording(FOLDER).board()
    with place.workers, followed_match(folder, journal, session, board, place, Namespace()) as match:
        match.table.commit(opening(Rules(), (0, 0), None, FrameTime()))
        pages = [urlopen(match.page.url + name).read().decode() for name in ("", "history", "help/about", "api/state")]
failed = [one.name for one in plugins().shown if one.trouble]
print(json.dumps({"plugins": plugins().names, "failed": failed, "pages": pages}))
"""


def without(folder: Path, *gone: str) -> Path:
    """The program with these plugins' folders taken away, in a folder of its own."""
    folder.mkdir()
    for package in PACKAGES:
        (folder / package).symlink_to(ROOT / package)
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "bookgammon", folder / "bookgammon", ignore=leave)
    for name in gone:
        shutil.rmtree(folder / "bookgammon" / "plugins" / name)
    return folder


@pytest.mark.parametrize(
    "gone", [DEFAULT_PLUGINS, ("voice",), ("gnubg", "notes", "study", "players", "imports", "photograph")], ids="-".join
)
def test_a_match_begins_without_them(tmp_path: Path, gone: tuple[str, ...]) -> None:
    assert trouble_without(tmp_path, *gone) == ""


def trouble_without(folder: Path, *gone: str) -> str:
    """What goes wrong where a match begins without these plugins; empty where nothing does."""
    answer = subprocess.run(
        [sys.executable, "-c", BEGINS_A_MATCH, str(folder)],
        cwd=without(folder / "program", *gone), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if answer.returncode:
        return answer.stderr
    found = json.loads(answer.stdout.splitlines()[-1])
    left = [name for name in DEFAULT_PLUGINS if name not in gone]
    named = [name for name in gone for page in found["pages"] if f"/plugins/{name}/" in page]
    if (found["plugins"], found["failed"], named) != (left, [], []):
        return f"plugins: {found['plugins']}, failed: {found['failed']}, named on a page: {named}"
    return ""
