"""The wheel, installed into an empty environment, runs the demos from another folder, killed half way and resumed."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from arbiter.match.events import PlayMade
from bookgammon.history.journal import DEMO_FILE, Journal
from tests.commands.program import kill_when
from tests.plugins.gnubg.opponent.test_recorded import GAME
from tools.build import built as built_files

ROOT = Path(__file__).parents[2]
PACKAGES = ("arbiter", "outside", "calibration", "vision", "firmware_bridge", "web", "bookgammon")
HALF_OF_ITS_EVENTS = 13
"""Of the recorded game against the computer."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source distribution and the wheel made from it.

    Built from the files that git knows or would take, so that what is lying about cannot hide a gap.
    """
    source = tmp_path_factory.mktemp("source")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    for name in listed:
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    out = tmp_path_factory.mktemp("built")
    call([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)])
    return out


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The console script in an environment that holds the wheel and what it depends on, nothing else."""
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=True)
    folder = place / ("Scripts" if os.name == "nt" else "bin")
    lock = ROOT / "requirements.lock"
    install = [str(folder / "python"), "-m", "pip", "install", "--quiet"]
    call([*install, "--require-hashes", "--requirement", str(lock)])
    call([*install, "--no-deps", str(wheel)])
    return folder / "bookgammon"


def test_the_wheel_holds_every_module_and_no_tests(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    modules = {str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    assert modules <= held
    assert {name.split("/")[0] for name in held if "dist-info" not in name} == {*PACKAGES, "translation"}
    assert {"bookgammon/recording/game.mp4", "bookgammon/recording/against/game.mp4"} <= held
    assert "web/templates/page.html" in held
    assert {path.relative_to(ROOT).as_posix() for path in built_files()} - {"docs/arbiter.md"} <= held


def test_the_source_distribution_holds_what_installing_needs(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as held:
        names = {name.partition("/")[2] for name in held.getnames()}
    ours = {"requirements.lock", "SECURITY.md", "run", "LICENSE"}
    asked_for = ours | {"install/bookgammon.service", "docs/guide/README.md"}
    assert asked_for <= names


def test_the_demo_runs_from_another_folder(program: Path, tmp_path: Path) -> None:
    assert "gammon" in call(demo(program, tmp_path / "data"), cwd=tmp_path)


def test_the_demo_survives_kill_9(program: Path, tmp_path: Path) -> None:
    """The shorter of the two, whose plays are known."""
    data = tmp_path / "data"
    against = [*demo(program, data), "--against"]
    running = subprocess.Popen(against, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    kill_when(running, data / DEMO_FILE, HALF_OF_ITS_EVENTS)
    call(against, cwd=tmp_path)
    with Journal(data / DEMO_FILE, read_only=True) as journal:
        (match,) = journal.matches()
        plays = [event for event in journal.events(match) if isinstance(event, PlayMade)]
    assert [(play.player.value, sorted(play.dice or ()), play.play) for play in plays] == [
        (side, sorted(dice), play) for side, dice, play in GAME
    ]
    afresh = call([*against, "--json"], cwd=tmp_path, kill_at_once=True)
    assert '"frame": 0' in afresh.splitlines()[0]


def demo(program: Path, data: Path) -> list[str]:
    return [str(program), "demo", "--fast", "--data", str(data)]


def call(words: Sequence[str], cwd: Path | None = None, *, kill_at_once: bool = False) -> str:
    """Standard output of a call that must succeed; with kill_at_once only its first line is waited for."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with subprocess.Popen(
        words, cwd=cwd, env=clean, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        if kill_at_once:
            assert running.stdout
            line = running.stdout.readline()
            running.kill()
            return line
        out, said = running.communicate(timeout=900)
        assert running.returncode == 0, said
        return out
