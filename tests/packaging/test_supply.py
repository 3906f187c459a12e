"""What is installed is known to the byte: a lock made by a tool, a wheel that is the same anywhere, its SBOM."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements.lock", "requirements-test.lock")


def pins(lock: str) -> dict[str, tuple[str, list[str]]]:
    """Name, version and SHA-256 hashes of each library."""
    text = (ROOT / lock).read_text()
    found = re.findall(r"^([\w.-]+)==([\w.]+).*\\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.MULTILINE)
    return {name: (version, re.findall(r"[0-9a-f]{64}", hashes)) for name, version, hashes in found}


def plain(name: str) -> str:
    return re.split(r"[><=\[ ]", name)[0].lower().replace("_", "-")


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_of_a_lock_is_a_version_with_hashes_and_no_place(lock: str) -> None:
    text = (ROOT / lock).read_text()
    line = re.compile(r"([\w.-]+==[\w.]+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?)")
    assert [one for one in text.splitlines() if not line.fullmatch(one)] == []
    assert all(hashes for _, hashes in pins(lock).values())


def test_the_locks_hold_what_the_project_asks_for() -> None:
    described = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = described["project"]
    extras = project["optional-dependencies"]
    needed = (*project["dependencies"], *extras["club"], *described["build-system"]["requires"])
    wanted = {plain(line) for line in needed}
    assert wanted <= set(pins("requirements.lock"))
    tests = {plain(line) for line in described["dependency-groups"]["test"]}
    assert wanted | tests <= set(pins("requirements-test.lock"))
    for name, pin in pins("requirements.lock").items():
        assert pins("requirements-test.lock")[name] == pin


def test_every_library_has_its_licence_told() -> None:
    told = (ROOT / "docs" / "licences.md").read_text()
    assert [name for name in pins("requirements.lock") if not re.search(rf"\b{re.escape(name)}\b", told)] == []


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Wheel and source of the same commit built twice: in other folders, at other times, with other rights."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    tree = tmp_path_factory.mktemp("tree")  # a file that somebody changes meanwhile is the same in both
    listed = [name for name in listed if (ROOT / name).is_file() and name.split("/")[0] not in ("tests", "lab")]
    for name in listed:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tree / name)
    made: list[Path] = []
    for umask, moment, zone in ((0o022, 1_700_000_000, "UTC"), (0o077, 1_600_000_001, "Asia/Tokyo")):
        source = tmp_path_factory.mktemp("source") / f"at{moment}"
        for name in listed:
            copy = source / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(tree / name, copy)
            copy.chmod(0o666 & ~umask)
            os.utime(copy, (moment, moment))
        out = tmp_path_factory.mktemp("out")
        subprocess.run(
            [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)],
            check=True, capture_output=True, umask=umask, env={**os.environ, "TZ": zone},
        )  # fmt: skip
        made.append(out)
    return made


@pytest.mark.parametrize("kind", ["*.whl", "*.tar.gz"])
def test_what_is_built_is_the_same_bytes_wherever_it_is_built(built: list[Path], kind: str) -> None:
    first, second = (path.read_bytes() for out in built for path in out.glob(kind))
    assert first == second


def test_the_wheel_says_what_it_holds_and_what_comes_with_it(built: list[Path]) -> None:
    (wheel,) = built[0].glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (record,) = (name for name in names if name.endswith("/RECORD"))
        rows = list(csv.reader(archive.read(record).decode().splitlines()))
        assert sorted(row[0] for row in rows) == sorted(names)
        for name, digest, size in rows:
            data = archive.read(name)
            told = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            assert name == record or (digest, size) == (f"sha256={told}", str(len(data)))
        (sbom,) = (json.loads(archive.read(name)) for name in names if name.endswith("/sboms/bookgammon.cdx.json"))
    build_only = {"babel", "markdown-it-py", "mdurl", "setuptools"}
    listed = {one["name"]: (one["version"], [each["content"] for each in one["hashes"]]) for one in sbom["components"]}
    assert listed == {name: pin for name, pin in pins("requirements.lock").items() if name not in build_only}
    assert any(name.endswith("licenses/LICENSE") for name in names)
