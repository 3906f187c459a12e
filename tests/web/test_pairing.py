"""Who comes to control the match, and how that is taken from them again."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from flask import Flask

from bookgammon.access import devices as device_file
from bookgammon.access.devices import DeviceFile, known_pairing
from tests.web.devices import paired, post
from tests.web.whole_page import whole_app
from web.device_list import MOST_DEVICES, Change, Device, DeviceList, MemoryRegistry
from web.errors import NotKeptError, Refused
from web.guard import shows_key
from web.hub import Hub
from web.pairing import CODE_LIFE_S, FROM_ALL, FROM_ONE, LETTERS, Pairing


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pairing(clock: Clock) -> Pairing:
    return Pairing(clock=clock, steady=clock)


@pytest.fixture
def app(hub: Hub, pairing: Pairing) -> Flask:
    return whole_app(
        hub, pairing=pairing, address=lambda: "http://192.168.1.20:8024/", named=lambda: "http://bookgammon.local:8024/"
    )


def refused(act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as refusal:
        act()
    assert str(refusal.value).endswith(".")
    return refusal.value


@pytest.mark.parametrize("typing", [str, str.lower, lambda code: code.replace("-", ""), lambda code: f" {code} "])
def test_the_code_pairs_however_it_is_typed(pairing: Pairing, typing: Callable[[str], str]) -> None:
    assert len(pairing.code.replace("-", "")) == 8
    assert set(pairing.code) <= {*LETTERS, "-"}
    assert pairing.join(typing(pairing.code), "iPad").key


@pytest.mark.parametrize("typed", ["", "K7QM-2FXD", "é", "K7QM" * 999])
def test_any_other_code_pairs_nobody(pairing: Pairing, typed: str) -> None:
    assert pairing.code
    assert refused(lambda: pairing.join(typed, "iPad")).status == 403
    assert pairing.devices == ()


def test_a_code_is_good_once(pairing: Pairing) -> None:
    code = pairing.code
    pairing.join(code, "iPad")
    assert "new one" in str(refused(lambda: pairing.join(code, "iPhone")))
    assert pairing.code != code
    assert [device.name for device in pairing.devices] == ["iPad"]


def test_a_code_runs_out_and_the_terminal_is_shown_the_next(pairing: Pairing, clock: Clock) -> None:
    told: list[str] = []
    pairing.on_news(told.append)
    code = pairing.code
    clock.now += CODE_LIFE_S - 1
    assert pairing.code != code  # what is shown is good for a while
    assert pairing.join(code, "iPad")  # and what was shown for as long as was promised
    late = pairing.code
    clock.now += CODE_LIFE_S
    assert "run out" in str(refused(lambda: pairing.join(late, "iPhone")))
    assert [sentence.split()[0] for sentence in told] == ["iPad", "A"]


def test_this_machines_browser_does_not_use_up_the_code_that_is_shown(pairing: Pairing) -> None:
    shown, own = pairing.code, pairing.code_for_one()
    assert own != shown
    pairing.join(own, "This machine")
    assert pairing.code == shown
    pairing.join(shown, "iPad")


def test_wrong_codes_are_few_a_minute_from_one_address(
    pairing: Pairing, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        for _ in range(FROM_ONE):
            assert refused(lambda: pairing.join("AAAA-AAAA", "x", "192.168.1.7")).status == 403
    assert refused(lambda: pairing.join(pairing.code, "x", "192.168.1.7")).status == 429
    (line,) = caplog.messages
    assert "192.168.1.7" in line
    assert pairing.code not in line
    assert pairing.join(pairing.code, "x", "192.168.1.8")
    clock.now += 61
    assert pairing.join(pairing.code, "x", "192.168.1.7")


def test_wrong_codes_from_everywhere_do_not_keep_the_owner_of_this_machine_out(pairing: Pairing) -> None:
    for number in range(FROM_ALL):
        refused(partial(pairing.join, "AAAA-AAAA", "x", f"192.168.{number}.1"))
    assert refused(lambda: pairing.join(pairing.code, "x", "192.168.99.1")).status == 429
    assert pairing.join(pairing.code, "x", "127.0.0.1")


def test_a_device_is_known_by_its_key_which_is_kept_nowhere(pairing: Pairing) -> None:
    key = pairing.join(pairing.code, "iPad").key
    (device,) = pairing.devices
    assert pairing.device(key) == device == Device(device.id, "iPad", device.key_hash, 1000.0, 1000.0)
    assert key not in repr(device)
    for wrong in (None, "", device.key_hash, device.id, "\udcff"):
        assert pairing.device(wrong) is None


def test_a_revoked_device_only_looks_is_told_why_and_the_codes_are_void(pairing: Pairing) -> None:
    first, second = (pairing.join(pairing.code, name) for name in ("iPad", "iPhone"))
    before = pairing.code
    pairing.revoke([first.device.id])
    assert pairing.device(first.key) is None
    assert "taken control" in pairing.why_not(first.key)
    assert pairing.device(second.key) is not None
    assert pairing.why_not(second.key) == pairing.why_not("never paired") == ""
    refused(lambda: pairing.join(before, "iPad again"))


def test_devices_have_names_of_their_own_and_people_give_others(pairing: Pairing) -> None:
    first, second, third = (pairing.join(pairing.code, "Linux").device for _ in range(3))
    assert [first.name, second.name, third.name] == ["Linux", "Linux 2", "Linux 3"]
    pairing.rename(second.id, "  Ann's phone\n")
    pairing.rename(third.id, "linux")
    assert [device.name for device in pairing.devices] == ["Linux", "Ann's phone", "linux 2"]
    pairing.rename(third.id, "x" * 99)
    assert len(pairing.devices[-1].name) == 40


def test_devices_are_bounded_and_the_one_unused_longest_makes_room_and_is_told(pairing: Pairing, clock: Clock) -> None:
    told: list[str] = []
    pairing.on_news(told.append)
    joined = []
    for number in range(MOST_DEVICES):
        clock.now += 1
        joined.append(pairing.join(pairing.code, f"device {number}"))
    clock.now += 3600
    assert pairing.device(joined[0].key)  # the first one is in use
    last = pairing.join(pairing.code, "one more")
    assert len(pairing.devices) == MOST_DEVICES
    assert last.made_room is not None
    assert last.made_room.name == "device 1"
    assert pairing.device(joined[0].key)
    assert pairing.device(joined[1].key) is None
    assert "one more" in pairing.why_not(joined[1].key)
    assert "device 1 made room" in told[-1]


def test_devices_stay_paired_over_a_restart_but_the_code_does_not(tmp_path: Path) -> None:
    first = known_pairing(tmp_path)
    key, code = first.join(first.code, "iPad").key, first.code
    again = known_pairing(tmp_path)
    assert again.device(key) is not None
    refused(lambda: again.join(code, "iPhone"))


def test_who_is_shown_out_by_one_process_is_out_of_all(tmp_path: Path) -> None:
    play, history = known_pairing(tmp_path), known_pairing(tmp_path)
    key, code = play.join(play.code, "iPad").key, play.code
    assert history.device(key)
    history.revoke([device.id for device in history.devices])
    assert play.device(key) is None
    refused(lambda: play.join(code, "iPad again"))  # the code that it may have seen
    other = history.join(history.code, "iPhone").key
    assert play.device(other)
    assert [device.name for device in play.devices] == ["iPhone"]


def test_two_processes_do_not_forget_each_others_devices(tmp_path: Path) -> None:
    both = [known_pairing(tmp_path) for _ in range(2)]
    for number in range(6):
        one = both[number % 2]
        one.join(one.code, f"device {number}")
    assert len(both[0].devices) == len(both[1].devices) == 6


def test_devices_of_earlier_versions_stay_paired(tmp_path: Path) -> None:
    (tmp_path / "devices.json").write_text('[{"id": "a", "name": "iPad", "key_hash": "00ff", "joined": 1.5}]')
    assert known_pairing(tmp_path).devices == (Device("a", "iPad", "00ff", 1.5),)


class FullDisk(MemoryRegistry):
    def change(self, how: Change) -> DeviceList:
        raise NotKeptError("The disk is full.")


def test_on_a_full_disk_nobody_is_paired_and_the_code_stays_good(hub: Hub, clock: Clock) -> None:
    pairing = Pairing(FullDisk(), clock=clock, steady=clock)
    app = whole_app(hub, pairing=pairing)
    code = pairing.code
    answer = post(app.test_client(), "/api/pair", {"code": code})
    assert (answer.status_code, answer.json) == (503, {"error": "The disk is full."})
    assert pairing.devices == ()
    assert pairing.code == code


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    registry = DeviceFile(tmp_path / "devices.json")
    monkeypatch.setattr(device_file, "write_atomically", full)
    with pytest.raises(NotKeptError, match="No space left on device"):
        registry.change(lambda known: known)


def test_the_cookie_is_for_the_server_alone(app: Flask, pairing: Pairing) -> None:
    answer = post(app.test_client(), "/api/pair", {"code": pairing.code})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_device_is_told_whether_it_controls(app: Flask) -> None:
    looking, controlling = app.test_client(), paired(app)
    assert looking.get("/api/me").json == {"control": False, "name": None, "why_not": ""}
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
    assert told["named"] == "http://bookgammon.local:8024/"
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
    alone = asking.get("/api/me").json
    assert alone is not None
    assert not alone["control"]
    assert "taken control" in alone["why_not"]


def test_a_device_gives_names(app: Flask) -> None:
    asking, other = paired(app), paired(app)
    told = other.get("/api/devices").json
    assert told is not None
    mine = next(one["id"] for one in told["devices"] if one["this"])
    assert post(asking, "/api/devices/name", {"id": mine, "name": "Kitchen"}).status_code == 200
    me = other.get("/api/me").json
    assert me is not None
    assert me["name"] == "Kitchen"
    for wrong in ({}, {"id": mine}, {"id": mine, "name": " "}, {"id": 7, "name": "x"}):
        assert post(asking, "/api/devices/name", wrong).status_code == 400
    assert post(app.test_client(), "/api/devices/name", {"id": mine, "name": "x"}).status_code == 401


@pytest.mark.parametrize("place", ["127.0.0.{}", "127.9.{}.1", "::ffff:127.0.0.{}"])
def test_all_addresses_of_this_machine_guess_as_one(pairing: Pairing, place: str) -> None:
    for number in range(FROM_ONE):
        with pytest.raises(Refused, match="not right"):
            pairing.join("ABCD-EFGH", "x", place.format(number + 1))
    for number in range(FROM_ONE, FROM_ONE + 20):
        with pytest.raises(Refused) as refused:
            pairing.join("ABCD-EFGH", "x", place.format(number + 1))
        assert refused.value.status == 429


def test_a_torn_list_of_devices_is_told_and_nobody_is_let_in(hub: Hub, tmp_path: Path) -> None:
    file = tmp_path / "devices.json"
    known = known_pairing(tmp_path)
    app = whole_app(hub, pairing=known)
    device = paired(app)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    for answer in (device.get("/api/devices"), device.get("/api/me"), post(device, "/api/devices/revoke", {})):
        assert answer.status_code == 503
        assert answer.json is not None
        assert "torn" in answer.json["error"]
    assert app.test_client().get("/").status_code == 200
    assert not shows_key(app, "bookgammon=x")
    file.write_bytes(whole)
    assert device.get("/api/devices").status_code == 200


def test_a_clock_set_back_keeps_nobody_out_and_no_code_alive() -> None:
    """Who has brought wrong codes waits a minute, not until the clock is where it was; a code has its ten minutes."""
    wall, steady = Clock(), Clock()
    pairing = Pairing(clock=wall, steady=steady)
    code = pairing.code
    for _ in range(5):
        refused(lambda: pairing.join("AAAA-AAAA", "iPad", "192.168.1.7"))
    wall.now -= 86400.0
    assert refused(lambda: pairing.join(code, "iPad", "192.168.1.7")).status == 429
    steady.now += 61.0
    assert pairing.join(code, "iPad", "192.168.1.7").key
    late = pairing.code
    wall.now -= 86400.0
    steady.now += CODE_LIFE_S + 1
    assert refused(lambda: pairing.join(late, "iPad")).status == 403
