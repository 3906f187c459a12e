"""Wheels and source distributions that are the same bytes wherever and whenever they are built.

File times, rights, owners and order, and the compression of this machine's zlib, are left out of them.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

_EARLIEST = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o100644 << 16
_AS_IN_ZIP = 315532800
"""1980-01-01 in seconds: the earliest time that a zip can hold, for source distributions too."""


def normalise_wheel(wheel: Path, added: Mapping[str, bytes]) -> None:
    """Write a wheel anew. added: files to go into it, by their place in the wheel; its RECORD lists them."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    files |= added
    (record,) = (name for name in files if name.endswith(".dist-info/RECORD"))
    lines = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in sorted(files.items()) if name != record]
    files[record] = ("\n".join([*lines, f"{record},,"]) + "\n").encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _EARLIEST)
            entry.external_attr, entry.create_system = _READABLE, 3
            archive.writestr(entry, data)


def normalise_sdist(sdist: Path) -> None:
    """Write a source distribution (.tar.gz) anew. Scripts stay executable, folders are left out."""
    with tarfile.open(sdist) as archive:
        held = [(member, archive.extractfile(member)) for member in archive.getmembers()]
        files = {member.name: (file.read(), bool(member.mode & 0o100)) for member, file in held if file is not None}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, (data, is_executable) in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode = len(data), _AS_IN_ZIP, 0o755 if is_executable else 0o644
            archive.addfile(entry, io.BytesIO(data))
    with sdist.open("wb") as out, gzip.GzipFile("", "wb", compresslevel=0, fileobj=out, mtime=_AS_IN_ZIP) as file:
        file.write(packed.getvalue())


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
