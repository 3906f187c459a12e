"""From the table to the pixels of the wall: `python -m lab.campaigns.club_pixels [--tables 30] [--real 2] [--minutes
1]`.

As `lab.campaigns.club_evening`, with a real Chromium before the wall at 1920 x 1080. The page notes which event of each
table stands on its tile, after the frame in which it was painted; the tables' logs say when it happened.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from lab.campaigns.club_evening import Club, percentiles
from tests.web import browser

Painted = Mapping[str, Sequence[tuple[int, float]]]
"""By table: how many events its tile showed, and since when (seconds since 1970), oldest first."""

WATCH = """
window.painted = {};
const seen = new Map();
new MutationObserver(() => {
  const changed = [...document.querySelectorAll(".tile")].filter((tile) => seen.get(tile) !== tile.dataset.events);
  for (const tile of changed) seen.set(tile, tile.dataset.events);
  const told = changed.map((tile) => [tile.querySelector(".tile-name").textContent, Number(tile.dataset.events)]);
  // the second frame begins once the first has been painted
  requestAnimationFrame(() => requestAnimationFrame(() => {
    for (const [name, events] of told) (window.painted[name] ??= []).push([events, Date.now() / 1000]);
  }));
}).observe(document.getElementById("tables"), { subtree: true, attributes: true, childList: true });
"""


def delays(happened: Mapping[tuple[str, str, int], float], painted: Painted) -> tuple[list[float], int]:
    """Seconds from each event to the first picture that shows it, and how many were never shown.

    An event that another one overtook within the same picture counts as shown with it.
    """
    found, missing = list[float](), 0
    begun = {name: shown[0][1] for name, shown in painted.items() if shown}
    for (table, _, number), when in happened.items():
        name = table.replace("-", " ").capitalize()
        if not when or when < begun.get(name, float("inf")):
            continue
        since = next((at for events, at in painted[name] if at >= when and events >= number), None)
        if since is None:
            missing += 1
        else:
            found.append(since - when)
    return found, missing


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--real", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--pace", type=float, default=3.0, help="seconds between two events of a table")
    args = parser.parse_args(argv)
    with (
        tempfile.TemporaryDirectory() as name,
        browser.chromium(Path(name) / "profile") as driver,
        Club(args.tables, args.real, args.minutes, args.pace, Path(name)) as club,
    ):
        browser.screen(driver, 1920, 1080)
        driver.get(f"http://127.0.0.1:{club.wall_port}/")
        driver.execute_script(WATCH)
        club.play_on()
        painted: Painted = driver.execute_script("return window.painted")
        found, missing = delays(club.logs.read().happened, painted)
        club.finish()
    print(f"{len(found)} events from the table to the pixels: {percentiles(found)}; {missing} never painted")
    print(f"load {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
