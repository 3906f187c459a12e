"""`bookgammon leds`: from "which port?" to a lit board."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from arbiter.position import Side
from arbiter.seats import Seats
from arbiter.state import MatchState
from bookgammon.answers import print_json, say
from bookgammon.errors import SettingsError, UsageError
from bookgammon.lights import FILE, LightShow, load_lights
from bookgammon.lights_examples import EXAMPLES
from bookgammon.settings import PORT, data_folder
from firmware_bridge.adalight import BAUDS
from firmware_bridge.colours import Colour
from firmware_bridge.current import estimate_ma, fits
from firmware_bridge.errors import PortError
from firmware_bridge.finding import find_out, ports
from firmware_bridge.lamps import Lamps, lamps
from firmware_bridge.settings import LightSettings, parse_settings, settings_text
from firmware_bridge.spots import Spot
from firmware_bridge.strip_map import CORNERS, SHAPES, usual_strip
from web.app import create_app
from web.hub import Hub
from web.lights import add_lights
from web.server import PageServer
from web.view import TableView

EXAMPLE = """\
bookgammon leds find                         1. which port? Listens at each; sends nothing unless you agree
bookgammon leds map --led-port /dev/ttyUSB0 --shape ring --start near-left
                                             2. where do the LEDs lie? Writes lights.toml, which you can edit
bookgammon leds walk                         3. right? Point after point shines; the page shows which it should be
bookgammon leds test                         4. all that the lights can say, one after the other
bookgammon play                              5. from now on the board is lit; so it is in bookgammon demo
No LEDs? Leave out --led-port: walk and test then show the lights on their page alone."""

POINTING: Colour = (0.85, 0.85, 1.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "step", metavar="STEP", choices=("find", "map", "walk", "test"), help="find, map, walk or test"
    )
    parser.add_argument(
        "--led-port", metavar="PORT", help="map: the controller's serial port, as find tells it"
    )
    parser.add_argument(
        "--baud", type=int, metavar="N", help=f"map: its speed, {BAUDS[0]} unless set otherwise"
    )
    parser.add_argument("--shape", choices=SHAPES, help="map: how the strip lies [ring]")
    parser.add_argument("--start", choices=CORNERS, help="map: the corner of its first LED [near-left]")
    parser.add_argument("--each", type=int, metavar="N", help="map: LEDs a point [1]")
    parser.add_argument("--ridge", type=int, metavar="N", help="map: LEDs between the leaves, kept dark [0]")
    parser.add_argument(
        "--turn", type=int, metavar="N", help="map: LEDs between the two edges, kept dark [0]"
    )
    parser.add_argument("--brightness", type=float, metavar="SHARE", help="map: cap, 0.01 to 1 [0.5]")
    parser.add_argument(
        "--budget", type=int, metavar="MA", help="map: what all may draw; USB 2 gives 500 [500]"
    )
    parser.add_argument("--seconds", type=float, metavar="S", help="walk, test: time a step [walk 1, test 4]")
    parser.add_argument(
        "--port", type=int, default=PORT, metavar="P", help=f"walk, test: the page's port [{PORT}]"
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="data folder [the platform's own]")
    parser.add_argument("--json", action="store_true", help="find, map: answer in JSON Lines")


def run(args: argparse.Namespace) -> int:
    steps: dict[str, Callable[[argparse.Namespace], int]] = {
        "find": find, "map": write_map, "walk": walk, "test": test,
    }  # fmt: skip
    return steps[args.step](args)


def find(args: argparse.Namespace) -> int:
    """Lists the ports, listens at each, asks before anything is sent."""
    seen = list(ports())
    if not seen:
        say(
            "There are no serial ports: plug the LED controller in (with a cable that carries data), then try again."
        )
    found = 0
    for port in seen:
        if not args.json:
            say(f"{port.name} ({port.description}): listening for five seconds ...")
        problem, speaker = "", ""
        try:
            speaker = find_out(port.name, partial(may_ask, port.name))
        except PortError as error:
            problem = str(error)
        found += bool(speaker)
        if args.json:
            print_json(
                {"port": port.name, "description": port.description, "speaks": speaker, "error": problem}
            )
        elif speaker:
            say(
                f"  {speaker} is here. Next: bookgammon leds map --led-port {port.name} --shape ring --start near-left"
            )
        else:
            say(f"  {problem or 'It said nothing.'}")
    return 0 if found else 1


def may_ask(port: str) -> bool:
    """WLED speaks only when asked; nothing is sent to a strange device unless somebody here agrees."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    say(f"  {port} is silent. WLED answers only when asked; something else might take the letter amiss.")
    print("  Send it the letter v? [y/N] ", end="", file=sys.stderr, flush=True)
    return input().strip().lower() in ("y", "yes")


