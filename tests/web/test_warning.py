"""What players answer to a warning and to a question."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome

from arbiter.match.commands import CorrectDice, CorrectPosition, LetStand, Undo
from arbiter.notation import find_play
from arbiter.position import Side
from tests.web.browser import MISSING, press, show
from tests.web.listening import Table, buttons, told
from tests.web.tables import TABLES, alarm

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def test_a_misread_play_is_chosen_from_the_nearest_legal_ones(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, alarm())
    press(driver, "The camera misread")
    press(driver, "11/5 8/5")
    before = alarm().state.position
    assert told(driver, table) == CorrectPosition(find_play("11/5 8/5", before, Side.DARK, (6, 3)).result)


def test_the_opponent_lets_it_stand_or_the_warning_is_undone(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, alarm())
    press(driver, "Anna lets it stand")
    assert told(driver, table) == LetStand(Side.LIGHT)
    table.told.clear()
    press(driver, "Undo the warning")
    assert told(driver, table) == Undo()


def test_a_question_offers_its_own_answer_first_and_a_warning_does_not(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, TABLES["asked"]())
    assert buttons(driver, "#alarm")[:2] == ["Yes, 6-4", "Anna wants it put right"]
    press(driver, "Yes, 6-4")
    assert told(driver, table) == CorrectDice((6, 4))
    show(driver, table.hub, alarm())
    assert buttons(driver, "#alarm")[:3] == ["Anna wants it put right", "Anna lets it stand", "The camera misread"]
