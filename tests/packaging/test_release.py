"""`scripts/release`: what it refuses, what it writes of a version, and packages that are the same bytes anywhere."""

from __future__ import annotations

import os
import subprocess
import tarfile
from pathlib import Path

import pytest

from tools.release import changelog_with, main, name_version
from tools.release_check import ReleaseError
from tools.reproducible import normalise_sdist

CHANGELOG = "# Changelog\n\n## Unreleased\n\n### Added\n\n- Lamps.\n\n## 0.9.0 (2026-01-02)\n\n- Dice.\n"


def git(folder: Path, *words: str) -> str:
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    when = {"GIT_AUTHOR_DATE": "2026-03-04T05:06:07+00:00", "GIT_COMMITTER_DATE": "2026-03-05T00:00:00+00:00"}
    done = subprocess.run(
        ["git", *author, *words], cwd=folder, check=True, capture_output=True, text=True, env={**os.environ, **when}
    )
    return done.stdout


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one commit, a version and a changelog."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "A")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "a@example.org")
    (tmp_path / "arbiter").mkdir()
    (tmp_path / "arbiter" / "__init__.py").write_text('"""Rules."""\n\n__version__ = "0.9.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "first")
    return tmp_path


def test_what_was_unreleased_gets_version_and_date_and_an_empty_section_follows() -> None:
    said = changelog_with(CHANGELOG, "1.0.0", "2026-03-04")
    assert said.startswith("# Changelog\n\n## Unreleased\n\n## 1.0.0 (2026-03-04)\n\n### Added\n\n- Lamps.\n\n## 0.9.0")


@pytest.mark.parametrize("text", ["# Changelog\n", "## Unreleased\n\n## 0.9.0\n\n- Dice.\n"])
def test_nothing_to_say_is_no_release(text: str) -> None:
    with pytest.raises(ReleaseError, match="says nothing under Unreleased"):
        changelog_with(text, "1.0.0", "2026-03-04")


def test_the_version_is_one_commit_dated_like_the_one_before(tree: Path) -> None:
    name_version(tree, "1.0.0")
    assert '__version__ = "1.0.0"' in (tree / "arbiter" / "__init__.py").read_text()
    assert "## 1.0.0 (2026-03-05)" in (tree / "CHANGELOG.md").read_text()
    assert git(tree, "log", "-1", "--format=%s %as").strip() == "packaging: release 1.0.0 2026-03-05"
    assert not git(tree, "status", "--porcelain")


@pytest.mark.parametrize(("version", "sentence"), [("1.0", "1.0 is no version"), ("1.0.0; rm", "is no version")])
def test_what_is_no_version_is_one_sentence(version: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([version]) == 1
    said = capsys.readouterr().err
    assert sentence in said
    assert len(said.splitlines()) == 1


def test_an_uncommitted_change_is_no_release(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / "CHANGELOG.md").write_text(CHANGELOG + "- Later.\n")
    monkeypatch.setattr("tools.release.ROOT", tree)
    assert main(["1.0.0"]) == 1
    assert "not committed" in capsys.readouterr().err
    assert not (tree / "dist").exists()


def test_a_source_distribution_says_nothing_of_who_packed_it(tmp_path: Path) -> None:
    packed: list[bytes] = []
    for moment, umask in ((1_700_000_000, 0o022), (1_600_000_001, 0o077)):
        folder = tmp_path / str(moment) / "program-1"
        folder.mkdir(parents=True)
        for name, mode in (("run", 0o777), ("README.md", 0o666)):
            (folder / name).write_text(name)
            (folder / name).chmod(mode & ~umask)
            os.utime(folder / name, (moment, moment))
        sdist = tmp_path / f"{moment}.tar.gz"
        with tarfile.open(sdist, "w:gz") as archive:
            for name in sorted(os.listdir(folder), reverse=umask == 0o077):
                archive.add(folder / name, f"program-1/{name}")
        normalise_sdist(sdist)
        packed.append(sdist.read_bytes())
        with tarfile.open(sdist) as archive:
            assert {member.name: member.mode for member in archive} == {
                "program-1/README.md": 0o644,
                "program-1/run": 0o755,
            }
    assert packed[0] == packed[1]
