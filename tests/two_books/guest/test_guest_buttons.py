"""Every button of the guest's page in a real Chromium, against a host whose words the test says itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.commands.about import common_pages
from bookgammon.workers.worker import Workers
from tests.two_books.guest.host_by_hand import HostByHand
from tests.two_books.looks import LOOKS
from tests.web.axe import violations
from tests.web.browser import MISSING, chromium, find, press, screen, until
from two_books.bodies import AskedBack, Consent, DoubledBy, GaveUp, TakenBy
from two_books.guest_client import GuestClient
from two_books.guest_page import GuestPage, first_hub
from two_books.guest_pages import add_guest
from two_books.guest_view import guest_view
from two_books.link import Difference
from two_books.memory_link import MemoryLinks
from web.app import AddPage
from web.pairing import Pairing
from web.plugged import add_folder

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
PLUGIN = Path(__file__).parents[3] / "distributions" / "two_books" / "two_books"


@dataclass
class TestSeat:
    """A seat that is taken already."""

    __test__ = False
    client: GuestClient

    def join(self, code: str, name: str) -> None:
        raise AssertionError((code, name))


@dataclass
class AtPage:
    driver: Chrome
    host: HostByHand
    links: MemoryLinks
    folder: Path

    def says(self, text: str) -> None:
        until(self.driver, lambda: find(self.driver, "says").text == text)

    def done(self) -> None:
        """Moves, then says the play."""
        driver = self.driver
        while not driver.find_element(By.CSS_SELECTOR, "[data-turn=done]").is_displayed():
            before = driver.execute_script("return document.body.dataset.version")
            for kind in ("can", "goal"):
                driver.execute_script(
                    "document.querySelector(`.spot.${arguments[0]}`)"
                    ".dispatchEvent(new MouseEvent('click', {bubbles: true}))", kind,
                )  # fmt: skip
            until(driver, partial(_newer, driver, before))
        press(driver, "Done")


def _newer(driver: Chrome, version: str) -> bool:
    return bool(driver.execute_script("return document.body.dataset.version") != version)


@pytest.fixture
def at_page(tmp_path: Path) -> Iterator[AtPage]:
    links, hub, pairing = MemoryLinks(), first_hub(), Pairing()
    host = HostByHand(links, Rules(length=5))
    with Workers() as workers:
        client = GuestClient(
            links.guest, workers, name="Ben", changed=lambda: hub.publish(guest_view(client.shown())),
            make_share=lambda: "7" * 64,
        )  # fmt: skip
        links.guest.attach(client)
        plugged: AddPage = partial(add_folder, owner="two_books", folder=PLUGIN)
        add: tuple[AddPage, ...] = (
            *common_pages(tmp_path), plugged, partial(add_guest, seat=TestSeat(client)),
        )  # fmt: skip
        with (
            client,
            links.delivering(workers),
            GuestPage(hub, "127.0.0.1", 0, pairing=pairing, workers=workers, add=add) as page,
            chromium(tmp_path / "profile") as driver,
        ):
            screen(driver, 1180, 820)
            driver.get(page.opened_here())
            yield AtPage(driver, host, links, tmp_path)


def test_an_evening_of_buttons(at_page: AtPage) -> None:
    driver, host = at_page.driver, at_page.host
    at_page.says("Wait for the other player: then the match begins.")
    host.opens(Side.LIGHT, (3, 1))
    at_page.says("Ann plays.")
    host.plays()
    at_page.says("Your turn: throw the dice.")

    press(driver, "Double")
    at_page.says("You double: Ann takes or drops.")
    host.say(TakenBy(*host.at))
    at_page.says("Your turn: throw the dice.")
    press(driver, "Throw the dice")
    until(driver, lambda: driver.find_elements(By.CSS_SELECTOR, ".spot.can"))
    looked_at(at_page, "turn")

    at_page.done()
    at_page.says("Ann throws the dice.")
    press(driver, "Take my play back")
    until(driver, lambda: find(driver, "asked-words").text == "Ann is asked whether they agree.")
    asked = host.match.asked
    assert asked is not None
    host.say(Consent(asked.number, agrees=True))
    until(driver, lambda: host.match.state.dice)
    at_page.done()
    at_page.says("Ann throws the dice.")

    host.plays((6, 5))
    at_page.says("Your turn: throw the dice.")
    host.say(AskedBack(1, 2))
    until(driver, lambda: "Ann wants to take back" in find(driver, "asked-words").text)
    looked_at(at_page, "question")
    press(driver, "Do not agree")
    until(driver, lambda: not find(driver, "asked").is_displayed())

    find(driver, "more").find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)
    press(driver, "Well played.")
    until(driver, lambda: host.phrases == ["well played"])
    at_page.links.host.say_phrase("bad luck")
    until(driver, lambda: find(driver, "phrase").text == "Ann: Bad luck.")
    driver.save_screenshot(str(at_page.folder / "phrases.png"))
    press(driver, "as a gammon")
    at_page.says("Ann is asked whether they accept.")
    press(driver, "Play on after all")
    at_page.says("Your turn: throw the dice.")
    press(driver, "Throw the dice")
    until(driver, lambda: host.match.state.dice)
    at_page.done()
    at_page.says("Ann throws the dice.")

    host.say(DoubledBy(*host.at))
    at_page.says("Ann doubles: do you play on at 4, or drop?")
    driver.save_screenshot(str(at_page.folder / "doubled.png"))
    press(driver, "Take")
    until(driver, lambda: host.match.state.cube.value == 4)
    host.say(GaveUp(*host.at, "single"))
    until(driver, lambda: "resigns" in find(driver, "says").text)
    press(driver, "Accept")
    until(driver, lambda: find(driver, "near").text.endswith("4"))
    at_page.says("Ann throws the opening dice for both of you.")


def looked_at(at_page: AtPage, name: str) -> None:
    """Axe finds nothing in any look, and nothing runs off the screen."""
    driver = at_page.driver
    for look, (width, height, scheme) in LOOKS.items():
        screen(driver, width, height, scheme)
        driver.save_screenshot(str(at_page.folder / f"{name} {look}.png"))
        assert violations(driver) == [], look
        assert driver.execute_script("return document.documentElement.scrollWidth <= window.innerWidth"), look
    screen(driver, 1180, 820)


def test_where_the_logs_part_it_says_so(at_page: AtPage) -> None:
    driver, host, guest = at_page.driver, at_page.host, at_page.links.guest
    host.opens(Side.LIGHT)
    host.plays()
    at_page.says("Your turn: throw the dice.")
    ours = guest.entries()[-1]
    guest._peer = replace(guest._peer, difference=Difference(ours.number, ours, None))
    until(driver, lambda: "logs differ from entry 3 on" in find(driver, "refused").text)
    at_page.says("The match cannot go on.")
    assert not [each for each in find(driver, "acts").find_elements(By.TAG_NAME, "button") if each.is_displayed()]
    looked_at(at_page, "parted")


def test_without_a_line_it_says_so_and_goes_on(at_page: AtPage) -> None:
    driver, host = at_page.driver, at_page.host
    host.opens(Side.LIGHT)
    at_page.says("Ann plays.")
    at_page.links.away = True
    until(driver, lambda: find(driver, "status").text == "Ann is not there at the moment; the match waits.")
    until(driver, lambda: "The other table cannot be reached." in find(driver, "refused").text)
    driver.save_screenshot(str(at_page.folder / "away.png"))
    at_page.links.away = False
    host.plays()
    at_page.says("Your turn: throw the dice.")
    until(driver, lambda: find(driver, "status").text == "Ann is there.")
