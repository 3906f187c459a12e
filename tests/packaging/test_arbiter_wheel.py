"""The rules by themselves: their own wheel, tried in an environment that holds nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

import arbiter
import bookgammon

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an empty environment with the wheel in it."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("out")
    built = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    for folder in ("arbiter", "distributions"):
        shutil.copytree(ROOT / folder, source / folder, ignore=built)
    tree = str(source / "distributions" / "arbiter")
    call(*PIP, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(out), tree)
    (wheel,) = out.glob("bookgammon_arbiter-*.whl")
    place = tmp_path_factory.mktemp("environment")
    venv.create(place, with_pip=False)
    found = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    call(*PIP, "--python", str(found), "install", "--no-deps", "--no-index", str(wheel))
    return found


def test_the_tutorial_runs_where_only_the_rules_are_installed(python: Path, tmp_path: Path) -> None:
    shutil.copy(ROOT / "docs" / "library.md", tmp_path)
    program = (
        "import doctest, arbiter\n"
        "tried = doctest.testfile('library.md', module_relative=False, encoding='utf-8')\n"
        "print(arbiter.__version__, tried.failed, tried.attempted > 30, arbiter.__file__)"
    )
    version, failed, attempted, place = call(str(python), "-c", program, cwd=tmp_path).split()
    assert (version, failed, attempted) == (arbiter.__version__, "0", "True")
    assert not Path(place).is_relative_to(ROOT)


def test_every_module_of_the_wheel_imports_by_itself(python: Path, tmp_path: Path) -> None:
    program = (
        "import importlib, pkgutil, arbiter, arbiter.abak, arbiter.records\n"
        "for package in (arbiter, arbiter.abak, arbiter.records):\n"
        "    for module in pkgutil.iter_modules(package.__path__, package.__name__ + '.'):\n"
        "        importlib.import_module(module.name)\n"
        "        print(module.name)"
    )
    modules = call(str(python), "-c", program, cwd=tmp_path).split()
    ours = [path for folder in (".", "abak", "records") for path in (ROOT / "arbiter" / folder).glob("*.py")]
    assert len(modules) == len([path for path in ours if path.stem != "__init__"]) + len({"abak", "records"})


def test_both_distributions_take_their_version_from_one_line() -> None:
    for place in (".", "distributions/arbiter"):
        described = tomllib.loads((ROOT / place / "pyproject.toml").read_text())
        assert described["project"]["dynamic"] == ["version"]
        assert described["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "arbiter.__version__"}
    assert bookgammon.__version__ == arbiter.__version__


def call(*command: str, cwd: Path | None = None) -> str:
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=clean)
    assert done.returncode == 0, done.stderr
    return done.stdout
