"""Builds what is made of sources (`tools.build`), then the wheel, the same bytes wherever and whenever it is built.

File times, rights and order, and the compression of this machine's zlib, are left out of it. Its SBOM (CycloneDX, at
the place that PEP 770 names) lists what is installed along with the program, from requirements.lock.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zipfile
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

from tools.build import build

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

_EARLIEST = (1980, 1, 1, 0, 0, 0)
_READABLE = 0o100644 << 16
_BUILD_ONLY = ("babel", "markdown-it-py", "mdurl", "setuptools")


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """PEP 517's hook."""
    build()
    name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    _normalise(Path(wheel_directory) / name)
    return name


def build_editable(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """PEP 660's hook."""
    build()
    name: str = build_meta.build_editable(wheel_directory, config_settings, metadata_directory)
    return name


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    """PEP 517's hook."""
    build()
    name: str = build_meta.build_sdist(sdist_directory, config_settings)
    return name


def _normalise(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    (record,) = (name for name in files if name.endswith(".dist-info/RECORD"))
    about = record.removesuffix("/RECORD")
    program, version = about.removesuffix(".dist-info").split("-")
    lock = Path("requirements.lock").read_text(encoding="utf-8")
    files[f"{about}/sboms/{program}.cdx.json"] = _sbom(program, version, lock).encode()
    lines = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in sorted(files.items()) if name != record]
    files[record] = ("\n".join([*lines, f"{record},,"]) + "\n").encode()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _EARLIEST)
            entry.external_attr, entry.create_system = _READABLE, 3
            archive.writestr(entry, data)


def _sbom(program: str, version: str, lock: str) -> str:
    found = re.findall(r"^([\w.-]+)==([\w.]+)(?: ; (.+?))?(?: \\)?\n((?:    --hash=.+\n?)*)", lock, re.MULTILINE)
    components = [
        {
            "type": "library",
            "name": name,
            "version": release,
            "purl": f"pkg:pypi/{name}@{release}",
            **({"description": f"only where {marker}"} if marker else {}),
            "hashes": [{"alg": "SHA-256", "content": one} for one in re.findall(r"sha256:([0-9a-f]{64})", hashes)],
        }
        for name, release, marker, hashes in found
        if name not in _BUILD_ONLY
    ]
    own = {"type": "application", "name": program, "version": version, "licenses": [{"license": {"id": "MIT"}}]}
    sbom = {"bomFormat": "CycloneDX", "specVersion": "1.6", "metadata": {"component": own}, "components": components}
    return json.dumps(sbom, indent=1) + "\n"


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
