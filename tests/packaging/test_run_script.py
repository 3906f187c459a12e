"""`./run`: two words do everything; what they may not do is one sentence with the line to type."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(os.name == "nt", reason="a POSIX script")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What the script needs of a clone, on a machine that lacks nothing; programs in `bin` stand for the machine's."""
    for name in ("run", "pyproject.toml", "requirements.lock", "requirements-test.lock"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "scripts").mkdir()
    lacks(tmp_path, "")
    return tmp_path


def lacks(clone: Path, packages: str) -> None:
    (clone / "scripts" / "install-debian-packages").write_text(f"echo '{packages}'\n")
    stands_for(clone, "apt-get", "exit 1")


def stands_for(clone: Path, name: str, what: str) -> None:
    program = clone / "bin" / name
    program.write_text(f"#!/bin/sh\n{what}\n")
    program.chmod(0o755)


def said(clone: Path, *words: str, **variables: str) -> tuple[int, list[str]]:
    path = f"{clone / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", str(clone / "run"), *words], env={**os.environ, "PATH": path, **variables},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr.splitlines()


def test_anything_but_the_two_words_is_told_what_they_are(clone: Path) -> None:
    assert said(clone) == said(clone, "evening") == (2, ["usage: ./run demo, or ./run test"])


def test_an_old_python_is_one_sentence(clone: Path) -> None:
    stands_for(clone, "python3.6", "exit 1")
    code, lines = said(clone, "demo", PYTHON="python3.6")
    assert (code, len(lines)) == (1, 1)
    assert "needs Python 3.11 or newer" in lines[0]


def test_missing_packages_are_one_line_to_type_for_whoever_may_not_install_them(clone: Path) -> None:
    lacks(clone, "libgl1 chromium")
    stands_for(clone, "id", "echo 1000")
    code, lines = said(clone, "test")
    assert (code, lines) == (1, ["Type this first, as root: apt-get install libgl1 chromium"])


def test_too_little_room_is_one_sentence(clone: Path) -> None:
    stands_for(clone, "df", "echo header; echo 'disk 100 50 51200 50% /'")
    code, lines = said(clone, "demo")
    assert (code, lines) == (1, ["There is too little room on this disk: 1500 MB are needed and 50 MB are free."])


def test_without_the_internet_it_says_so(clone: Path) -> None:
    nowhere = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": str(clone / "bin")}
    code, lines = said(clone, "demo", **nowhere)
    assert code == 1
    assert lines[0].startswith("Fetching the libraries, once")  # whoever waits for minutes knows for what
    assert lines[-1].startswith("The libraries could not be fetched: connect this machine to the internet once")
    assert not (clone / ".venv" / "ready-for-demo").exists()


def test_make_and_continuous_integration_call_the_very_same() -> None:
    assert "\n\t@./run demo\n" in (ROOT / "Makefile").read_text()
    assert "\n\t@./run test\n" in (ROOT / "Makefile").read_text()
    calls = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if "/../run" in line]
    assert calls == ['"$(dirname "$0")/../run" test', 'exec "$(dirname "$0")/../run" test lab']
    assert "./run demo" in (ROOT / "README.md").read_text().split("![")[0]


def test_the_packages_are_named_where_they_are_missing(clone: Path) -> None:
    shutil.copy(ROOT / "scripts" / "install-debian-packages", clone / "scripts")
    done = subprocess.run(
        ["sh", "scripts/install-debian-packages", "--missing", "test"], cwd=clone, capture_output=True, text=True,
        env={"PATH": f"{clone / 'bin'}:/usr/bin:/bin"}, check=True,
    )  # fmt: skip
    known = "libgl1 libglib2.0-0 python3-venv chromium chromium-driver gcc g++ libc6-dev gcc-avr avr-libc"
    assert set(done.stdout.split()) <= {*known.split(), "libsimavr-dev", "gnubg", "mosquitto"}
