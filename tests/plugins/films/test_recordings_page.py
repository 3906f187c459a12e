"""A recording is sent, answered and removed on the page of past matches, whatever the network does meanwhile."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from werkzeug.test import TestResponse

from bookgammon.history.archive import Archive
from bookgammon.plugins.films.pages import MOST_OF_A_PIECE, PIECE, RecordingShown, SaidOfRecording, add_recordings
from bookgammon.plugins.films.service import RecordingService
from bookgammon.plugins.films.uploads import Upload, Uploads
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page
from tests.plugins.films.filmed import Filmed
from tests.web.axe import violations
from tests.web.browser import MISSING, network, screen, until
from tests.web.devices import ORIGIN, paired, post
from tests.web.whole_page import whole_app, whole_page
from web.history import add_history
from web.hub import Hub

BYTES = random.Random(43).randbytes(5 * MOST_OF_A_PIECE + 12345)
"""Of a film, as far as sending it goes."""
SAID = SaidOfRecording(("Ada", "Ben"), 5)
TORN = """
const whole = fetch;
let pieces = 0;
window.fetch = async (address, options) => {
  const answer = await whole(address, options);
  pieces += String(address).includes("/piece");
  return pieces === 2 ? (pieces += 1, new Response('{"recei')) : answer;
};
"""
"""The answer to the second piece is cut off by the network."""


class Slow(RecordingService):
    """Whose network fails in the middle. seen: the offsets of the pieces that arrived."""

    def __init__(self, journal: Path) -> None:
        super().__init__(journal)
        self.seen: list[int] = []

    def add(self, recording: str, offset: int, piece: bytes) -> int:
        self.seen.append(offset)
        return super().add(recording, offset, piece)


@pytest.fixture
def service(tmp_path: Path) -> Slow:
    return Slow(tmp_path / "journal.sqlite")  # it only takes films: its work is in tests/plugins/films


@pytest.fixture
def page(driver: Chrome, tmp_path: Path, service: Slow) -> Iterator[Page]:
    archive = Archive(tmp_path / "journal.sqlite", lambda: None)
    add = [partial(add_history, archive=archive), partial(add_recordings, recordings=service)]
    with whole_page((), USUAL_SEATS, "127.0.0.1", 0, add=add) as running:
        yield running
        driver.get("about:blank")


def only(service: RecordingService) -> RecordingShown:
    (shown,) = service.all()
    return shown


def is_in(service: RecordingService, state: str) -> bool:
    return only(service).state == state


def press(driver: Chrome, words: str) -> None:
    shown = (each for each in driver.find_elements(By.TAG_NAME, "button") if each.is_displayed())
    (found,) = [each for each in shown if each.text == words]
    found.click()


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_film_is_sent_through_a_broken_connection_answered_and_removed(
    driver: Chrome, page: Page, service: Slow, tmp_path: Path
) -> None:
    film = tmp_path / "evening.mp4"
    film.write_bytes(BYTES)
    screen(driver, 390, 844)
    driver.get(page.opened_here())
    until(driver, lambda: driver.current_url == page.url)
    driver.get(page.url + "history")
    until(driver, lambda: driver.find_element(By.ID, "add-recording").is_displayed())
    assert "keep your own copy" in driver.find_element(By.ID, "recordings").text
    slow = partial(network, driver, latency_ms=50, upload=2 * MOST_OF_A_PIECE)
    try:
        slow()
        driver.find_element(By.ID, "recording-file").send_keys(str(film))
        until(driver, lambda: len(service.seen) > 1)
        slow(offline=True)
        slow()
        until(driver, lambda: only(service).state == "waiting")
    finally:
        network(driver)
    assert next((tmp_path / "recordings").glob("*/film")).read_bytes() == BYTES
    assert violations(driver) == []
    until(driver, lambda: "Waits" in driver.find_element(By.ID, "recording-list").text)
    driver.find_element(By.CSS_SELECTOR, ".recording summary").click()
    for name, words in (("light", "Ada"), ("dark", "Ben")):
        driver.find_element(By.CSS_SELECTOR, f".recording [name={name}]").send_keys(words)
    press(driver, "Note it")
    until(driver, lambda: only(service).said is not None)
    assert only(service).said == SAID
    until(driver, lambda: "Who played: Ada and Ben" in driver.find_element(By.ID, "recording-list").text)
    press(driver, "Remove")
    press(driver, "Keep it")
    assert service.all()
    press(driver, "Remove")
    driver.find_element(By.CSS_SELECTOR, "dialog[open] .danger").click()
    until(driver, lambda: service.all() == ())
    assert not list((tmp_path / "recordings").iterdir())


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_film_goes_on_with_the_same_file_alone(driver: Chrome, page: Page, service: Slow, tmp_path: Path) -> None:
    recording = service.begin("evening.mp4", len(BYTES), None, None).id
    service.add(recording, 0, BYTES[:MOST_OF_A_PIECE])
    driver.get(page.opened_here())
    until(driver, lambda: driver.current_url == page.url)
    driver.get(page.url + "history")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".recording .button"))
    driver.execute_script(TORN)
    for data, state in ((b"another film", "coming"), (BYTES, "waiting")):
        film = tmp_path / "evening.mp4"
        film.write_bytes(data)
        driver.execute_script("document.getElementById('recording-file').click = () => {}")
        press(driver, "Go on sending")
        driver.find_element(By.ID, "recording-file").send_keys(str(film))
        if state == "coming":
            until(driver, lambda: "another file" in driver.find_element(By.ID, "recordings-error").text)
        until(driver, partial(is_in, service, state))
    assert service.seen[1] == MOST_OF_A_PIECE  # not from the beginning
    assert next((tmp_path / "recordings").glob("*/film")).read_bytes() == BYTES


DROP = """
const files = new DataTransfer();
for (const [name, content] of arguments[0]) files.items.add(new File([content], name));
const dropped = new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true });
document.body.dispatchEvent(dropped);
return dropped.defaultPrevented;
"""


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_films_that_are_dropped_on_the_page_are_sent_by_a_paired_device_alone(
    driver: Chrome, page: Page, service: Slow, tmp_path: Path
) -> None:
    begun = service.begin("evening.mp4", 5, None, None).id
    service.add(begun, 0, b"eve")
    films = [["evening.mp4", "evenX"], ["other.mp4", "other"]]
    driver.delete_all_cookies()
    driver.get(page.url + "history")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".recording"))
    assert not driver.execute_script(DROP, films)
    driver.get(page.opened_here())
    until(driver, lambda: driver.current_url == page.url)
    driver.get(page.url + "history")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".recording .button"))
    assert driver.execute_script(DROP, films)
    until(driver, lambda: [each.state for each in service.all()] == ["waiting", "waiting"])
    kept = {each.name: (tmp_path / "recordings" / each.id / "film").read_bytes() for each in service.all()}
    assert kept == {"evening.mp4": b"evenX", "other.mp4": b"other"}  # the first from where it was


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_what_is_being_entered_stays_while_the_work_goes_on(driver: Chrome, page: Page, service: Slow) -> None:
    recording = service.begin("evening.mp4", 3, None, None).id
    driver.get(page.opened_here())
    until(driver, lambda: driver.current_url == page.url)
    driver.get(page.url + "history")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".recording summary"))
    driver.find_element(By.CSS_SELECTOR, ".recording summary").click()
    driver.find_element(By.NAME, "length").clear()
    driver.find_element(By.NAME, "length").send_keys("11")
    driver.find_element(By.NAME, "light").send_keys("Ad")
    service.add(recording, 0, b"all")
    until(driver, lambda: "Waits" in driver.find_element(By.ID, "recording-list").text)
    driver.switch_to.active_element.send_keys("a")
    assert driver.find_element(By.NAME, "light").is_displayed()
    assert driver.find_element(By.NAME, "light").get_property("value") == "Ada"
    assert driver.find_element(By.NAME, "length").get_property("value") == "11"
    driver.find_element(By.NAME, "dark").send_keys("Ben")
    press(driver, "Note it")
    until(driver, lambda: "Who played: Ada and Ben" in driver.find_element(By.ID, "recording-list").text)
    assert not driver.find_element(By.NAME, "light").is_displayed()
    assert only(service).said == SaidOfRecording(("Ada", "Ben"), 11)


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_whoever_is_not_paired_sees_how_far_it_is_and_touches_nothing(
    driver: Chrome, page: Page, service: Slow
) -> None:
    service.begin("evening.mp4", 100, None, None)
    driver.delete_all_cookies()
    driver.get(page.url + "history")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".recording"))
    assert "0 % of it is here." in driver.find_element(By.ID, "recording-list").text
    assert not [each for each in driver.find_elements(By.CSS_SELECTOR, "#recordings button") if each.is_displayed()]


def json_of(answer: TestResponse) -> Any:
    return answer.get_json()


def test_a_piece_is_bounded_and_no_json(hub: Hub, service: Slow) -> None:
    app = whole_app(hub)
    add_recordings(app, service)
    client = paired(app)
    begun = post(client, "/api/recordings", {"name": "evening.mp4", "size": 3 * MOST_OF_A_PIECE})
    path = f"{PIECE}?id={json_of(begun)['id']}&offset=0"
    binary = {**ORIGIN, "Content-Type": "application/octet-stream"}
    assert client.post(path, data=b"x" * (MOST_OF_A_PIECE + 1), headers=binary).status_code == 413
    assert client.post(path, data=b"x", headers={**ORIGIN, "Content-Type": "application/json"}).status_code == 415
    assert client.post(f"{PIECE}?id=x&offset=-1", data=b"x", headers=binary).status_code == 400
    assert client.post(f"{PIECE}?id={'0' * 16}&offset=0", data=b"x", headers=binary).status_code == 409
    answer = client.post(path, data=b"x" * MOST_OF_A_PIECE, headers=binary)
    assert (answer.status_code, answer.json) == (200, {"received": MOST_OF_A_PIECE})


class Sending:
    """A film of so many bytes that is sent by two paired devices, as far as the page's addresses go."""

    def __init__(self, hub: Hub, service: RecordingService, size: int) -> None:
        app = whole_app(hub)
        add_recordings(app, service)
        self.devices = paired(app), paired(app)
        self.id = json_of(post(self.devices[0], "/api/recordings", {"name": "evening.mp4", "size": size}))["id"]

    def piece(self, device: int, offset: object, data: bytes) -> tuple[int, Any]:
        headers = {**ORIGIN, "Content-Type": "application/octet-stream"}
        answer = self.devices[device].post(
            PIECE, query_string={"id": self.id, "offset": offset}, data=data, headers=headers
        )
        return answer.status_code, json_of(answer)


