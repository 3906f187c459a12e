"""Strangers' pictures have one way in: a walk over every call in the product."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.test_packages import PACKAGES, ROOT

DECODERS = {
    "imdecode",
    "imdecodemulti",
    "imdecodeanimation",
    "imread",
    "imreadmulti",
    "imreadanimation",
    "imdecodeWithMetadata",
}
CAPTURES = {"VideoCapture"}
UNPACKERS = {"ZipFile", "TarFile", "BZ2File", "LZMAFile", "unpack_archive"}
DOORS = {
    # one decodes what comes in, one times a picture of its own making
    "imdecode": {"vision/sources/decoding.py", "bookgammon/table/small_machine.py"},
    # streams and strangers' recordings in the confined process; webcams and the demo's own recording here
    "VideoCapture": {"vision/sources/confined_capture.py", "vision/sources/sources.py"},
    # one writes reports, one writes backups, one reads them in the confined process
    "ZipFile": {
        "bookgammon/doctor/problem_report.py",
        "bookgammon/history/backup.py",
        "bookgammon/history/unpacking.py",
    },
}


def attributes(path: Path) -> Iterator[str]:
    """Every name that stands behind a dot, and every name that is imported."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def test_pictures_videos_and_archives_have_one_way_in() -> None:
    found: dict[str, set[str]] = {}
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for name in (DECODERS | CAPTURES | UNPACKERS).intersection(attributes(path)):
                found.setdefault(name, set()).add(path.relative_to(ROOT).as_posix())
    assert found == DOORS


def test_toml_is_read_within_bounds() -> None:
    """But for the demo's recording, which comes with the program."""
    readers = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "import tomllib" in path.read_text(encoding="utf-8")
    }
    assert readers == {"outside/files.py", "bookgammon/table/demo_recording.py"}
