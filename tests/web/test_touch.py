"""What a paired device enters, by finger and by keyboard, and what reaches the table of it."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter.match.commands import (
    AnswerAsTeam,
    CorrectDice,
    CorrectPosition,
    CorrectScore,
    Double,
    EndGame,
    FoundChouette,
    NamePlayers,
    NewMatch,
    PlayOn,
    PressClock,
    Resign,
    Seat,
    Take,
    TakeBoard,
    Undo,
)
from arbiter.position import Position, Side
from arbiter.rules import Rules
from tests.web.browser import MISSING, arrived, find, press, screen, show, until
from tests.web.listening import Table, buttons, choose, fill, open_sheet, told
from tests.web.table_parts import NAMES, match, view_of
from tests.web.tables import TABLES, moving, setting_up, to_roll

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def test_the_code_in_the_address_pairs_and_does_not_stay_there(driver: Chrome, table: Table) -> None:
    assert table.pairing.code not in str(driver.execute_script("return [location.href, document.referrer]"))
    assert driver.execute_script("return document.cookie") == ""


def test_without_the_code_there_is_nothing_to_press_but_the_menu(driver: Chrome, table: Table) -> None:
    driver.delete_all_cookies()
    driver.refresh()
    arrived(driver, table.hub)
    assert buttons(driver, "body") == ["Menu"]
    press(driver, "Menu")
    until(driver, lambda: driver.find_elements(By.LINK_TEXT, "Take control"))
    driver.find_element(By.LINK_TEXT, "Take control").click()
    until(driver, lambda: driver.find_elements(By.ID, "code"))
    find(driver, "code").send_keys("wrong", Keys.ENTER)
    until(driver, lambda: "not right" in find(driver, "pair-error").text)
    find(driver, "code").send_keys(table.pairing.code.lower(), Keys.ENTER)
    until(driver, lambda: driver.find_elements(By.ID, "undo") and find(driver, "undo").is_displayed())


def test_the_cube_is_turned_from_its_players_seat_alone(driver: Chrome, table: Table) -> None:
    (double,) = buttons(driver, "#far")
    assert (double.split(), buttons(driver, "#near")) == (["Double", "to", "2"], [])
    press(driver, "Double")
    assert told(driver, table) == Double()
    table.told.clear()
    show(driver, table.hub, TABLES["doubled"]())
    assert (buttons(driver, "#far"), buttons(driver, "#near")) == ([], ["Take", "Drop"])
    press(driver, "Take")
    assert told(driver, table) == Take()


def test_the_far_players_buttons_are_turned_to_them_unless_that_is_not_wished(driver: Chrome, table: Table) -> None:
    def turned() -> bool:
        style = "return getComputedStyle(document.querySelector('#far .acts')).transform"
        return bool(driver.execute_script(style) != "none")

    assert turned()
    press(driver, "Menu")
    until(driver, lambda: driver.find_elements(By.XPATH, "//label[contains(., 'face that player')]"))
    label = driver.find_element(By.XPATH, "//label[contains(., 'face that player')]")
    label.click()
    assert not turned()
    label.click()


def test_undo_says_what_it_takes_back(driver: Chrome, table: Table) -> None:
    undo = find(driver, "undo")
    assert undo.get_attribute("aria-label") == "Undo Anna's play 20/9"
    undo.click()
    assert told(driver, table) == Undo()


def test_what_the_table_refuses_is_told_where_it_was_asked(driver: Chrome, table: Table) -> None:
    table.refusal = "The cube is not used in the Crawford game (R55)."
    press(driver, "Double")
    until(driver, lambda: find(driver, "refused").is_displayed())
    assert find(driver, "refused").text == table.refusal
    open_sheet(driver, "Correct the score")
    press(driver, "That is the score")
    until(driver, lambda: table.refusal in driver.find_element(By.CSS_SELECTOR, "dialog .error").text)
    assert driver.find_element(By.TAG_NAME, "dialog").is_displayed()


def test_dice_are_corrected_by_keyboard_alone(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, moving())
    find(driver, "menu-open").send_keys(Keys.ENTER)
    until(driver, lambda: driver.find_elements(By.XPATH, "//dialog//button[.='Correct the dice']"))
    driver.find_element(By.XPATH, "//dialog//button[.='Correct the dice']").send_keys(Keys.ENTER)
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog [name=one]"))
    assert driver.find_element(By.ID, "dialog-title") == driver.switch_to.active_element
    driver.find_element(By.CSS_SELECTOR, "dialog [name=one]:checked").send_keys(Keys.ARROW_LEFT)
    driver.find_element(By.CSS_SELECTOR, "dialog [name=two]:checked").send_keys(Keys.ENTER)
    assert told(driver, table) == CorrectDice((5, 3))
    until(driver, lambda: not driver.find_element(By.TAG_NAME, "dialog").is_displayed())


def tap(driver: Chrome, *spots: str) -> None:
    for spot in spots:
        until(driver, partial(driver.find_elements, By.CSS_SELECTOR, f"[data-spot={spot}]"))
        driver.find_element(By.CSS_SELECTOR, f"[data-spot={spot}]").click()


def test_checkers_are_put_right_by_tapping_and_a_blot_goes_to_the_bar(driver: Chrome, table: Table) -> None:
    before = to_roll().state.position
    open_sheet(driver, "Correct the position")
    tap(driver, "light-9", "light-14")  # light's only checker there, onto the single dark one on dark's 11
    press(driver, "Back one step")
    tap(driver, "light-24", "light-15")
    press(driver, "The board shows this")
    command = told(driver, table)
    assert isinstance(command, CorrectPosition)
    light, dark = list(before.light), list(before.dark)
    light[24] -= 1
    light[15] += 1
    if dark[10] == 1:
        dark[10], dark[25] = 0, dark[25] + 1
    assert command.position == Position(tuple(light), tuple(dark))


def test_a_board_with_too_few_checkers_is_told(driver: Chrome, table: Table) -> None:
    lame = to_roll().state.position
    extra = Position((lame.light[0], *lame.light[1:24], lame.light[24] + 2, lame.light[25]), lame.dark)
    show(driver, table.hub, replace(to_roll(), seen=extra))
    open_sheet(driver, "Correct the position")
    until(driver, lambda: driver.find_elements(By.CLASS_NAME, "editor-says"))
    assert driver.find_element(By.CLASS_NAME, "editor-says").text == "Anna has 17 checkers instead of 15."


def test_the_editor_can_be_worked_by_keyboard(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "Correct the position")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "[data-spot=light-6]"))
    driver.find_element(By.CSS_SELECTOR, "[data-spot=light-6]").send_keys(Keys.ENTER)
    held = driver.switch_to.active_element
    assert held.get_attribute("aria-pressed") == "true"
    assert str(held.get_attribute("aria-label")).endswith("6-point: 5 light")
    driver.find_element(By.CSS_SELECTOR, "[data-spot=light-0]").send_keys(Keys.SPACE)
    press(driver, "The board shows this")
    command = told(driver, table)
    assert isinstance(command, CorrectPosition)
    assert command.position.off == (1, 0)


def test_who_plays_ends_the_turn_by_a_tap_with_a_clock_alone(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, moving())
    assert "End my turn" not in buttons(driver, "#table")
    show(driver, table.hub, TABLES["clocked_play"]())
    press(driver, "End my turn")
    assert told(driver, table) == PressClock(Side.DARK)
    table.told.clear()
    driver.find_element(By.CSS_SELECTOR, "#near .clock").click()  # the other's: nothing happens
    driver.find_element(By.CSS_SELECTOR, "#far .clock").click()
    assert told(driver, table) == PressClock(Side.DARK)


def test_what_a_used_up_bank_costs_is_agreed_with_the_match(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "New match or session")
    choose(driver, "points", "7")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog [name=clock]"))
    assert not driver.find_element(By.CSS_SELECTOR, "dialog [name=bank]").is_displayed()
    driver.find_element(By.CSS_SELECTOR, "dialog [name=clock]").click()
    fill(driver, "delay", "18")
    fill(driver, "bank", "150")
    assert not driver.find_element(By.CSS_SELECTOR, "dialog [name=overtime]").is_displayed()
    choose(driver, "time_out", "overtime")
    fill(driver, "overtime", "120")
    press(driver, "Begin")
    command = told(driver, table)
    assert isinstance(command, NewMatch)
    rules = command.rules
    agreed = (rules.clock, rules.delay, rules.bank, rules.time_out, rules.overtime)
    assert agreed == ("delay", 18, 150, "overtime", 120)


def test_the_machines_own_browser_opens_the_page_to_tablets(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "Devices")
    press(driver, "Open to tablets")
    until(driver, lambda: table.shared.open)
    assert not table.shared.kept
    drawn = "return document.querySelector('dialog .sharing')?.textContent.includes('Close to tablets')"
    until(driver, lambda: driver.execute_script(drawn))
    driver.find_element(By.CSS_SELECTOR, "dialog .sharing input").click()
    press(driver, "Close to tablets")
    until(driver, lambda: not table.shared.open)
    assert table.shared.kept


def test_each_of_the_team_answers_for_themselves(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, TABLES["chouette_doubled"]())
    press(driver, "Who takes?")
    press(driver, "That is the answer")
    refused = "return document.querySelector('dialog form').matches(':invalid')"
    assert driver.execute_script(refused), "who has said nothing has not dropped"
    for member in driver.find_elements(By.CSS_SELECTOR, "dialog fieldset"):
        answer = "take" if member.text.startswith("Dan") else "drop"
        member.find_element(By.CSS_SELECTOR, f"[value={answer}]").click()
    press(driver, "That is the answer")
    assert told(driver, table) == AnswerAsTeam(("Dan",))


def test_a_chouette_is_founded_by_everybodys_die(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, view_of(match((0, 0), 0)))
    open_sheet(driver, "Chouette")
    until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, "dialog [name=die]")) == 3)
    for entry, text in zip(driver.find_elements(By.CSS_SELECTOR, "dialog [name=die]"), "653", strict=True):
        entry.send_keys(text)
    driver.find_elements(By.CSS_SELECTOR, "dialog [name=name]")[2].send_keys("Chloe")
    press(driver, "Begin the chouette")
    assert told(driver, table) == FoundChouette((("Anna", 6), ("Ben", 5), ("Chloe", 3)))


def test_what_was_agreed_for_a_new_match_reaches_the_table(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "New match")
    choose(driver, "points", "7")
    fill(driver, "light", "Ada")
    press(driver, "Begin")
    assert told(driver, table) == NewMatch(Rules(length=7), ("Ada", "Ben"))
    table.told.clear()
    open_sheet(driver, "New match")
    choose(driver, "kind", "money")
    driver.find_element(By.CSS_SELECTOR, "dialog [name=beavers]").click()
    driver.find_element(By.XPATH, "//dialog//summary[.='More rules']").click()
    choose(driver, "variant", "nackgammon")
    press(driver, "Begin")
    assert told(driver, table) == NewMatch(Rules(length=0, jacoby=True, beavers=True, variant="nackgammon"), NAMES)


def test_score_names_seats_and_a_resignation(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "Correct the score")
    fill(driver, "dark", "3")
    press(driver, "That is the score")
    assert told(driver, table) == CorrectScore((2, 3))
    table.told.clear()
    open_sheet(driver, "Names")
    fill(driver, "dark", "Grace")
    press(driver, "Those are the names")
    assert told(driver, table) == NamePlayers(("Anna", "Grace"))
    table.told.clear()
    open_sheet(driver, "Seats")
    press(driver, "Swap the seats")
    assert told(driver, table) == Seat(Side.DARK, "right")
    table.told.clear()
    open_sheet(driver, "Resign")
    choose(driver, "kind", "gammon")
    press(driver, "Offer it")
    assert told(driver, table) == Resign(Side.DARK, "gammon")


def test_a_device_that_was_sent_away_is_told_and_only_looks(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "Devices")
    until(driver, lambda: table.pairing.code in driver.find_element(By.TAG_NAME, "dialog").text)
    code = driver.find_element(By.CLASS_NAME, "qr")
    until(driver, lambda: driver.execute_script("return arguments[0].naturalWidth", code) > 100)
    press(driver, "Close")
    table.pairing.revoke([device.id for device in table.pairing.devices])
    press(driver, "Double")
    until(driver, lambda: find(driver, "refused").is_displayed())
    assert not find(driver, "undo").is_displayed()
    assert table.told == []


def test_names_are_text_in_every_sheet(driver: Chrome, table: Table) -> None:
    name = "<img src=x onerror='window.hacked=1'>"
    state = replace(to_roll().state, names=(name, name))
    show(driver, table.hub, replace(to_roll(), state=state))
    for entry in ("Correct the score", "Names", "Seats", "Resign", "New match", "Correct the position"):
        open_sheet(driver, entry)
        until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, "dialog form, dialog .editor"))
        press(driver, "Close")
    assert driver.execute_script("return window.hacked") is None
    assert driver.find_elements(By.CSS_SELECTOR, "dialog img") == []


def test_the_place_of_buttons_is_kept_free(driver: Chrome, table: Table) -> None:
    def places() -> str:
        return json.dumps(driver.execute_script(
            "return [...document.querySelectorAll('.seat, .book, .score')].map((part) => {"
            "  const box = part.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })"
        ))  # fmt: skip

    for size in ((1180, 820), (390, 844), (1920, 1080)):
        screen(driver, *size)
        show(driver, table.hub, setting_up())
        before = places()
        for name in ("to_roll", "doubled", "resigning", "void_roll", "paused"):
            show(driver, table.hub, TABLES[name]())
            assert places() == before, (name, size)


def test_the_end_of_a_game_is_told_with_one_tap(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, TABLES["ending_asked"]())
    answers = buttons(driver, "#question")
    assert answers[0] == "Anna wins the game · 1 point"
    assert answers[-3:] == ["Nobody scores", "It is not over: we put the board back", "Menu"]
    press(driver, "Ben wins a gammon")
    assert told(driver, table) == EndGame(Side.DARK, "gammon")
    table.told.clear()
    press(driver, "It is not over")
    assert told(driver, table) == PlayOn()


def test_a_board_that_does_not_match_is_answered_with_one_tap(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, TABLES["doubtful"]())
    assert len(driver.find_elements(By.CSS_SELECTOR, "#question-board .ghost")) == 1
    assert len(driver.find_elements(By.CSS_SELECTOR, "#question-board .surplus")) == 1
    press(driver, "The board is right: Ben")
    assert told(driver, table) == TakeBoard(Side.DARK)
    show(driver, table.hub, to_roll())
    assert not find(driver, "question").is_displayed()


def test_a_new_game_asks_how_the_one_under_way_ended(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "New game")
    press(driver, "Anna wins a gammon")
    assert told(driver, table) == EndGame(Side.LIGHT, "gammon")


def test_the_end_of_the_last_game_is_corrected(driver: Chrome, table: Table) -> None:
    show(driver, table.hub, TABLES["given_up"]())
    open_sheet(driver, "How the last game ended")
    choose(driver, "winner", "light")
    press(driver, "So it ended")
    assert told(driver, table) == EndGame(Side.LIGHT, "single", last=True)


def test_a_chouette_begins_from_the_menu(driver: Chrome, table: Table) -> None:
    open_sheet(driver, "New match")
    choose(driver, "kind", "chouette")
    for entry, text in zip(driver.find_elements(By.CSS_SELECTOR, "dialog [name=die]"), "653", strict=True):
        entry.send_keys(text)
    driver.find_elements(By.CSS_SELECTOR, "dialog [name=name]")[2].send_keys("Chloe")
    press(driver, "Begin")
    rolls = (("Anna", 6), ("Ben", 5), ("Chloe", 3))
    assert told(driver, table) == NewMatch(Rules(length=0, jacoby=True), rolls=rolls)
