"""How soon a play is seen on the other player's page, with `PYTHONPATH=distributions/two_books`:
`python -m lab.campaigns.two_pages_seen [PLAYS] [SEED]`.

Two real programs over a real Mosquitto, a real Chromium before each page. First two tables (`two_pages_table`), then a
table and the guest's own program, at whose page each button and checker is tapped. In each page an observer notes by
the wall clock when the page's own play is listed as made, and when the other's is shown: at a table as the play to be
put there, at a guest's page on their board. What is shown counts from the browser's next picture.

Two tables, two browsers and a broker share one machine here. Where it is busy with other work nothing of theirs runs
for a while: this campaign's own clock notes such moments, and plays that fall into one are told apart.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Chrome

from tests.plugins.club.mosquitto import Mosquitto
from tests.two_books.guest.taps import tap
from tests.two_books.match.programs import RunningProgram, installed_in
from tests.web.browser import chromium, screen

TABLE = "lab.campaigns.two_pages_table"
LOOK_S, TAP_S = 2.0, 0.3
LONGEST_S = 1200.0
BEAT_S, STILL_S = 0.05, 0.5
CODE = re.compile("TWOBOOKS:[0-9A-Z-]+")
OBSERVE = """
const [own, words] = arguments;
const noted = (window.noted = { made: {}, shown: {} });
const now = () => (performance.timeOrigin + performance.now()) / 1000;
const seen = (turn) => requestAnimationFrame(() => (noted.shown[turn] ??= now()));
function look() {
  const game = (document.getElementById("match").textContent.match(/Game (\\d+)/) || [])[1];
  const newest = document.querySelector("#plays li");
  const number = Number(newest?.dataset.turn || 0);
  if (!game) return;
  if (newest && newest.dataset.side === own) noted.made[`${game}.${number}`] ??= now();
  if (words) {
    if (new RegExp(words).test(document.getElementById("headline").textContent)) seen(`${game}.${number + 1}`);
  } else if (newest && newest.dataset.side !== own) seen(`${game}.${number}`);
}
new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
"""
"""own: the page's side. words: of a table's headline while the other's play is to be put there."""
Times = dict[str, float]
"""By game and turn, as `2.17`."""
Play = tuple[float, float]
"""When it was shown as made, and when on the other page; in seconds since 1970."""


class Standstills:
    """Moments at which this process got no processor for half a second. Notes them while its `with` block runs."""

    def __init__(self) -> None:
        self._found, self._over = list[Play](), threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Standstills:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        last = time.time()
        while not self._over.wait(BEAT_S):
            now = time.time()
            if now - last > BEAT_S + STILL_S:
                self._found.append((last, now))
            last = now

    def holds(self, play: Play) -> bool:
        return any(began < play[1] and play[0] < ended for began, ended in self._found)

    def __str__(self) -> str:
        longest = max((ended - began for began, ended in self._found), default=0.0)
        return f"{len(self._found)} standstills of the machine, the longest {longest:.1f} s"


@contextmanager
def pages(folder: Path, guest: str) -> Iterator[tuple[Chrome, Chrome]]:
    """Ann's page, who has invited, and that of Ben, who sits at a table or at the guest's page."""
    with ExitStack() as stack:
        broker = stack.enter_context(Mosquitto(folder / "broker"))
        installed = installed_in(folder / "installed")
        invites = ["--invite", "--link-broker", broker.address, "--my-name", "Ann"]
        ann = RunningProgram(folder / "host", invites, installed, TABLE)
        stack.callback(ann.kill)
        ann.paired_at()
        code = folder / "invitation"
        code.touch(0o600)
        code.write_text(next(found[0] for line in ann.said if (found := CODE.search(line))))
        joins = ["--join", str(code), "--my-name", "Ben"]
        words, module = (joins, TABLE) if guest == "table" else (["two-guest", *joins], "bookgammon")
        ben = RunningProgram(folder / "guest", words, installed, module)
        stack.callback(ben.kill)
        one, two = (stack.enter_context(chromium(folder / f"profile{number}")) for number in (1, 2))
        for driver, program in ((one, ann), (two, ben)):
            screen(driver, 1180, 820)
            driver.get(program.paired_at())
            _until(partial(driver.execute_script, "return Boolean(document.querySelector('#plays'))"))
        one.execute_script(OBSERVE, "light", "^Ben (plays|cannot move)")
        two.execute_script(OBSERVE, "dark", "^Ann (plays|cannot move)" if guest == "table" else "")
        yield one, two


def _until(true: Callable[[], object], seconds: float = 120.0) -> None:
    ends = time.monotonic() + seconds
    while not true():
        if time.monotonic() > ends:
            raise TimeoutError
        time.sleep(0.1)


def noted(driver: Chrome) -> tuple[Times, Times]:
    """When that page's own plays were made, and when the other's were shown there."""
    found = driver.execute_script("return window.noted")
    return dict(found["made"]), dict(found["shown"])


def both_ways(one: Chrome, two: Chrome) -> tuple[list[Play], list[Play]]:
    """Each play from the first page to the second, and each the other way."""
    (made, back), (made_there, there) = noted(one), noted(two)
    return after(made, there), after(made_there, back)


def after(made: Times, shown: Times) -> list[Play]:
    return [(at, shown[turn]) for turn, at in made.items() if turn in shown]


def played(guest: str, plays: int, lot: Random) -> tuple[list[Play], list[Play]]:
    """At least so many plays both ways together, or what there are when the match is over."""
    with tempfile.TemporaryDirectory(prefix="two-pages-") as folder, pages(Path(folder), guest) as (one, two):
        ends, looks_at = time.monotonic() + LONGEST_S, 0.0
        there, back = both_ways(one, two)
        while len(there) + len(back) < plays and time.monotonic() < ends:
            if guest != "table":
                with suppress(WebDriverException):  # it was drawn anew meanwhile: look again
                    tap(two, lot=lot.random())
            time.sleep(TAP_S)
            if time.monotonic() > looks_at:
                looks_at = time.monotonic() + LOOK_S
                there, back = both_ways(one, two)
        return there, back


def said(what: str, plays: list[Play]) -> str:
    times = sorted(shown - made for made, shown in plays)
    if not times:
        return f"{what}: none"
    median, late = times[len(times) // 2], times[int(0.95 * len(times))]
    return f"{what}: {len(times)} plays, {median:.3f} s (median), {late:.3f} s (p95), {times[-1]:.3f} s (longest)"


def main() -> None:
    words = [int(word) for word in sys.argv[1:]]
    plays, seed = [*words, *(200, 6600)[len(words) :]]
    lot, began, every = Random(seed), time.monotonic(), list[Play]()
    with Standstills() as standstills:
        for guest in ("table", "page"):
            there, back = played(guest, plays // 2, lot)
            every += [*there, *back]
            print(said(f"from a table to a {guest}", there), flush=True)
            print(said(f"from a {guest} to a table", back), flush=True)
        print(f"{said('all', every)}; {time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}")
        print(f"{standstills}; {said('beside these', [each for each in every if not standstills.holds(each)])}")


if __name__ == "__main__":
    main()
