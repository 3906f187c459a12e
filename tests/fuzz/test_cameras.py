"""A sample of `python -m lab.campaigns.fuzz_cameras`: whatever a camera does, people are told in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.campaigns.fuzz_cameras import Overheard, met
from tests.fuzz.hostile_cameras import WAYS, made_certificate

SLOW = {
    "says nothing",
    "trickles its head",
    "has headers without end",
    "has a header without end",
    "draws in thousands of scans",
    "shakes hands slowly",
    "speaks no RTSP",
    "trickles RTSP",
    "has RTSP headers without end",
    "plays nothing over RTSP",
    "plays noise over RTSP",
}
"""Ten seconds or more each: left to the long run, but for the first."""


@pytest.mark.parametrize("name", [name for name in WAYS if name not in SLOW] + ["says nothing"])
def test_whatever_a_camera_does_people_are_told_or_it_goes_on(name: str, tmp_path: Path) -> None:
    certificate = None
    if WAYS[name].tls:
        try:
            certificate = made_certificate(tmp_path)
        except FileNotFoundError:
            pytest.skip("openssl makes the camera's certificate")
    with Overheard() as died:
        found = met(name, certificate)
    assert not found.fault
    assert not died
