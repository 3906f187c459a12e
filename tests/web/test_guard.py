"""The door: whoever is not paired changes nothing, whatever they try; and nobody breaks the page."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.routing import Rule

from arbiter.match.commands import Command, CommandError
from bookgammon.plugin_manager import DEFAULT_PLUGINS
from tests import plugged
from tests.web.devices import ORIGIN, paired, post
from tests.web.tables import seen_misplayed
from tests.web.whole_page import whole_app
from web.control import add_control
from web.guard import shows_key
from web.history import add_history
from web.hub import Hub
from web.lights_map import add_lights
from web.reading import add_reading
from web.setup import add_setup

LOOKING = {
    "/", "/overlay", "/stream", "/pair", "/static/<path:filename>", "/lights", "/history", "/history/<int:match>",
    "/api/state", "/api/waiting", "/api/events",
    "/api/me", "/api/lights", "/api/pictures/<key>/<which>.jpg", "/api/history",
    "/api/history/<int:match>", "/api/history/<int:match>/pictures/<int:frame>.jpg",
    "/api/history/<int:match>/clips/<name>.webm",
    "/api/history/<int:match>/export/<name>", "/api/history/<int:match>/file",
    "/help", "/help/", "/help/about", "/help/rules", "/help/commands", "/help/<name>", "/help/screen/<name>",
    *(f"/plugins/{name}/<path:filename>" for name in DEFAULT_PLUGINS),
    "/offline", "/service-worker.js", *plugged.joined("guarded", "LOOKING"),
}  # fmt: skip
"""What everybody may look at; every other route belongs to paired devices."""


BYTES = set(plugged.joined("guarded", "BYTES"))
"""Addresses that take bytes."""


class Nothing:
    """Behind the wizard and the history: whoever comes as far as this was let in."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"somebody got in: {name}")


@pytest.fixture
def told() -> list[Command]:
    return []


@pytest.fixture
def app(hub: Hub, told: list[Command]) -> Flask:
    made = whole_app(hub)
    nobody: Any = Nothing()
    add_control(made, told.append)
    add_setup(made, nobody)
    add_history(made, nobody)
    add_lights(made, dict)
    add_reading(made, nobody)
    for add in plugged.found("guarded", "add"):
        add(made, nobody)
    return made


def address(rule: Rule) -> str:
    """The rule's path with something in place of what is variable in it."""
    return re.sub(r"<int:\w+>", "1", re.sub(r"<(path:)?\w+>", "x", rule.rule))


def test_whoever_is_not_paired_changes_nothing(app: Flask, hub: Hub, told: list[Command]) -> None:
    client, before = app.test_client(), hub.latest()
    tried = 0
    for rule in app.url_map.iter_rules():
        for method in rule.methods or ():
            if method in ("GET", "HEAD") or rule.rule == "/api/pair":
                continue
            kind = {"Content-Type": "application/octet-stream" if rule.rule in BYTES else "application/json"}
            answer = client.open(address(rule), method=method, data='{"command": "undo"}', headers={**ORIGIN, **kind})
            assert answer.status_code == 401, rule
            tried += 1
    assert tried >= 10
    assert (hub.latest(), told) == (before, [])


def test_whoever_is_not_paired_sees_only_what_everybody_may(app: Flask) -> None:
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.rule not in LOOKING:
            for kind in ("application/json", "text/html"):
                answer = client.get(address(rule), headers={"Accept": kind})
                assert answer.status_code == 401, rule


def test_a_paired_device_is_listened_to(app: Flask, told: list[Command]) -> None:
    assert post(paired(app), "/api/tell", {"command": "double"}).status_code == 200
    assert len(told) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://localhost:81"},
        {"Origin": "https://localhost"},
        {"Origin": "http://localhost.evil.example"},
    ],
    ids=str,
)
def test_other_sites_cannot_post_for_a_paired_device(app: Flask, told: list[Command], headers: dict[str, str]) -> None:
    answer = paired(app).post("/api/tell", json={"command": "double"}, headers=headers)
    assert (answer.status_code, told) == (403, [])


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_could_send_is_no_command(app: Flask, told: list[Command], kind: str) -> None:
    answer = paired(app).post("/api/tell", data='{"command": "double"}', headers={**ORIGIN, "Content-Type": kind})
    assert (answer.status_code, told) == (415, [])


