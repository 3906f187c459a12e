"""The page speaks, before a recorder in place of the browser's speech: how much, once each, and what gives way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from selenium.webdriver import Chrome

from arbiter.match.entered_events import Resigned
from arbiter.match.events import Doubled, Event, IllegalPlay, OutOfStep, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.notation import format_play
from arbiter.plays import legal_plays
from arbiter.position import START, Side
from tests.web.browser import MISSING, arrived, press, screen, show, until
from tests.web.ear import Ear, keys, switch_voice
from tests.web.listening import Table, choose
from tests.web.screens import screens, stage
from tests.web.table_parts import game, match, view_of
from tests.web.tables import TABLES, alarm, misplay
from web.recent_events import RecentEvent
from web.view import TableView

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

WARNING = "Illegal play by Ben. eight, four needs a 4. The camera read six three."
ANSWERS = (
    "1: Put it right. 2: It stands. 3: The camera misread the board. 4: The dice were 6-4. 5: Undo. 6: Why?. 7: Menu"
)
SHOWN_HEADING = """
const heading = document.querySelector("h1");
return heading?.checkVisibility() ? heading.innerText.trim() : "";
"""
ROLL = RollSeen(0, 0.0, Side.DARK, (6, 3))


@pytest.fixture
def heard(driver: Chrome, ear: Ear, table: Table) -> Iterator[Ear]:
    """The ear of a device that shows the table."""
    del table
    yield ear
    driver.execute_script("localStorage.clear()")


def happening(events: list[Event], new: int, first: int = 1) -> TableView:
    """The table after the events, of which the last few have just happened."""
    state = fold(events)
    numbered = enumerate(events[len(events) - new :], first)
    return replace(view_of(events), happened=tuple(RecentEvent(number, event, state) for number, event in numbered))


def speaking(driver: Chrome, ear: Ear, level: str) -> None:
    """As it is chosen in the menu."""
    press(driver, "Menu")
    choose(driver, "voice", level)
    ear.has("This device says aloud")
    press(driver, "Close")
    until(driver, lambda: not driver.find_elements("css selector", "dialog[open]"))
    ear.news()


def quiet(driver: Chrome, ear: Ear) -> list[str]:
    """What is said until nothing more comes: the answers to a question come once they are drawn."""
    driver.execute_async_script("const done = arguments[0]; setTimeout(() => setTimeout(done, 150), 150)")
    return ear.news()


def play() -> PlayMade:
    """Of the roll that lies there."""
    before = fold([*match(), *game(), ROLL]).position
    found = next(each for each in legal_plays(before, Side.DARK, (6, 3)) if format_play(each) == "11/5 8/5")
    return PlayMade(0, 0.0, Side.DARK, (6, 3), "11/5 8/5", found.result)


def test_nothing_is_said_as_it_comes(driver: Chrome, heard: Ear, table: Table) -> None:
    show(driver, table.hub, happening([*match(), *game(), ROLL], 1))
    show(driver, table.hub, alarm())
    assert quiet(driver, heard) == []
    loaded = driver.execute_script("return performance.getEntriesByType('resource').map((one) => one.name)")
    assert not [name for name in loaded if name.endswith(("voice.js", "voice_reader.js"))]


@pytest.mark.parametrize(
    ("level", "roll", "turn", "warning"),
    [
        ("warnings", [], [], [WARNING]),
        ("rolls", ["six three"], [], [WARNING]),
        (
            "all",
            ["six three"],
            ["eleven, five; eight, five", "Anna to roll."],
            [WARNING, ANSWERS],
        ),
    ],
)
def test_how_much_is_said(
    driver: Chrome, heard: Ear, table: Table, level: str, roll: list[str], turn: list[str], warning: list[str]
) -> None:
    begun = [*match(), *game(), ROLL]
    speaking(driver, heard, level)
    show(driver, table.hub, happening(begun, 1))
    assert quiet(driver, heard) == roll
    show(driver, table.hub, happening([*begun, play()], 1, 2))
    assert quiet(driver, heard) == turn
    show(driver, table.hub, happening(misplay(provisional=False), 1, 3))
    assert quiet(driver, heard) == warning


def test_nothing_is_said_twice(driver: Chrome, heard: Ear, table: Table) -> None:
    speaking(driver, heard, "all")
    view = happening([*match(), *game(), ROLL], 1)
    show(driver, table.hub, view)
    assert quiet(driver, heard) == ["six three"]
    for changed in (replace(view, hand=True), replace(view, hand=False), replace(view, notice="x")):
        show(driver, table.hub, changed)
    assert quiet(driver, heard) == []


def test_nothing_old_is_said_after_a_reload(driver: Chrome, heard: Ear, table: Table) -> None:
    speaking(driver, heard, "all")
    show(driver, table.hub, happening(misplay(provisional=False), 1))
    assert len(quiet(driver, heard)) == 2
    driver.refresh()
    arrived(driver, table.hub)
    assert quiet(driver, heard) == []
    show(driver, table.hub, happening([*match(), *game(), ROLL], 1, 2))
    assert quiet(driver, heard) == ["six three"]  # and the choice was kept


def cut(driver: Chrome) -> list[str]:
    found = driver.execute_script("return speechSynthesis.heard.filter((one) => one.cut).map((one) => one.text)")
    return [str(text) for text in found]


def test_what_is_new_cuts_off_what_is_old(driver: Chrome, heard: Ear, table: Table) -> None:
    """A warning cuts off everything; a play waits for the roll; the list of answers gives way to what follows."""
    speaking(driver, heard, "all")
    driver.execute_script("speechSynthesis.lasts = 100000")
    begun = [*match(), *game(), ROLL]
    show(driver, table.hub, happening(begun, 1))
    show(driver, table.hub, happening([*begun, play()], 1, 2))
    assert cut(driver) == []
    show(driver, table.hub, happening(misplay(provisional=False), 1, 3))
    assert cut(driver) == ["six three"]
    *_, last = misplay(provisional=False)
    assert isinstance(last, IllegalPlay)
    show(driver, table.hub, happening([*begun, play()], 1, 4))
    assert cut(driver)[1:] == [WARNING]


def test_what_is_asked_for_by_key(driver: Chrome, heard: Ear, table: Table) -> None:
    switch_voice(driver)
    heard.has("everything")
    assert "Ben to roll." in heard.has("Match to 5.")
    keys(driver, "b")
    assert heard.has("Anna: ").startswith("Anna: ")
    keys(driver, "c")
    assert heard.has("1: ").startswith("1: Double to 2.")
    keys(driver, "r")
    assert heard.has("1: ").startswith("1: Double to 2.")
    keys(driver, "1")
    until(driver, lambda: table.told)
    switch_voice(driver)
    keys(driver, "s")
    assert quiet(driver, heard) == []


def test_a_number_presses_only_what_was_said_under_it(driver: Chrome, heard: Ear, table: Table) -> None:
    """The table goes on meanwhile: a warning has taken the place of the double that was said."""
    switch_voice(driver)
    heard.has("everything")
    keys(driver, "c")
    assert heard.has("1: ").startswith("1: Double to 2.")
    show(driver, table.hub, alarm())
    keys(driver, "1")
    assert heard.has("1: ").startswith("1: Put it right.")
    assert table.told == []
    keys(driver, "1")
    until(driver, lambda: table.told)


def test_a_key_that_is_held_presses_nothing_more(driver: Chrome, heard: Ear, table: Table) -> None:
    switch_voice(driver)
    heard.has("everything")
    quiet(driver, heard)
    for key in ("1", "s"):
        driver.execute_script("dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0], repeat: true }))", key)
    switched = "dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyV', altKey: true, repeat: true }))"
    driver.execute_script(switched)
    assert quiet(driver, heard) == []
    assert table.told == []


@pytest.mark.parametrize(
    ("shown", "event", "said"),
    [
        (
            "ending_asked",
            OutOfStep(0, 0.0, START, "ending"),
            ["How did the game end? The board was cleared or set up anew. One tap is enough.", "1: "],
        ),
        (
            "doubled",
            Doubled(0, 0.0, Side.DARK, 2),
            ["Ben doubles to 2", "Anna: take at 2, or drop?", "1: Take. 2: Drop"],
        ),
        (
            "resigning",
            Resigned(0, 0.0, Side.DARK, "gammon"),
            ["Ben offers to lose a gammon. Anna: accept, or play on?", "1: Accept. 2: Play on"],
        ),
    ],
    ids=["question", "double", "resignation"],
)
def test_every_question_is_said_with_its_answers(
    driver: Chrome, heard: Ear, table: Table, shown: str, event: Event, said: list[str]
) -> None:
    speaking(driver, heard, "all")
    view = TABLES[shown]()
    show(driver, table.hub, replace(view, happened=(RecentEvent(1, event, view.state),)))
    for text in said:
        assert heard.has(text).startswith(text)


def test_every_screen_says_what_it_is(driver: Chrome, ear: Ear) -> None:
    """One screen of each page: its heading and what it reports, by one key."""
    screen(driver, 1180, 820)
    by_path = {one.path: one for one in screens() if not one.sheet}
    with stage(driver) as on:
        driver.get(f"{on.server.url}help")
        switch_voice(driver)
        ear.has("everything")
        for one in by_path.values():
            on.show(one)
            heading = "" if one.path == "/" else " ".join(driver.execute_script(SHOWN_HEADING).split())
            ear.news()
            keys(driver, "s")
            ear.has(heading)  # what the page reports by itself may come before it
        driver.execute_script("localStorage.clear()")
        driver.get("about:blank")
    assert len(by_path) > 10


def test_menus_and_what_is_chosen_in_them_are_said(driver: Chrome, heard: Ear, table: Table) -> None:
    switch_voice(driver)
    heard.has("everything")
    press(driver, "Menu")
    assert heard.has("The table")
    keys(driver, "\ue004")
    assert heard.has("Close, button")
    choose(driver, "voice", "rolls")
    assert heard.has("warnings and rolls")
    press(driver, "Close")


def test_a_device_that_spoke_its_warnings_before_goes_on_doing_so(driver: Chrome, heard: Ear, table: Table) -> None:
    driver.execute_script('localStorage.setItem(\'preferences\', \'{"sound": "speech", "welcomed": true}\')')
    driver.refresh()
    arrived(driver, table.hub)
    until(driver, lambda: driver.execute_script("return document.body.dataset.drawn") == "yes")
    show(driver, table.hub, happening([*match(), *game(), ROLL], 1))
    show(driver, table.hub, happening(misplay(provisional=False), 1, 2))
    assert quiet(driver, heard) == [WARNING]


def test_it_speaks_german(driver: Chrome, heard: Ear, table: Table) -> None:
    driver.add_cookie({"name": "language", "value": "de"})
    driver.refresh()
    arrived(driver, table.hub)
    switch_voice(driver)
    heard.has("alles")
    show(driver, table.hub, happening([*match(), *game(), ROLL], 1))
    assert heard.has("sechs") == "sechs drei"
    quiet(driver, heard)
    driver.execute_script("speechSynthesis.lasts = 1e6")
    against = TABLES["against_computer"]()
    intended = against.state.intended
    assert intended
    show(driver, table.hub, replace(against, happened=(RecentEvent(5, intended, against.state),)))
    said = driver.execute_script("return speechSynthesis.heard[0]")
    assert said == {"text": "Der Computer zieht fünfzehn, neun; vierzehn, elf", "lang": "de"}
