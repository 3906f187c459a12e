"""Two viewers of one table, one sentence, two languages."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from arbiter.errors import ArbiterError
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import IllegalPlay
from arbiter.message import Message, all_of
from tests.web.tables import alarm, moving
from tests.web.whole_page import whole_app
from translation.catalogue import catalogue
from web.hub import Hub, stream
from web.state_view import warning_json

GERMAN = {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}


def told(answer: TestResponse) -> Any:
    return json.loads(answer.data)


def client() -> FlaskClient:
    return whole_app(Hub(alarm())).test_client()


def test_each_browser_is_answered_in_its_language() -> None:
    viewers = client()
    english, german = viewers.get("/api/state"), viewers.get("/api/state", headers=GERMAN)
    assert told(english)["headline"] == "Illegal play"
    assert told(german)["headline"] == "Regelwidrig"
    assert told(english)["warning"]["message"] != told(german)["warning"]["message"]
    assert english.headers["ETag"] != german.headers["ETag"]


def test_a_choice_on_the_page_comes_before_the_browsers_language() -> None:
    viewers = client()
    viewers.set_cookie("language", "en")
    assert told(viewers.get("/api/state", headers=GERMAN))["headline"] == "Illegal play"
    viewers.set_cookie("language", "../../etc")
    assert told(viewers.get("/api/state", headers=GERMAN))["headline"] == "Regelwidrig"


def test_the_page_says_its_language_and_brings_its_scripts_words() -> None:
    page = client().get("/", headers=GERMAN).text
    assert '<html lang="de"' in page
    assert "Menü" in page
    shown, after = page.split('id="catalogue">')
    assert "Camera misread" not in shown
    catalogue_text = after.split("</script>")[0]
    words = json.loads(catalogue_text)
    assert [one for one in words["languages"] if one[0] in ("en", "de")] == [["en", "English"], ["de", "Deutsch"]]
    assert words["messages"]["Take"] == "Annehmen"
    assert words["counts"][:3] == [1, 0, 1]


def test_two_streams_of_one_hub_speak_two_languages() -> None:
    hub = Hub(moving())
    english, german = stream(hub), stream(hub, language="de")
    assert '"headline":"Ben to play"' in next(english)
    assert '"headline":"Ben zieht"' in next(german)
    hub.publish(alarm())
    assert '"headline":"Illegal play"' in next(english)
    assert '"headline":"Regelwidrig"' in next(german)


def test_refusals_come_in_the_viewers_language() -> None:
    answer = client().post("/api/devices/name", json={}, headers={**GERMAN, "Origin": "http://localhost"})
    assert answer.status_code == 401
    assert told(answer)["error"].startswith("Dieses Gerät darf zusehen")


def test_a_warning_read_back_from_a_journal_is_said_in_any_language() -> None:
    view = alarm()
    warning = view.state.warning
    assert warning is not None
    read_back = event_from_json(json.loads(json.dumps(event_to_json(warning))))
    assert isinstance(read_back, IllegalPlay)
    assert read_back == warning
    assert not isinstance(read_back.message, Message)
    shown = warning_json(replace(view.state, warning=read_back))
    assert shown is not None
    assert isinstance(shown["message"], Message)


def test_a_message_is_english_text_wherever_it_is_kept() -> None:
    message = Message("{who} to roll", who="Ada")
    assert message == "Ada to roll"
    assert json.dumps({"headline": message}) == '{"headline": "Ada to roll"}'
    for same in (copy.deepcopy(message), pickle.loads(pickle.dumps(message)), str(ArbiterError(message))):  # noqa: S301 - packed here
        assert isinstance(same, Message)
        assert catalogue("de").say(same) == "Ada würfelt"


def test_values_that_are_messages_are_said_in_the_same_language() -> None:
    inner = all_of([6, 8, 13])
    assert inner == "6, 8 and 13"
    assert catalogue("de").say(Message("{who} wins the match", who=inner)) == "6, 8 und 13 gewinnt das Match"


def test_names_are_never_translated() -> None:
    tree = {"names": ["Dark Horse", "Take"], "headline": Message("{who} drops", who="Take")}
    assert catalogue("de").translated(tree) == {"names": ["Dark Horse", "Take"], "headline": "Take lehnt ab"}
