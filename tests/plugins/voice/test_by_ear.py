"""A whole game by ear and keyboard alone: whoever plays acts on nothing but what the page says, and answers by keys."""

from __future__ import annotations

import random
import re
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.keys import Keys

from arbiter.match.events import Event, GameOver, PlayMade
from arbiter.notation import format_play
from arbiter.plays import Dice, Play, legal_plays, passing_positions
from arbiter.position import OFF, Position, Side
from arbiter.rules import Rules
from bookgammon.plugins.voice.spoken_words import spoken_play, spoken_roll
from bookgammon.setup.cameras import Cameras
from bookgammon.setup.wizard import USUAL_SEATS, Wizard
from bookgammon.table.table import FrameTime, opening
from tests.arbiter_referee.table import sensible, steps
from tests.ports import free_port
from tests.setup.stage import EMPTY, START, Camera, Room, find_here, put_away
from tests.web.browser import MISSING, screen
from tests.web.ear import Ear, keys, switch_voice
from tests.web.live_table import LiveTable
from tests.web.whole_page import whole_page
from web.guard import lead_to
from web.setup import add_setup

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

NAMES = {Side.LIGHT: "Anna", Side.DARK: "Ben"}
FURTHEST = 80
"""Tab stops within which everything is reached."""
QUICK: tuple[Dice, ...] = ((6, 6), (5, 5), (4, 4), (6, 5), (6, 4), (5, 4), (3, 3), (6, 2))
"""Throws with which a game is soon over."""
A_MOMENT_S = 0.1
NOWHERE = "return document.activeElement === document.body"
"""Past the last part of the page, where nothing is said."""


def go_to(driver: Chrome, ear: Ear, what: str) -> None:
    """Tab until a part is said by that name. What was entered in the part that is left may be said before it."""
    for _ in range(FURTHEST):
        ear.news()
        keys(driver, Keys.TAB)
        if driver.execute_script(NOWHERE):
            continue
        said = ear.until(bool)
        time.sleep(A_MOMENT_S)
        if what in [said, *ear.news()][-1]:
            return
    raise AssertionError(f"the tab key never says {what}; said was {ear.everything[-FURTHEST:]}")


def answer(driver: Chrome, ear: Ear, choice: str) -> None:
    """Press the number under which the page has said an answer, or says it when it is asked."""
    named = ear.until(lambda text: re.search(rf"\d: {choice}", text) is not None)
    found = re.search(rf"(\d): {choice}", named)
    assert found
    keys(driver, found[1])


def set_up(driver: Chrome, ear: Ear, folder: Path) -> tuple[list[Event], int]:
    """From the camera to the names; what the match begins with, and the port of its page."""
    camera = Camera(EMPTY, "camera 0")
    cameras = Cameras(Room(**{"0": camera}).open, lambda: [0])
    wizard = Wizard(folder, None, rules=Rules(), cameras=cameras, find=find_here)
    add = (partial(add_setup, setup=wizard), partial(lead_to, endpoint="setup_page"))
    port = free_port()
    with whole_page((), USUAL_SEATS, "127.0.0.1", port, add=add) as page:
        driver.get(page.joined_by(page.url))
        ear.wait_for_page("setup")
        switch_voice(driver)
        ear.has("everything")
        go_to(driver, ear, "Camera 0")
        keys(driver, Keys.ENTER)
        ear.has("starting position")
        camera.scene = np.asarray(START)
        ear.has("Who plays")
        go_to(driver, ear, "on the far side")
        keys(driver, "Ben")
        go_to(driver, ear, "on the near side")
        keys(driver, "Anna")
        go_to(driver, ear, "Begin")
        keys(driver, Keys.ENTER)
        outcome = wizard.wait()
        driver.get("about:blank")
    put_away(wizard)
    camera.close()
    assert outcome.agreement
    return [*outcome.agreement.settles(opening(Rules(), (0, 0), None, FrameTime()))], port