offsets = st.one_of(
    st.integers(-3, 50),
    st.integers(),
    st.sampled_from(["", " 1", "+1", "1e3", "0x1", "1_0", "\u0663", "9" * 12, "9" * 13, "NaN", "\0", "1;2"]),
)


@given(st.lists(st.tuples(st.integers(0, 1), offsets, st.integers(0, 50)), max_size=20))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_two_devices_send_the_film_stays_the_film(
    hub: Hub, tmp_path_factory: pytest.TempPathFactory, pieces: list[tuple[int, int | str, int]]
) -> None:
    folder = tmp_path_factory.mktemp("pieces")
    film = BYTES[:40]
    sending = Sending(hub, RecordingService(folder / "journal.sqlite"), len(film))
    received = 0
    for device, offset, size in pieces:
        fits = isinstance(offset, int) and 0 <= offset <= len(film)
        data = film[int(offset) : int(offset) + size] if fits else b"x" * size
        status, answer = sending.piece(device, offset, data)
        if status == 200:
            assert received <= answer["received"] <= len(film)
            received = answer["received"]
        else:
            assert (status, list(answer)) == (400, ["error"])
        kept = folder / "recordings" / sending.id / "film"
        assert (kept.read_bytes() if kept.exists() else b"") == film[:received]
    assert sending.piece(0, received, film[received:]) == (200, {"received": len(film)})


