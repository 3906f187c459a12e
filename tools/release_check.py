"""Each artefact of a release, installed in an empty environment of its own, does its job."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path


class ReleaseError(Exception):
    """One sentence: why no release can be made, and what to do."""


def check(root: Path, dist: Path, version: str) -> Iterator[str]:
    """A line for each artefact that works, from wherever it is installed.

    The program's wheel and source distribution run the demo to its end, those of the rules the tutorial of
    docs/library.md. The Debian package needs a Debian of its own (scripts/install-check). Raises ReleaseError for the
    first that does not work.
    """
    lock = root / "requirements.lock"
    for name in (f"bookgammon-{version}-py3-none-any.whl", f"bookgammon-{version}.tar.gz"):
        with tempfile.TemporaryDirectory() as folder:
            python = _environment(Path(folder))
            _call(name, [*_pip(python), "--require-hashes", "--requirement", str(lock)], folder)
            _call(name, [*_pip(python), "--no-deps", "--no-build-isolation", str(dist / name)], folder)
            program = [str(python.parent / "bookgammon"), "demo", "--fast", "--data", str(Path(folder) / "data")]
            _call(name, program, folder)
            found = _call(name, [program[0], "--version"], folder).split()[-1]
            if found != version:
                raise ReleaseError(f"{name} says that it is {found}.")
        yield f"{name}: installed, the demo ran to its end"
    for name in (f"bookgammon_arbiter-{version}-py3-none-any.whl", f"bookgammon_arbiter-{version}.tar.gz"):
        with tempfile.TemporaryDirectory() as folder:
            python = _environment(Path(folder))
            if name.endswith(".gz"):  # what builds it; there is nothing else that it needs
                _call(name, [*_pip(python), "--require-hashes", "--requirement", str(lock)], folder)
            _call(name, [*_pip(python), "--no-deps", "--no-build-isolation", str(dist / name)], folder)
            tutorial = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], module_relative=False)[0])"
            _call(name, [str(python), "-c", tutorial, str(root / "docs" / "library.md")], folder)
        yield f"{name}: installed, the tutorial's examples hold"


def _environment(folder: Path) -> Path:
    """The Python of a new environment with nothing but pip in it."""
    venv.create(folder / "environment", with_pip=True)
    return folder / "environment" / ("Scripts" if os.name == "nt" else "bin") / "python"


def _pip(python: Path) -> list[str]:
    return [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]


def _call(name: str, command: list[str], folder: str) -> str:
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=clean)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        raise ReleaseError(f"{name} does not do its job: {' '.join(command)} ended with {done.returncode}.")
    return done.stdout