class Players:
    """Both players: they throw, move and answer as they are told, and check what they hear."""

    def __init__(self, driver: Chrome, ear: Ear, table: LiveTable) -> None:
        self.driver, self.ear, self.table = driver, ear, table
        self.chance = random.Random(11)

    @property
    def position(self) -> Position:
        return self.table.players.position

    def throw(self, side: Side, dice: Dice) -> None:
        self.table.show(self.table.players.throw(side, dice))
        self.ear.has(str(spoken_roll(dice)))

    def play(self, side: Side, play: Play) -> None:
        """Move, lift the dice, and hear the same play."""
        self.table.show(self.table.players.walk(steps(self.position, play, side)))
        self.table.show(self.table.players.lift())

    def turn(self, side: Side, dice: Dice) -> None:
        self.throw(side, dice)
        play = self.chosen(side, dice)
        said = str(spoken_play(format_play(play)))
        self.play(side, play)
        self.ear.until(lambda text: text == said)

    def chosen(self, side: Side, dice: Dice) -> Play:
        return self.chance.choice(sensible(legal_plays(self.position, side, dice)))

    def misplay(self, side: Side, dice: Dice) -> None:
        """One checker goes where no die leads; the opponent wants it put right, and it is."""
        self.throw(side, dice)
        before, play = self.position, self.chosen(side, dice)
        allowed = passing_positions(before, side, dice)
        ways = [(start, start - pips) for start in range(24, 12, -1) for pips in (5, 6, 4) if before.row(side)[start]]
        wrong = next(
            after
            for start, end in ways
            if not before.row(side.other)[25 - end] and (after := moved(before, side, start, end)) not in allowed
        )
        self.table.show(self.table.players.reach(wrong))
        self.table.show(self.table.players.rest(22, 30))
        self.table.show(self.table.players.lift())
        self.ear.has(f"Illegal play by {NAMES[side]}.")
        answer(self.driver, self.ear, "Put it right")
        self.ear.has(f"{NAMES[side.other]} wants it put right")
        self.table.show(self.table.players.reach(play.result))
        self.table.show(self.table.players.rest(12, 16))
        self.ear.has(f"Put right: {spoken_play(format_play(play))}")

    def double(self, side: Side) -> None:
        keys(self.driver, "c")
        answer(self.driver, self.ear, "Double to 2")
        self.ear.has(f"{NAMES[side]} doubles to 2")
        self.ear.has(f"{NAMES[side.other]}: take at 2, or drop?")
        answer(self.driver, self.ear, "Take")
        self.ear.has(f"{NAMES[side.other]} takes at 2")


def moved(before: Position, side: Side, start: int, end: int) -> Position:
    """One checker elsewhere."""
    row = list(before.row(side))
    row[start] -= 1
    row[end] += 1
    return before.with_row(side, tuple(row))


def test_a_whole_game(driver: Chrome, ear: Ear, tmp_path: Path) -> None:
    screen(driver, 1024, 768)
    begun, port = set_up(driver, ear, tmp_path)
    table = LiveTable(begun, port=port)
    with table.followed() as page:
        driver.get(page.joined_by(page.url))
        ear.has("Roll to begin")  # the device speaks as it was told in set-up
        players = Players(driver, ear, table)
        side, turns = Side.DARK, 0
        players.throw(side, (3, 1))
        play = players.chosen(side, (3, 1))
        players.play(side, play)
        ear.has(str(spoken_play(format_play(play))))
        while table.players.position.row(side)[OFF] < 15:
            side, turns = side.other, turns + 1
            ear.has(f"{NAMES[side]} to roll")
            if turns == 3:
                players.misplay(side, (2, 1))
                continue
            if turns == 5:
                players.double(side)
            players.turn(side, players.chance.choice(QUICK))
            assert turns < 60
        ear.has(f"{NAMES[side]} wins")
        keys(driver, "s")
        ear.has("Set the board up for the next game.")
        driver.get("about:blank")
    plays = [str(spoken_play(event.play)) for event in table.events if isinstance(event, PlayMade)]
    heard = [text for text in ear.everything if text in set(plays)]
    assert heard == plays
    assert sum(isinstance(event, GameOver) for event in table.events) == 1
