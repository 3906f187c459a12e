"""What the doctor says of the secure page and the telephone."""

from __future__ import annotations

import datetime
import socket
from pathlib import Path

import pytest

from bookgammon.access.addresses import own_names
from bookgammon.access.door_certificate import FILE, door_context
from bookgammon.doctor.checks import Check
from bookgammon.doctor.door_checks import secure_door
from bookgammon.files.settings import Settings, save_settings


@pytest.fixture
def port() -> int:
    """One whose neighbour is free."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            number = int(first.getsockname()[1])
            try:
                second.bind(("127.0.0.1", number + 1))
            except (OSError, OverflowError):
                continue
            return number


def only(data: Path, port: int) -> Check:
    (check,) = secure_door(data, port)
    return check


def test_nothing_is_amiss_before_the_first_start(tmp_path: Path, port: int) -> None:
    assert only(tmp_path, port).state == "ok"


def test_a_certificate_is_told_with_its_end(tmp_path: Path, port: int) -> None:
    door_context(tmp_path, own_names(), notify=lambda _: None)
    check = only(tmp_path, port)
    assert (check.state, "good until" in check.found) == ("ok", True)


def test_a_key_that_others_may_read_is_told(tmp_path: Path, port: int) -> None:
    door_context(tmp_path, own_names(), notify=lambda _: None)
    (tmp_path / FILE).chmod(0o644)
    check = only(tmp_path, port)
    assert (check.state, "others on this machine" in check.found) == ("hint", True)


def test_a_certificate_that_ended_or_names_other_addresses_is_told(tmp_path: Path, port: int) -> None:
    door_context(tmp_path, ("localhost",), notify=lambda _: None)
    assert "new address" in only(tmp_path, port).found
    long_ago = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    (tmp_path / FILE).unlink()
    door_context(tmp_path, own_names(), now=lambda: long_ago, notify=lambda _: None)
    assert "about to end" in only(tmp_path, port).found


def test_a_telephone_that_was_picked_is_told(tmp_path: Path, port: int) -> None:
    save_settings(tmp_path, Settings(camera="phone"))
    assert ["telephone" in check.found for check in secure_door(tmp_path, port)] == [False, True]
