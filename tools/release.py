"""Makes a release of the last commit: `scripts/release VERSION` (docs/releasing.md).

The version and the changelog's section are written and committed where they are not yet. Everything is built from the
commit alone, in a folder of its own, dated by the commit before: whoever makes the release again gets the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from tools.debian_package import ARCHITECTURES, build_package
from tools.release_check import ReleaseError, check
from tools.reproducible import normalise_sdist, normalise_wheel

ROOT = Path(__file__).parents[1]
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
_STANDS_IN = Path("arbiter/__init__.py")
_CHANGELOG = Path("CHANGELOG.md")
_UNRELEASED = "## Unreleased\n"


def release(root: Path, version: str, out: Path) -> list[Path]:
    """Make all artefacts of a release in out, which is made anew; their paths.

    Raises ReleaseError where the tree is not clean, the version is no version, or nothing is said of it.
    """
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        raise ReleaseError(f"{version} is no version: name three numbers, as in 1.0.0 or 1.1.0rc1.")
    if _git(root, "status", "--porcelain", "--untracked-files=no").strip():
        raise ReleaseError("There are changes that are not committed: commit or remove them first (git status).")
    if _version_of((root / _STANDS_IN).read_text(encoding="utf-8")) != version:
        name_version(root, version)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    date = _git(root, "log", "-1", "--format=%as").strip()
    with tempfile.TemporaryDirectory() as folder:
        source = _exported(root, Path(folder) / "source")
        _build(source, out)
        _build(_arbiter_alone(source, Path(folder) / "arbiter"), out)
        normalise_wheel(out / f"bookgammon_arbiter-{version}-py3-none-any.whl", {})
        normalise_sdist(out / f"bookgammon_arbiter-{version}.tar.gz")
        wheel = out / f"bookgammon-{version}-py3-none-any.whl"
        for architecture in ARCHITECTURES:
            build_package(source, wheel, out, architecture, date)
        shutil.copyfile(source / "docs" / "licences.md", out / "LICENCES.md")
        _write_sbom(wheel, version, out)
    made = sorted(out.iterdir())
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made)
    (out / "SHA256SUMS").write_text(sums, encoding="utf-8")
    return [*made, out / "SHA256SUMS"]


def changelog_with(text: str, version: str, date: str) -> str:
    """The changelog with what was unreleased under a version and its date, and an empty section for what comes.

    date: as in 2026-11-24. Raises ReleaseError where nothing is unreleased.
    """
    _, found, after = text.partition(_UNRELEASED)
    if not found or not after.partition("\n## ")[0].strip():
        raise ReleaseError(f"{_CHANGELOG} says nothing under Unreleased: say there what is new for players.")
    return text.replace(_UNRELEASED, f"{_UNRELEASED}\n## {version} ({date})\n", 1)


def name_version(root: Path, version: str) -> None:
    """Write version and changelog and commit them, dated like the commit before, so that they are always the same."""
    when = _git(root, "log", "-1", "--format=%cI").strip()
    source, changelog = root / _STANDS_IN, root / _CHANGELOG
    said = changelog_with(changelog.read_text(encoding="utf-8"), version, when[:10])
    source.write_text(_VERSION.sub(f'__version__ = "{version}"', source.read_text(encoding="utf-8")), encoding="utf-8")
    changelog.write_text(said, encoding="utf-8")
    _git(root, "commit", "--quiet", "--all", "--date", when, "--message", f"packaging: release {version}")


def _version_of(text: str) -> str:
    found = _VERSION.search(text)
    return found[1] if found else ""


def _exported(root: Path, folder: Path) -> Path:
    folder.mkdir()
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=root, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
    return folder


def _arbiter_alone(source: Path, folder: Path) -> Path:
    """The second distribution as a tree of its own: its sources lie beside its description."""
    shutil.copytree(source / "arbiter", folder / "arbiter")
    for name in ("referee", "match"):
        shutil.rmtree(folder / "arbiter" / name)
    shutil.copyfile(source / "LICENSE", folder / "LICENSE")
    shutil.copyfile(source / "distributions" / "arbiter" / "README.md", folder / "README.md")
    described = (source / "distributions" / "arbiter" / "pyproject.toml").read_text(encoding="utf-8")
    here = re.sub(r"^package-dir = .*\n", "", described, flags=re.MULTILINE)
    (folder / "pyproject.toml").write_text(here, encoding="utf-8")
    return folder


def _build(source: Path, out: Path) -> None:
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"{source.name} could not be built: {done.stderr.strip().splitlines()[-1]}")


def _write_sbom(wheel: Path, version: str, out: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".cdx.json"))
        (out / f"bookgammon-{version}.cdx.json").write_bytes(archive.read(name))


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"git {words[0]} did not do it: {done.stderr.strip()}")
    return done.stdout


def main(words: Sequence[str] | None = None) -> int:
    """The script: exit code 1, with a sentence, where no release can be made."""
    parser = argparse.ArgumentParser(prog="scripts/release", description="Makes a release of the last commit in dist/.")
    parser.add_argument("version", metavar="VERSION", help="as in 1.0.0")
    version = parser.parse_args(words).version
    try:
        made = release(ROOT, version, ROOT / "dist")
        for path in made:
            print(f"{path.stat().st_size / 1e6:8.1f} MB  dist/{path.name}", flush=True)
        for line in check(ROOT, ROOT / "dist", version):
            print(line, flush=True)
    except ReleaseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
