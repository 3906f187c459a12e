"""What players answer to a warning and to a question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.commands import CorrectDice, CorrectPosition, LetStand, Misread, Undo
from arbiter.notation import find_play
from arbiter.position import Side
from tests.web.browser import MISSING, press, show
from tests.web.listening import Table, buttons, told
from tests.web.tables import TABLES, alarm
from web.view import view_json

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def text(driver: Chrome, part: str) -> str:
    return str(driver.find_element(By.ID, part).get_property("textContent"))


def test_a_misread_play_is_chosen_from_the_nearest_legal_ones(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, alarm())
    press(driver, "The camera misread the board")
    press(driver, "11/5 8/5")
    before = alarm().state.position
    assert told(driver, table) == CorrectPosition(find_play("11/5 8/5", before, Side.DARK, (6, 3)).result)


def test_the_way_back_is_shown_by_two_numbered_arrows_at_most(driver: Chrome, table: Table) -> None:
    """Of four checkers, and of one, which needs no number."""
    drawn = """
    const svg = document.getElementById("alarm-board");
    const { position, steps, state } = arguments[0];
    const all = (selector) => [...svg.querySelectorAll(selector)];
    return import("/static/board.js").then(({ drawBoard }) => {
      drawBoard(svg, { position, seats: state.seats, cube: state.cube, names: state.match.names, back: steps });
      return [all(".arrow.back").length, all(".step-number").map((number) => number.textContent)];
    });
    """
    view = alarm()
    state = view_json(view, 1)
    steps = [{"side": "dark", "from": here, "to": here + 4} for here in (4, 6, 8, 9)]
    shown = {"position": state["warning"]["position"], "state": {key: state[key] for key in ("seats", "cube", "match")}}
    assert driver.execute_script(drawn, {**shown, "steps": steps}) == [2, ["1", "2"]]
    assert driver.execute_script(drawn, {**shown, "steps": steps[:1]}) == [1, []]


def test_the_opponent_lets_it_stand_and_undo_is_undo(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, alarm())
    press(driver, "It stands")
    assert told(driver, table) == LetStand(Side.LIGHT)
    table.told.clear()
    driver.find_element(By.ID, "alarm-undo").click()
    assert told(driver, table) == Undo()


def test_the_card_tells_verdict_and_dice_and_is_headed_by_the_dices_certainty(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, alarm())
    assert (text(driver, "alarm-kind"), driver.title) == ("Illegal play", "Illegal play!")
    assert (text(driver, "alarm-verdict"), text(driver, "alarm-read")) == ("8/4 needs a 4.", "The camera read 6-3.")
    assert buttons(driver, "#alarm")[:4] == [
        "Put it right", "It stands", "The camera misread the board", "The dice were 6-4",
    ]  # fmt: skip
    show(driver, table.hub, TABLES["asked"]())
    assert text(driver, "alarm-kind") == "Is this right?"
    assert driver.title.startswith("Is this right?")
    assert buttons(driver, "#alarm")[:2] == ["The dice were 6-4", "Put it right"]


def test_other_dice_are_one_tap_where_a_die_was_doubtful(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, TABLES["asked"]())
    press(driver, "The dice were 6-4")
    assert told(driver, table) == CorrectDice((6, 4))


@pytest.mark.parametrize("shown", ["alarm", "hint"], ids=["on the card", "on the strip while the dice lie"])
def test_no_single_tap_changes_dice_that_were_read_clearly(driver: Chrome, table: Table, shown: str) -> None:
    show(driver, table.hub, TABLES[shown]())
    press(driver, "The dice were 6-4")
    assert not table.told
    press(driver, "They were 6-4")
    assert told(driver, table) == CorrectDice((6, 4))


def test_after_a_demand_the_card_says_so_and_what_a_roll_did(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, TABLES["demanded"]())
    advice = text(driver, "alarm-advice")
    assert "Anna wants it put right" in advice
    assert "must be put right before the next roll" in advice
    assert "It stands once" not in advice


def test_while_the_dice_lie_the_camera_can_be_told_that_it_misread(driver: Chrome, table: Table) -> None:
    """Where other dice are offered too."""
    show(driver, table.hub, TABLES["hint"]())
    assert buttons(driver, "#hint") == ["The dice were 6-4", "Camera misread"]
    press(driver, "Camera misread")
    assert told(driver, table) == Misread()


def test_the_card_speaks_german_in_whole_sentences(driver: Chrome, table: Table) -> None:
    view = alarm()
    named = replace(view, state=replace(view.state, names=("Anna: B", "Ben")))
    driver.add_cookie({"name": "language", "value": "de"})
    driver.refresh()
    show(driver, table.hub, named)
    assert text(driver, "alarm-verdict") == "8/4 braucht eine 4."
    assert text(driver, "alarm-read") == "Die Kamera las 6-3."