def test_a_cookie_that_is_no_text_is_nobodys(app: Flask) -> None:
    assert not shows_key(app, "bookgammon=\xff")


def test_a_foreign_name_is_refused_even_with_the_cookie(app: Flask, told: list[Command]) -> None:
    answer = post(paired(app), "/api/tell", {"command": "double"}, Host="evil.example", Origin="http://evil.example")
    assert (answer.status_code, told) == (421, [])


@pytest.mark.parametrize(
    "name", ["[::1]evil", "[::1]:80evil", "[::1", "localhost:evil", "127.0.0.1:1:2", "", "x@localhost"]
)
def test_a_name_that_only_begins_like_ours_is_refused(app: Flask, name: str) -> None:
    assert app.test_client().get("/api/state", headers={"Host": name}).status_code == 421


@pytest.mark.parametrize("name", ["[::1]", "[fe80::1]:8024", "localhost", "LOCALHOST:8024", "192.168.1.20:8024"])
def test_our_own_names_are_known(app: Flask, name: str) -> None:
    assert app.test_client().get("/api/state", headers={"Host": name}).status_code == 200


def raw(client: FlaskClient, body: bytes) -> int:
    answer = client.post("/api/tell", data=body, content_type="application/json", headers=ORIGIN)
    assert answer.json is not None
    assert answer.json["error"].endswith(".")
    return answer.status_code


def test_bodies_that_are_too_large_or_torn_are_refused(app: Flask, told: list[Command]) -> None:
    client = paired(app)
    assert raw(client, b'{"command": "double", "x": "' + b"x" * 70_000 + b'"}') == 413
    for torn in (b"", b"{", b"\xff\xfe", b"[" * 60_000, b'{"a":' * 10_000, b"null", b"[]", b'"double"', b"1e999"):
        assert raw(client, torn) == 400, torn[:20]
    assert told == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(
        st.sampled_from(["command", "dice", "player", "position", "names", "score", "rules", "rolls", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text()
            | st.sampled_from(["double", "correct_dice", "name_players", "new_match", "correct_position", "light"]),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=12,
        ),
    )
)  # fmt: skip
def test_whatever_json_comes_is_a_command_or_a_sentence(app: Flask, body: dict[str, Any]) -> None:
    answer = post(paired(app), "/api/tell", json.loads(json.dumps(body)))
    assert answer.status_code in (200, 409)


def test_what_the_table_refuses_is_told(hub: Hub) -> None:
    def refuse(command: Command) -> None:
        raise CommandError("No double waits for an answer.")

    app = whole_app(hub)
    add_control(app, refuse)
    answer = post(paired(app), "/api/tell", {"command": "take"})
    assert (answer.status_code, answer.json) == (409, {"error": "No double waits for an answer."})


def test_only_the_overlay_may_be_framed(app: Flask) -> None:
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        if rule.rule not in LOOKING or "history" in rule.rule or rule.rule == "/api/events":
            continue
        with client.get(address(rule)) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "unsafe" not in policy
            assert ("frame-ancestors *" in policy) == (rule.rule == "/overlay")
            assert ("X-Frame-Options" in answer.headers) == (rule.rule != "/overlay")


def test_the_cameras_pictures_are_those_of_the_warning_shown(app: Flask, hub: Hub) -> None:
    client = app.test_client()
    hub.publish(seen_misplayed())
    warning = json.loads(client.get("/api/state").data)["warning"]
    for which, there in (("before", True), ("after", True)):
        answer = client.get(warning["pictures"][which])
        assert (answer.status_code, answer.mimetype, answer.data[:2]) == (200, "image/jpeg", b"\xff\xd8"), there
    for wrong in ("/api/pictures/x/before.jpg", warning["pictures"]["before"].replace("before", "other")):
        assert client.get(wrong).status_code == 404
