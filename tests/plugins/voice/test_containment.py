"""A fault in what is said costs that alone, and the page goes on beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from selenium.webdriver import Chrome

from arbiter.match.fold import fold
from bookgammon.plugins.voice import spoken
from bookgammon.plugins.voice.spoken_words import spoken_play
from tests.web.browser import MISSING, find, show
from tests.web.listening import Table
from tests.web.tables import alarm, moving, to_roll
from tests.web.test_containment import Faults, broken, shown_by
from tests.web.test_turn_editor import turns
from web import state_view
from web.hub import Hub
from web.recent_events import RecentEvent


def test_a_sentence_that_cannot_be_said_costs_that_sentence_alone(
    faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it happened: a word was missing for the voice, and the page of every viewer died."""
    events = turns()
    state = fold(events)
    happened = tuple(RecentEvent(number, event, state) for number, event in enumerate(events[-4:]))
    seen = replace(to_roll(), happened=happened)
    monkeypatch.setattr(spoken, "spoken_play", lambda play: broken() if play == "13/5" else spoken_play(play))
    said = shown_by(Hub(seen))["spoken"]
    assert isinstance(said, dict)
    assert [each["number"] for each in said["events"]] == [0, 2, 3]  # two rolls and the play that can be said
    (fault,) = faults
    assert "PlayMade" in fault or "what is said of play" in fault
    faults.clear()


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_page_goes_on_beside_a_fault_of_the_voice(
    driver: Chrome, table: Table, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spoken, "standing", broken)
    monkeypatch.setattr(state_view, "detail", broken)
    show(driver, table.hub, alarm())
    assert find(driver, "alarm-verdict").text == "8/4 needs a 4."
    show(driver, table.hub, moving())
    assert find(driver, "headline").text == "Ben to play"
    assert not find(driver, "detail").text
    assert len(faults) == 2
    faults.clear()
