"""The wall over a real Mosquitto, in a real browser."""

from __future__ import annotations

import csv
import io
import json
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from selenium.webdriver.common.by import By

from arbiter.match.events import MatchOver
from arbiter.position import Side
from bookgammon.plugins.club.broker import Broker, Publishing
from bookgammon.plugins.club.report import ClockReport, OpenWarning, report_to_json
from bookgammon.plugins.club.wall import Wall
from bookgammon.table.snapshots import cut
from tests.plugins.club.heard import Heard
from tests.plugins.club.mosquitto import MISSING, SOON_S, Mosquitto, soon
from tests.plugins.club.simulated import SimulatedTable
from tests.plugins.club.test_club_state import moving
from tests.web import browser
from tests.web.axe import violations

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path / "broker") as running:
        yield running


def wall_at(broker: Mosquitto) -> Wall:
    return Wall(Broker("127.0.0.1", broker.port), "127.0.0.1", 0, say=lambda _: None)


def get(wall: Wall, path: str) -> str:
    with urllib.request.urlopen(wall.url + path, timeout=SOON_S) as answer:
        text: str = answer.read().decode()
        return text


def _played_on(table: SimulatedTable, frames: int) -> bool:
    """So many frames more, or fewer where the match ends; whether it has."""
    return any(isinstance(event, MatchOver) for _ in range(frames) for event in table.happen())


def test_events_lost_with_the_broker_are_asked_for_and_results_have_their_records(
    broker: Mosquitto, tmp_path: Path
) -> None:
    happened: list[tuple[str, int]] = []
    wall = Wall(
        Broker("127.0.0.1", broker.port),
        "127.0.0.1",
        0,
        happened=lambda some: happened.extend((one.match, one.number) for one in some),
        say=lambda _: None,
    )
    table = SimulatedTable(Publishing(Broker("127.0.0.1", broker.port), "=Table 7", "table-7"), tmp_path, 3)
    with wall, table.publisher:
        table.happen()
        soon(lambda: "table-7" in wall.club.reports())
        over = False
        while not over:  # the broker dies in the middle of the match, and at its end
            over = _played_on(table, 120)
            broker.kill()
            over = over or _played_on(table, 20)
            broker.start()
            soon(lambda: wall.club.reports()["table-7"].match.events == table.journal.events[-1].number)
            soon(lambda: happened[-1:] == [(table.journal.events[-1].key, table.journal.events[-1].number)])
        soon(wall.club.results)
        every = [(one.key, one.number) for one in table.journal.events]
        # what came before the wall had its first state is none of its business
        assert happened == every[len(every) - len(happened) :]
        assert len(every) - len(happened) <= 1
        results = json.loads(get(wall, "results.json"))
        assert results[0]["record"]["text"].lstrip().startswith("; [")
        rows = list(csv.DictReader(io.StringIO(get(wall, "results.csv"))))
        assert rows[0]["table"] == "'=Table 7"  # no formula in the director's spreadsheet
        assert rows[0]["winner"] == results[0]["winner"]
        assert int(rows[0]["winner_points"]) > int(rows[0]["loser_points"])


@pytest.mark.skipif(bool(browser.MISSING), reason=browser.MISSING)
def test_all_tables_fit_on_one_screen_and_markup_stays_text(broker: Mosquitto, tmp_path: Path) -> None:
    markup = "<img src=x onerror=alert(1)>"
    with ExitStack() as stack:
        wall = stack.enter_context(wall_at(broker))
        heard = stack.enter_context(Heard(broker.port, "nothing"))
        driver = stack.enter_context(browser.chromium(tmp_path / "profile"))
        browser.screen(driver, 1920, 1080)
        driver.get(wall.url)
        assert driver.find_element(By.ID, "nobody") is not None
        for number in range(1, 33):
            heard.publish(f"bookgammon/table-{number}/state", named(number, markup))
        browser.until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, ".tile")) == 32)
        boxes = driver.execute_script(
            "return [...document.querySelectorAll('.tile')].map(t => t.getBoundingClientRect().toJSON())"
        )
        assert all(box["right"] <= 1920 and box["bottom"] <= 1080 for box in boxes)
        assert min(box["width"] for box in boxes) > 200
        assert driver.find_elements(By.CSS_SELECTOR, ".tile img") == []
        assert markup in driver.find_element(By.CSS_SELECTOR, ".tile .light .name").text
        driver.find_elements(By.CSS_SELECTOR, ".tile")[4].click()
        assert driver.find_element(By.ID, "large-name").text == "Table 5"
        # nothing on the wall sends anything: its two filters are for this screen alone
        assert driver.find_elements(By.CSS_SELECTOR, "form, input[name], select, textarea") == []


def named(number: int, name: str) -> str:
    """A state of that table, at which somebody with that name plays."""
    report = moving(table=f"Table {number}")
    return json.dumps(report_to_json(replace(report, match=replace(report.match, names=(name, "Ben")))))


TROUBLED: tuple[dict[str, object], ...] = (
    {"warning": OpenWarning(Side.LIGHT, "13/8 needs a 5.", ("R12",), provisional=False)},
    {"doubt": "The board does not match the game"},
    {"camera": "The camera has gone."},
    {"clock": ClockReport((0.0, 90.0), Side.LIGHT)},
    {"closed": True},
    {},
)


@pytest.mark.skipif(bool(browser.MISSING), reason=browser.MISSING)
def test_axe_finds_nothing_on_the_wall_and_a_camera_s_picture_is_shown_large(broker: Mosquitto, tmp_path: Path) -> None:
    with ExitStack() as stack:
        wall = stack.enter_context(wall_at(broker))
        heard = stack.enter_context(Heard(broker.port, "nothing"))
        driver = stack.enter_context(browser.chromium(tmp_path / "profile"))
        driver.get(wall.url)
        assert violations(driver) == []
        for number, trouble in enumerate(TROUBLED, 1):
            report = moving(table=f"Table {number}", **trouble)
            heard.publish(f"bookgammon/table-{number}/state", json.dumps(report_to_json(report)))
        table = SimulatedTable(pictured(broker), tmp_path, 3, picture=partial(cut, part=(0.0, 0.0, 1.0, 1.0)))
        stack.enter_context(table.publisher)
        table.happen()
        table.look(np.full((90, 160, 3), 128, np.uint8))
        browser.until(driver, lambda: len(driver.find_elements(By.CSS_SELECTOR, ".tile")) == len(TROUBLED) + 1)
        soon(lambda: wall.club.picture("table-9"))
        for scheme in ("light", "dark"):
            browser.screen(driver, 1366, 768, scheme)
            assert violations(driver) == []
        next(tile for tile in driver.find_elements(By.CSS_SELECTOR, ".tile") if "Table 9" in tile.text).click()
        width = "return document.getElementById('large-picture').naturalWidth"
        browser.until(driver, lambda: driver.execute_script(width) == 160)
        assert violations(driver) == []
        driver.get(wall.url + "results")
        assert violations(driver) == []


def pictured(broker: Mosquitto) -> Publishing:
    return Publishing(Broker("127.0.0.1", broker.port), "Table 9", "table-9", pictures=True)
