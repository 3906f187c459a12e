from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

import web
from tests.web.tables import chouette_doubled, moving, to_roll
from tests.web.whole_page import whole_app
from web.app import create_app
from web.hub import Hub
from web.setup import add_no_setup

ROOM = Path(web.__file__).parent
TEXTS = {".css", ".html", ".js", ".svg", ".webmanifest"}
ASSETS = sorted(
    each for part in ("static", "templates", "guide") for each in (ROOM / part).rglob("*.*") if each.suffix in TEXTS
)
PATHS = ("/", "/api/state", "/api/events", "/static/page.js", "/nothing")


@pytest.fixture
def client(hub: Hub) -> FlaskClient:
    return whole_app(hub, allowed_hosts=["Salon.local"]).test_client()


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:8765", 200),
        ("127.0.0.1", 200),
        ("192.168.1.20:8765", 200),
        ("[::1]:8765", 200),
        ("salon.local:8765", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example:8765", 421),
        ("localhost.evil.example", 421),
        ("", 421),
    ],
)
def test_foreign_names_are_refused(client: FlaskClient, host: str, status: int) -> None:
    for path in PATHS[:4]:
        with client.get(path, headers={"Host": host}) as answer:
            assert answer.status_code == status
            if status == 421:
                assert "board" not in answer.get_data(as_text=True)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_nothing_can_be_changed(client: FlaskClient, hub: Hub, method: str) -> None:
    before = hub.latest()
    for path in PATHS[:4]:
        answer = client.open(path, method=method, data=b"x" * 1_000_000, content_type="application/json")
        assert answer.status_code == 405
        assert answer.get_data(as_text=True) == "Nothing can be changed here, only looked at."
    assert hub.latest() == before


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/..%5capp.py",
        "/templates/x",
    ],
)
def test_paths_do_not_lead_out(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.get_data(as_text=True)) == (404, "There is no such page here.")


def test_a_page_that_is_not_there_leads_people_back(client: FlaskClient) -> None:
    """Such as set-up's, left open on a tablet, once the match is followed."""
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Accept-Language": "de"}
    answer = client.get("/setup", headers=browser)
    text = answer.get_data(as_text=True)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "Diese Seite gibt es hier nicht." in text
    assert '<a class="button primary" href="/">' in text
    assert client.get("/setup", headers={"Accept": "*/*"}).mimetype == "text/plain"


def test_the_state_is_the_newest_and_is_not_sent_twice(client: FlaskClient, hub: Hub) -> None:
    hub.publish(moving())
    answer = client.get("/api/state")
    assert answer.mimetype == "application/json"
    assert json.loads(answer.data)["headline"] == "Ben to play"
    again = client.get("/api/state", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_streams_are_bounded_and_their_places_come_back(client: FlaskClient) -> None:
    open_ones = [client.get("/api/events", buffered=False) for _ in range(3)]
    full = client.get("/api/events")
    assert (full.status_code, full.headers["Retry-After"]) == (503, "30")
    assert client.get("/api/state").status_code == 200
    open_ones[0].close()  # although nobody ever read from it
    freed = client.get("/api/events", buffered=False)
    assert freed.status_code == 200
    for answer in (*open_ones[1:], freed):
        answer.close()


def test_asking_for_the_head_takes_no_place(client: FlaskClient) -> None:
    for _ in range(5):
        with client.head("/api/events") as answer:
            assert answer.status_code == 200


def first_view(client: FlaskClient) -> dict[str, int]:
    """Everything that a browser fetches before the page stands, with its size: what the page names, and what
    its modules import; not what they fetch once somebody opens a dialog."""
    html = client.get("/").get_data(as_text=True)
    sizes = {"/": len(html.encode()), "/api/state": len(client.get("/api/state").data)}
    waiting = re.findall(r'(?:href|src)="(/static/[^"]+)"', html)
    while waiting:
        path = waiting.pop()
        if path not in sizes:
            with client.get(path) as answer:
                text = answer.get_data(as_text=True)
            sizes[path] = len(text.encode())
            waiting += [f"/static/{name}" for name in re.findall(r'^import .* from "\./(.+)";', text, re.MULTILINE)]
    return sizes


def test_the_first_view_is_light(client: FlaskClient, hub: Hub) -> None:
    hub.publish(chouette_doubled())
    sizes = first_view(client)
    assert {"/static/page.js", "/static/board.js", "/static/stream.js", "/static/tokens.css"} < set(sizes)
    assert sum(sizes.values()) < 113_000


def test_every_colour_is_a_token_and_every_token_is_there() -> None:
    """Names in hexadecimal that begin a selector are no colours: a colour stands behind a colon."""
    sheets = {path.name: path.read_text(encoding="utf-8") for path in (ROOM / "static").glob("*.css")}
    written = "".join(sheets.values()) + (ROOM / "static" / "board.js").read_text("utf-8")
    tokens = set(re.findall(r"(--[\w-]+):", written))
    plain = re.compile(r":[^;{}]*(#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\()[^;{}]*;")
    for name, text in sheets.items():
        assert name == "colours.css" or not plain.search(text), name
        assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= tokens, name


def test_nothing_is_needed_from_elsewhere() -> None:
    elsewhere = re.compile(
        r"(src|href|from|import|fetch)\W+https?://|@import|url\(|innerHTML|\beval\b|document\.write"
    )
    for asset in ASSETS:
        text = asset.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert not elsewhere.search(text), asset.name


def test_the_page_has_no_inline_script_or_style(client: FlaskClient) -> None:
    text = client.get("/").get_data(as_text=True)
    assert not re.search(r"<script(?![^>]*\b(?:src=|type=.application/json))|<style|\sstyle=|\son\w+=", text)


def test_who_has_the_address_of_the_set_up_comes_to_the_table_during_a_match() -> None:
    app = create_app(Hub(to_roll()))
    add_no_setup(app)
    answer = app.test_client().get("/setup")
    assert (answer.status_code, answer.location) == (302, "/")
