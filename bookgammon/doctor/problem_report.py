"""A report of a problem: versions, checks, the log and a minute's evidence in one file, without secrets or names."""

from __future__ import annotations

import json
import platform
import zipfile
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from arbiter.message import Message
from bookgammon import __version__
from bookgammon.doctor.checks import Check
from bookgammon.errors import UsageError
from bookgammon.files.atomic_files import AS_UMASK_LETS, atomic_file
from bookgammon.files.log import FILE, without_secrets
from bookgammon.table.match_log import EVIDENCE_FILE
from bookgammon.terminal.language import localized

Contents = dict[str, str]


def report_contents(folder: Path, checks: Iterable[Check]) -> Contents:
    """What a report would hold, by file name, all of it text that anybody may read."""
    about = {
        "program": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "checks": [asdict(check) for check in checks],
    }
    found = {"about.json": json.dumps(about, indent=1)}
    for path in (*sorted(folder.glob(f"{FILE}*"), reverse=True), folder / EVIDENCE_FILE):
        try:
            found[path.name] = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # nothing was logged yet
    home = str(Path.home())
    return {name: without_secrets(text).replace(home, "~") for name, text in found.items()}


def write_report(contents: Contents, out: Path) -> None:
    """Raises UsageError."""
    try:
        with atomic_file(out, mode=AS_UMASK_LETS) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in contents.items():
                archive.writestr(name, text)
    except OSError as error:
        raise UsageError(
            Message("The report {out} cannot be written: {strerror}.", out=out, strerror=error.strerror)
        ) from error


def described(contents: Contents) -> str:
    """For the person who is to decide whether to give it away."""
    about = localized(Message("The report holds no pictures, no names and no passwords, but these files:"))
    lines = [
        f"  {name:<18} {max(1, len(text) // 1024):>6} KB  {localized(_WHAT[_kind(name)])}"
        for name, text in contents.items()
    ]
    return "\n".join([about, *lines])


def _kind(name: str) -> str:
    return FILE if name.startswith(FILE) else name


_WHAT = {
    "about.json": Message("versions, and what doctor found on this machine"),
    FILE: Message("what the program logged"),
    EVIDENCE_FILE: Message("what was read from the board in the minute before the last warning"),
}
