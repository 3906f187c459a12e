"""Builds what is made of sources (`tools.build`), then the wheel or the source distribution (`tools.reproducible`).

The wheel's SBOM (CycloneDX, at the place that PEP 770 names) lists what is installed along with the program, from
requirements.lock.
"""

from __future__ import annotations

import json
import re
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
from tools.reproducible import normalise_sdist, normalise_wheel

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

BUILD_ONLY = ("babel", "markdown-it-py", "mdurl", "setuptools")


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """PEP 517's hook."""
    build()
    name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    program, version = name.split("-")[:2]
    lock = Path("requirements.lock").read_text(encoding="utf-8")
    added = {f"{program}-{version}.dist-info/sboms/{program}.cdx.json": _sbom(program, version, lock).encode()}
    normalise_wheel(Path(wheel_directory) / name, added)
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
    normalise_sdist(Path(sdist_directory) / name)
    return name


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
        if name not in BUILD_ONLY
    ]
    own = {"type": "application", "name": program, "version": version, "licenses": [{"license": {"id": "MIT"}}]}
    sbom = {"bomFormat": "CycloneDX", "specVersion": "1.6", "metadata": {"component": own}, "components": components}
    return json.dumps(sbom, indent=1) + "\n"