def test_two_devices_that_send_at_once_make_one_film(hub: Hub, service: Slow, tmp_path: Path) -> None:
    film = BYTES[: 2 * MOST_OF_A_PIECE]
    sending = Sending(hub, service, len(film))
    size = MOST_OF_A_PIECE // 16

    def send(device: int) -> None:
        received = 0
        while received < len(film):
            status, answer = sending.piece(device, received, film[received : received + size])
            assert status == 200
            received = answer["received"]

    with ThreadPoolExecutor(2) as devices:
        list(devices.map(send, (0, 1)))
    assert (tmp_path / "recordings" / sending.id / "film").read_bytes() == film


def test_two_programs_that_take_the_same_piece_make_one_film(
    hub: Hub, service: Slow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `history` beside `play` in one data folder: both know how much is there, then both write."""
    sending = Sending(hub, service, 10)
    other = Uploads(tmp_path / "recordings")
    received = Uploads.received

    def interrupted(self: Uploads, upload: Upload) -> int:
        there = received(self, upload)
        monkeypatch.setattr(Uploads, "received", received)
        other.add(upload, there, BYTES[there:6])
        return there

    monkeypatch.setattr(Uploads, "received", interrupted)
    assert sending.piece(0, 0, BYTES[:4]) == (200, {"received": 4})
    assert sending.piece(0, 4, BYTES[4:10]) == (200, {"received": 6})  # so much the other one has brought
    assert sending.piece(0, 6, BYTES[6:10]) == (200, {"received": 10})
    assert (tmp_path / "recordings" / sending.id / "film").read_bytes() == BYTES[:10]


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of a file's size")
def test_a_disk_that_is_full_in_the_middle_of_a_piece_loses_nothing(hub: Hub, service: Slow, tmp_path: Path) -> None:
    import resource  # noqa: PLC0415 - there is none on Windows

    sending = Sending(hub, service, 1000)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (700, limits[1]))
        assert sending.piece(0, 0, BYTES[:400]) == (200, {"received": 400})
        assert sending.piece(0, 400, BYTES[400:1000]) == (200, {"received": 700})
        status, answer = sending.piece(0, 700, BYTES[700:1000])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (status, answer) == (503, {"error": "The recording cannot be kept: File too large."})
    assert only(service).received == 700
    assert sending.piece(0, 700, BYTES[700:1000]) == (200, {"received": 1000})
    assert (tmp_path / "recordings" / sending.id / "film").read_bytes() == BYTES[:1000]


@pytest.mark.parametrize(
    "body",
    [
        {"name": "x", "size": "1"},
        {"name": "x", "size": True},
        {"name": 1, "size": 1},
        {"name": "x", "size": 1, "recorded": "now"},
        {"name": "x", "size": 1, "recorded": 1e300},
        {"name": "x", "size": 1, "said": {"names": ["a"]}},
        {"name": "x", "size": 1, "said": {"names": ["a", "b"], "length": 100, "score": [0, 0]}},
        {"name": "x", "size": 1, "said": {"names": ["a", "b" * 41], "length": 5, "score": [0, 0]}},
    ],
)
def test_what_makes_no_sense_is_refused(hub: Hub, service: Slow, body: object) -> None:
    app = whole_app(hub)
    add_recordings(app, service)
    refused = post(paired(app), "/api/recordings", body)
    assert refused.status_code == 400
    assert json_of(refused)["error"]
    assert service.all() == ()


def test_every_state_is_told(hub: Hub) -> None:
    app = whole_app(hub)
    add_recordings(app, Filmed(("Ada", "Ben")))
    told = json_of(app.test_client().get("/api/recordings"))["recordings"]
    assert [each["state"] for each in told] == ["coming", "working", "waiting", "done", "failed"]
    assert told[1]["said"] == {"names": {"light": "Ada", "dark": "Ben"}, "length": 7, "score": {"light": 3, "dark": 2}}
