"""A fault of the program in one part of what is shown is logged, and everything else is shown as ever."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest
from selenium.webdriver import Chrome

from arbiter.match.events import Note
from arbiter.message import Message
from bookgammon.errors import JournalDamaged
from bookgammon.lights.lights import TableLights
from bookgammon.table.newest_question import NewestQuestion
from bookgammon.table.table import Table as TableLoop
from bookgammon.table.table import TableUpdate
from firmware_bridge.settings import LightSettings
from tests.web.browser import MISSING, find, show
from tests.web.listening import Table
from tests.web.tables import TABLES, alarm, differing, moving, to_roll
from tests.web.test_turn_editor import turns
from translation.catalogue import Catalogue
from web import state_view, view
from web.containment import contained
from web.hub import Hub
from web.view import TableView

Faults = list[str]


def broken(*_: object, **__: object) -> Any:
    raise KeyError("Accept")


def shown_by(hub: Hub, language: str = "en") -> dict[str, object]:
    found = json.loads(hub.latest(language)[1])
    assert isinstance(found, dict)
    return found


Part = tuple[ModuleType, str, Callable[[], TableView], object]
"""What makes a part: a module and a name in it; a table that has it; what is shown instead."""

PARTS: dict[str, Part] = {
    "headline": (state_view, "headline", to_roll, ""),
    "detail": (state_view, "detail", to_roll, ""),
    "plays": (state_view, "_plays", to_roll, []),
    "warning": (state_view, "warning_json", alarm, None),
    "difference": (state_view, "difference_json", differing, None),
    "question": (state_view, "question_json", TABLES["doubtful"], None),
    "endings": (state_view, "endings_json", to_roll, []),
    "resignation": (state_view, "resigns", TABLES["resigning"], None),
    "chouette": (state_view, "chouette_json", TABLES["chouette_doubled"], None),
    "undo": (state_view, "last_action", to_roll, ""),
    "offers": (state_view, "offers", to_roll, {"light": [], "dark": []}),
    "table_offers": (state_view, "table_offers", to_roll, []),
    "opponent": (view, "opponent_shown", TABLES["against_computer"], None),
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_cannot_be_made_costs_that_part_alone(
    part: str, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs_itself_alone(part, PARTS[part], faults, monkeypatch)


def costs_itself_alone(part: str, made: Part, faults: Faults, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, table, instead = made
    whole = shown_by(Hub(table()))
    assert not faults
    monkeypatch.setattr(module, name, broken)
    left = shown_by(Hub(table()))
    assert left.get(part) == instead
    spared = {"spoken", "version", part, *({"headline", "detail"} if part == "opponent" else ())}
    assert [key for key in whole if whole[key] != left.get(key) and key not in spared] == []
    assert faults
    assert all("KeyError: 'Accept'" in fault for fault in faults)
    faults.clear()


def test_a_broken_translation_is_said_in_english(faults: Faults, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown_by(Hub(moving()), "de")["headline"] == "Ben zieht"
    real = Catalogue.say

    def say(self: Catalogue, text: str) -> str:
        broken_one = isinstance(text, Message) and text == "Ben to play"
        return broken() if broken_one else real(self, text)

    monkeypatch.setattr(Catalogue, "say", say)
    left = shown_by(Hub(moving()), "de")
    assert (left["headline"], left["undo"]) == ("Ben to play", "Wurf 6-3 von Ben")
    assert "a translation" in faults[0]
    faults.clear()


def test_what_is_nothing_for_json_does_not_stop_the_page(faults: Faults) -> None:
    hub = Hub(to_roll())
    odd: Any = Path("x")
    hub.publish(replace(moving(), started=odd))
    assert shown_by(hub)["phase"] == "moving"
    assert "PosixPath is nothing for JSON" in faults[0]
    faults.clear()


def test_a_fault_in_every_frame_is_logged_once(faults: Faults) -> None:
    assert [contained("a part", broken, number) for number in range(50)] == list(range(50))
    assert len(faults) == 1
    faults.clear()


def test_an_observer_that_fails_keeps_nobody_else_from_seeing(faults: Faults) -> None:
    seen: list[TableUpdate] = []
    table = TableLoop(turns(), lambda _: None, [seen.append, broken, seen.append])
    table.commit([Note(9, 9.0, "A note.")])
    assert len(seen) == 2
    assert "an observer of the table" in faults[0]
    faults.clear()


def test_what_an_observer_refuses_with_a_sentence_is_raised() -> None:
    def refuse(update: TableUpdate) -> None:
        raise JournalDamaged(f"Turn {len(update.state.turns)} is not what was written.")

    with pytest.raises(JournalDamaged, match="Turn 3"):
        TableLoop(turns(), lambda _: None, [refuse]).commit([Note(9, 9.0, "A note.")])


def test_lights_that_cannot_be_painted_are_dark_and_go_on(faults: Faults, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bookgammon.lights.lights.lamps", broken)
    state = to_roll().state
    lights = TableLights(LightSettings(), to_roll().seats, state)
    assert not any(map(sum, lights.board.paint(1.0)))
    assert "the lights" in faults[0]
    faults.clear()


def test_who_answers_badly_is_asked_again_and_says_so(faults: Faults) -> None:
    answered = threading.Event()

    class Engine(NewestQuestion[str]):
        tries = 0
        troubles: ClassVar[list[str]] = []

        def answer(self, question: str, outdated: Callable[[], bool]) -> bool:
            self.tries += 1
            if self.tries < 3:
                broken()
            answered.set()
            return True

        def failed(self, question: str, sentence: str) -> None:
            self.troubles.append(f"{question} {sentence}")

        def close(self) -> None:
            pass

    with Engine("an engine", "the engine") as engine:
        engine.ask("6-3?")
        assert answered.wait(60)
    assert engine.troubles == ["6-3? A fault of the program; it is tried again."] * 2
    assert len(faults) == 1
    faults.clear()


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_the_page_goes_on_beside_a_fault(
    driver: Chrome, table: Table, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_view, "detail", broken)
    show(driver, table.hub, alarm())
    assert find(driver, "alarm-verdict").text == "8/4 needs a 4."
    show(driver, table.hub, moving())
    assert find(driver, "headline").text == "Ben to play"
    assert not find(driver, "detail").text
    assert len(faults) == 1
    faults.clear()
