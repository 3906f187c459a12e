"""A table that only listens, and what fingers do at its page."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from arbiter.match.commands import Command, CommandError
from tests.web.browser import PATIENCE, press, until
from tests.web.screens import Shared
from web.hub import Hub
from web.pairing import Pairing


@dataclass
class Table:
    """A table that only listens. refusal: what it answers instead of doing anything. answers: once this is set."""

    hub: Hub
    pairing: Pairing
    told: list[Command] = field(default_factory=list)
    refusal: str = ""
    shared: Shared = field(default_factory=lambda: Shared(open=False, kept=False))
    answers: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.answers.set()

    def tell(self, command: Command) -> None:
        if self.refusal:
            raise CommandError(self.refusal)
        self.told.append(command)
        assert self.answers.wait(PATIENCE)


def buttons(driver: Chrome, where: str) -> list[str]:
    return [button.text for button in driver.find_elements(By.CSS_SELECTOR, f"{where} button") if button.is_displayed()]


def told(driver: Chrome, table: Table) -> Command:
    until(driver, lambda: table.told)
    (command,) = table.told
    return command


def open_sheet(driver: Chrome, entry: str) -> None:
    until(driver, lambda: not driver.find_elements(By.CSS_SELECTOR, "dialog[open]"))  # the one before is on its way out
    press(driver, "Menu")
    press(driver, entry)


def choose(driver: Chrome, name: str, value: str) -> None:
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, f"dialog [name={name}]"))
    driver.find_element(By.CSS_SELECTOR, f"dialog [name={name}][value='{value}']").click()


def fill(driver: Chrome, name: str, text: str) -> None:
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, f"dialog [name={name}]"))
    entry = driver.find_element(By.CSS_SELECTOR, f"dialog [name={name}]")
    entry.clear()
    entry.send_keys(text)
