"""Who comes to control the match, and how it is taken from him again."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.devices import paired, post
from web.app import create_app
from web.hub import Hub
from web.pairing import LETTERS, MOST_DEVICES, Device, Pairing


@pytest.fixture
def pairing() -> Pairing:
    return Pairing(clock=lambda: 1000.0)


@pytest.fixture
def app(hub: Hub, pairing: Pairing) -> Flask:
    return create_app(hub, pairing=pairing, address=lambda: "http://192.168.1.20:8024/")


def test_the_code_pairs_however_it_is_typed(pairing: Pairing) -> None:
    assert len(pairing.code.replace("-", "")) == 8
    assert set(pairing.code) <= {*LETTERS, "-"}
    for typed in (pairing.code, pairing.code.lower(), pairing.code.replace("-", ""), f" {pairing.code} "):
        assert pairing.join(typed, "iPad")


@pytest.mark.parametrize("typed", ["", "K7QM-2FXD", "é", "K7QM" * 999])
def test_any_other_code_pairs_nobody(pairing: Pairing, typed: str) -> None:
    assert pairing.join(typed, "iPad") is None
    assert pairing.devices == ()


def test_a_device_is_known_by_its_key_which_is_kept_nowhere(pairing: Pairing) -> None:
    key = pairing.join(pairing.code, "iPad")
    (device,) = pairing.devices
    assert key
    assert pairing.device(key) == device == Device(device.id, "iPad", device.key_hash, 1000.0)
    assert key not in repr(device)
    for wrong in (None, "", device.key_hash, device.id, "\udcff"):
        assert pairing.device(wrong) is None


def test_a_revoked_device_only_looks_and_the_code_is_another() -> None:
    kept: list[tuple[Device, ...]] = []
    pairing = Pairing(keep=kept.append)
    before = pairing.code
    first, second = pairing.join(before, "iPad"), pairing.join(before, "iPhone")
    pairing.revoke([pairing.devices[0].id])
    assert pairing.device(first) is None
    assert pairing.device(second) is not None
    assert pairing.join(before, "iPad again") is None
    assert [len(devices) for devices in kept] == [1, 2, 1]


def test_devices_stay_paired_over_a_restart_but_the_code_does_not() -> None:
    first = Pairing()
    key = first.join(first.code, "iPad")
    again = Pairing(first.devices)
    assert again.device(key) is not None
    assert again.code != first.code


def test_devices_are_bounded_and_the_oldest_makes_room(pairing: Pairing) -> None:
    keys = [pairing.join(pairing.code, f"device {number}") for number in range(MOST_DEVICES + 1)]
    assert len(pairing.devices) == MOST_DEVICES
    assert pairing.device(keys[0]) is None
    assert pairing.device(keys[-1]) is not None


def test_what_cannot_be_kept_is_not_so() -> None:
    def broken(devices: tuple[Device, ...]) -> None:
        raise OSError("full")

    pairing = Pairing(keep=broken)
    with pytest.raises(OSError, match="full"):
        pairing.join(pairing.code, "iPad")
    assert pairing.devices == ()


def test_the_cookie_is_for_the_server_alone(app: Flask, pairing: Pairing) -> None:
    answer = post(app.test_client(), "/api/pair", {"code": pairing.code})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_device_is_told_whether_it_controls(app: Flask) -> None:
    looking, controlling = app.test_client(), paired(app)
    assert looking.get("/api/me").json == {"control": False, "name": None}
    told = controlling.get("/api/me").json
    assert told is not None
    assert told["control"] is True


@pytest.mark.parametrize("body", [{}, {"code": 7}, {"code": None}, {"code": ["K"]}, {"code": "ABCD-EFGH"}])
def test_a_wrong_code_is_one_sentence(app: Flask, body: object) -> None:
    answer = post(app.test_client(), "/api/pair", body)
    assert answer.status_code in (400, 403)
    assert answer.json is not None
    assert answer.json["error"].endswith(".")
    assert "Set-Cookie" not in answer.headers


def test_devices_are_shown_with_the_code_as_a_picture(app: Flask, pairing: Pairing) -> None:
    device = paired(app)
    told = device.get("/api/devices").json
    assert told is not None
    assert (told["address"], told["code"]) == ("http://192.168.1.20:8024/", pairing.code)
    assert [one["this"] for one in told["devices"]] == [True]
    drawn = device.get("/api/devices/code.svg")
    assert drawn.mimetype == "image/svg+xml"
    assert b"<script" not in drawn.data


def test_one_device_sends_the_others_away_or_itself(app: Flask) -> None:
    asking, other, third = paired(app), paired(app), paired(app)
    assert post(asking, "/api/devices/revoke", {}).status_code == 200
    assert other.get("/api/devices").status_code == third.get("/api/devices").status_code == 401
    told = asking.get("/api/devices").json
    assert told is not None
    post(asking, "/api/devices/revoke", {"id": told["devices"][0]["id"]})
    assert asking.get("/api/me").json == {"control": False, "name": None}