def write_map(args: argparse.Namespace) -> int:
    """Changes what was asked for, keeps the rest."""
    folder = data_folder(args.data)
    settings = load_lights(folder)
    given = {
        "port": args.led_port, "baud": args.baud, "brightness": args.brightness, "budget_ma": args.budget,
    }  # fmt: skip
    settings = replace(settings, **{name: value for name, value in given.items() if value is not None})
    laid = (args.shape, args.start, args.each, args.ridge, args.turn)
    if any(value is not None for value in laid):
        each = 1 if args.each is None else args.each
        ridge, turn = args.ridge or 0, args.turn or 0
        if each < 1 or ridge < 0 or turn < 0:
            raise UsageError("--each must be 1 or more, --ridge and --turn 0 or more.")
        strip = usual_strip(args.shape or "ring", args.start or "near-left", each, ridge, turn)
        settings = replace(settings, strip=strip)
    text = settings_text(settings)
    strip_map = parse_settings(text).map()
    fits(settings, strip_map)
    save(folder / FILE, text)
    full = round(255 * settings.brightness)
    white = estimate_ma([(full, full, full)] * len(strip_map))
    if args.json:
        print_json({"file": str(folder / FILE), "leds": len(strip_map), "white_ma": round(white)})
        return 0
    print(text)
    say(f"Written to {folder / FILE}: {len(strip_map)} LEDs. Next: bookgammon leds walk")
    say(
        f"All of them white would draw about {white:.0f} mA at this brightness;"
        f" pictures that need more than {settings.budget_ma} mA are dimmed."
    )
    if missing := strip_map.missing:
        say(f"Points without an LED: {', '.join(map(str, missing))}.")
    return 0


def save(path: Path, text: str) -> None:
    """Whole or not at all. Raises SettingsError."""
    fresh = path.with_suffix(".new")
    try:
        fresh.write_text(text, encoding="utf-8")
        os.replace(fresh, path)
    except OSError as error:
        raise SettingsError(f"The lights' settings {path} cannot be written: {error.strerror}.") from error


def walk(args: argparse.Namespace) -> int:
    """Every lamp of the map in turn, near edge first."""
    settings = load_lights(data_folder(args.data))
    spots = sorted({spot for spot in settings.map().leds if spot}, key=_board_order)
    leds = settings.map().leds

    def caption(number: int) -> str:
        spot = spots[number]
        where = [index + 1 for index, led in enumerate(leds) if led == spot]
        which = f"LED {where[0]}" if len(where) == 1 else f"LEDs {where[0]} to {where[-1]}"
        return f"{_in_words(spot)} should shine: {which} of {len(leds)}."

    def look(number: int, _began: float, _now: float) -> Lamps:
        return {spots[number]: POINTING}

    _show_steps(args, settings, len(spots), caption, look, args.seconds or 1.0)
    say(
        "Another point shone than the page shows? Correct --shape, --start, --each or the list in lights.toml."
    )
    return 0


def test(args: argparse.Namespace) -> int:
    """All that the lights can say."""
    settings = load_lights(data_folder(args.data))
    seats = Seats(Side.LIGHT)

    def look(number: int, began: float, now: float) -> Lamps:
        return lamps(EXAMPLES[number].scene(seats, began), now)

    _show_steps(
        args, settings, len(EXAMPLES), lambda number: EXAMPLES[number].caption, look, args.seconds or 4.0
    )
    return 0


def _show_steps(
    args: argparse.Namespace,
    settings: LightSettings,
    count: int,
    caption: Callable[[int], str],
    look: Callable[[int, float, float], Lamps],
    seconds: float,
) -> None:
    """One step after the other on strip and page. look: number of the step, when it began, time."""
    step = [(0, time.monotonic())]  # set in one go: strip and page look from threads of their own
    show = LightShow(settings, lambda now: look(*step[0], now), lambda: caption(step[0][0]))
    app = create_app(Hub(TableView(MatchState(), Seats(Side.LIGHT))))
    add_lights(app, show.picture)
    server = PageServer(app, "127.0.0.1", args.port)
    server.start()
    say(f"The lights are shown at {server.url}lights")
    if not settings.port:
        say("No port is set (bookgammon leds map --led-port PORT), so that page is all there is.")
    try:
        with show:
            for number in range(count):
                step[0] = (number, time.monotonic())
                show.wake()
                say(caption(number))
                end = time.monotonic() + seconds
                while time.monotonic() < end:
                    for sentence in show.news():
                        say(sentence)
                    time.sleep(min(0.05, max(0.0, end - time.monotonic())))
    finally:
        server.stop()


def _board_order(spot: Spot) -> tuple[int, int, int]:
    return ("point", "bar", "off").index(spot.part), ("near", "far").index(spot.edge), spot.column


def _in_words(spot: Spot) -> str:
    if spot.part == "point":
        return f"Point {spot.column} from the left at the {spot.edge} edge"
    return f"The {'ridge' if spot.part == 'bar' else 'lamp for borne-off checkers'} at the {spot.edge} edge"
