"""The Debian package of a release: the program and all that it needs of Python, with nothing to fetch.

It carries the wheels of every library as requirements.lock pins them, for the Pythons of the Debians and Ubuntus there
are; when it is installed it makes an environment of its own in /opt/bookgammon from those for the Python found there.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from tools.build_backend import BUILD_ONLY
from tools.release_check import ReleaseError

ARCHITECTURES = {"amd64": "x86_64", "arm64": "aarch64"}
"""Debian's names, and those that wheels have."""
_PYTHONS = ("3.11", "3.12", "3.13")
"""Of Debian 12, of Ubuntu 24.04 and of Debian 13."""
_GLIBC = ("2014", "_2_17", "_2_24", "_2_26", "_2_27", "_2_28", "_2_31", "_2_34")
"""Platforms of wheels that run on Debian 12 (glibc 2.36)."""

_UNITS = {"bookgammon.service": "user", "bookgammon-kiosk.service": "user", "bookgammon-screen@.service": "system"}

_CONTROL = """\
Package: bookgammon
Version: {version}
Architecture: {architecture}
Maintainer: The Bookgammon Companion founders <maintainers@localhost>
Installed-Size: {kilobytes}
Depends: python3 (>= 3.11), python3-venv, libgl1, libglib2.0-0t64 | libglib2.0-0
Recommends: gnubg
Section: games
Priority: optional
Description: camera referee for backgammon played inside a book
 A webcam or telephone looks down on a backgammon board that opens like a
 book. The program reads checkers, dice and cube, follows the match by the
 rules, keeps the score and shows it all on a page for a tablet.
"""
_POSTINST = """\
#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
python3 -m venv --clear /opt/bookgammon/environment
/opt/bookgammon/environment/bin/python -m pip --disable-pip-version-check install --quiet --no-index --no-deps \\
    --find-links /opt/bookgammon/wheels --requirement /opt/bookgammon/libraries.txt
"""
_PRERM = """\
#!/bin/sh
set -e
# made here, not unpacked: dpkg does not know it. People's data is elsewhere, in their own folders, and stays.
rm -rf /opt/bookgammon/environment
"""
_LAUNCHER = """\
#!/bin/sh
# A newer Debian brings another Python, for which the environment is made anew.
here=/opt/bookgammon/environment/bin
if [ ! -x $here/bookgammon ] || ! $here/python -c '' 2>/dev/null; then
    echo "This system's Python has changed since Bookgammon was installed: type sudo dpkg-reconfigure bookgammon" >&2
    exit 1
fi
exec $here/bookgammon "$@"
"""


def build_package(source: Path, wheel: Path, out: Path, architecture: str, date: str) -> Path:
    """Write bookgammon_VERSION_ARCHITECTURE.deb into out. date: of all its files, as in 2026-11-24.

    source: the tree of the release, for its lock and what is installed along. Needs dpkg-deb, and the index that pip
    fetches from, whose files the lock's hashes hold. Raises ReleaseError where either does not do its part.
    """
    if shutil.which("dpkg-deb") is None:
        raise ReleaseError("The Debian package needs dpkg-deb: make releases on Debian or Ubuntu, or install dpkg.")
    version = wheel.name.split("-")[1]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "package"
        _fill(root, source, wheel, ARCHITECTURES[architecture])
        kilobytes = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
        control = _CONTROL.format(version=version.replace("rc", "~rc"), architecture=architecture, kilobytes=kilobytes)
        _write(root / "DEBIAN" / "control", control)
        _write(root / "DEBIAN" / "postinst", _POSTINST, executable=True)
        _write(root / "DEBIAN" / "prerm", _PRERM, executable=True)
        for path in (*root.rglob("*"), root):  # pip and mkdir follow the umask
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)
        package = out / f"bookgammon_{version}_{architecture}.deb"
        moment = int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp())
        # what is in it is packed already, so packing it again takes minutes for nothing
        command = ["dpkg-deb", "-Znone", "--root-owner-group", "--build", str(root), str(package)]
        for path in (*root.rglob("*"), root):
            os.utime(path, (moment, moment))
        _run(command, {**os.environ, "SOURCE_DATE_EPOCH": str(moment), "TZ": "UTC"})
    return package


def _fill(root: Path, source: Path, wheel: Path, machine: str) -> None:
    home = root / "opt" / "bookgammon"
    pins = _pinned((source / "requirements.lock").read_text(encoding="utf-8"))
    _write(home / "libraries.txt", f"bookgammon=={wheel.name.split('-')[1]}\n{_names(pins)}")
    _fetch(pins, home / "wheels", machine)
    _copy(wheel, home / "wheels" / wheel.name)
    _copy(source / "install" / "70-bookgammon.rules", root / "usr/lib/udev/rules.d/70-bookgammon.rules")
    _copy(source / "install" / "bookgammon.desktop", root / "usr/share/applications/bookgammon.desktop")
    _copy(source / "web" / "static" / "icon.svg", root / "usr/share/icons/hicolor/scalable/apps/bookgammon.svg")
    _copy(source / "LICENSE", root / "usr/share/doc/bookgammon/copyright")
    for name, whose in _UNITS.items():
        unit = (source / "install" / name).read_text(encoding="utf-8")
        _write(root / "usr/lib/systemd" / whose / name, unit.replace("%h/.local/bin/", "/usr/bin/"))
    _write(root / "usr/bin/bookgammon", _LAUNCHER, executable=True)


def _pinned(lock: str) -> str:
    """The lock without what only building needs."""
    blocks = re.findall(r"^[\w.-]+==[^\n]*\n(?:    --hash=[^\n]*\n?)*", lock, re.MULTILINE)
    return "".join(block for block in blocks if block.split("==")[0] not in BUILD_ONLY)


def _names(pins: str) -> str:
    """Name, version and condition of each pin, without hashes: pip looks for them beside the list."""
    return "".join(f"{line.removesuffix(' ' + chr(92))}\n" for line in pins.splitlines() if "==" in line)


def _fetch(pins: str, folder: Path, machine: str) -> None:
    folder.mkdir(parents=True)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as asked:
        asked.write(pins)
        asked.flush()
        for python in _PYTHONS:
            platforms = [f"--platform=manylinux{glibc}_{machine}" for glibc in _GLIBC]
            command = [
                sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps",
                "--require-hashes", "--only-binary=:all:", f"--python-version={python}", "--implementation=cp",
                *platforms, "--dest", str(folder), "--requirement", asked.name,
            ]  # fmt: skip
            _run(command, dict(os.environ))


def _run(command: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        said = done.stderr.strip().splitlines() or [""]
        raise ReleaseError(f"The Debian package could not be made: {said[-1]}")


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o644)


def _write(target: Path, text: str, *, executable: bool = False) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    target.chmod(0o755 if executable else 0o644)
