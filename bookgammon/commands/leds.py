"""`bookgammon leds`: from "which port?" to a lit board."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.access.addresses import own_address
from bookgammon.commands.about import ADD_COMMANDS
from bookgammon.errors import UsageError
from bookgammon.files.settings import PORT, data_folder
from bookgammon.lights.examples import EXAMPLES
from bookgammon.lights.lights import LightShow, load_lights, save_lights
from bookgammon.lights.map import POINTING, TappedMap
from bookgammon.lights.network import controllers
from bookgammon.table.page import open_browser
from bookgammon.terminal.answers import print_json, say
from bookgammon.terminal.language import ask, localized, show
from firmware_bridge.colours import estimate_ma
from firmware_bridge.errors import PortError
from firmware_bridge.finding import find_out, ports
from firmware_bridge.lamps import Lamps, lamps
from firmware_bridge.protocol import protocols
from firmware_bridge.protocols.adalight import BAUDS
from firmware_bridge.settings import LightSettings, settings_text
from firmware_bridge.spots import Spot
from firmware_bridge.strip_map import CORNERS, SHAPES, usual_strip
from web.app import AddPage, create_app
from web.hub import Hub
from web.lights_map import add_lights, add_lights_map
from web.pairing import Pairing
from web.server import PageServer
from web.view import TableView

EXAMPLE = """\
bookgammon leds find     1. which port? Listens at each, and for WLED in your network; sends nothing unless you agree
bookgammon leds map --led-port /dev/ttyUSB0 --shape ring --start near-left --each 2
                         2. how does the strip lie? Begins at the near left corner, two LEDs a point
bookgammon leds tap      ...or, for any other strip: one LED after another shines, you tap the point that it lights
bookgammon leds walk     3. right? Point after point shines; the page shows which it should be
bookgammon leds test     4. all that the lights can say, one after the other
bookgammon play          5. from now on the board is lit; so it is in bookgammon demo
WLED without a cable? leds map --protocol wled-udp --led-port wled-kitchen.local, by the name that find tells.
No LEDs? Leave out --led-port: walk and test then show the lights on their page alone.
No controller yet? docs/lights.md shows what to buy and how to wire it; our own sketch for it comes along."""


HERE = "127.0.0.1"
ANSWER_S = 1.0
"""So that the page still hears that its map was written."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "step",
        metavar="STEP",
        choices=("find", "map", "tap", "walk", "test"),
        help=Message("find, map, tap, walk or test"),
    )
    parser.add_argument(
        "--led-port",
        metavar="PORT",
        help=Message("map: the controller's serial port, or its name or address in the network, as find tells it"),
    )
    parser.add_argument("--protocol", choices=tuple(protocols()), help=Message("map: how it is spoken to [adalight]"))
    parser.add_argument(
        "--baud", type=int, metavar="N", help=Message("map: its speed, {bauds} unless set otherwise", bauds=BAUDS[0])
    )
    parser.add_argument("--shape", choices=SHAPES, help=Message("map: how the strip lies [ring]"))
    parser.add_argument("--start", choices=CORNERS, help=Message("map: the corner of its first LED [near-left]"))
    parser.add_argument("--each", type=int, metavar="N", help=Message("map: LEDs a point [1]"))
    parser.add_argument("--ridge", type=int, metavar="N", help=Message("map: LEDs between the leaves, kept dark [0]"))
    parser.add_argument("--turn", type=int, metavar="N", help=Message("map: LEDs between the two edges, kept dark [0]"))
    parser.add_argument("--brightness", type=float, metavar="SHARE", help=Message("map: cap, 0.01 to 1 [0.5]"))
    parser.add_argument(
        "--budget", type=int, metavar="MA", help=Message("map: what all may draw; USB 2 gives 500 [500]")
    )
    parser.add_argument("--seconds", type=float, metavar="S", help=Message("walk, test: time a step [walk 1, test 4]"))
    parser.add_argument(
        "--port",
        type=int,
        default=PORT,
        metavar="P",
        help=Message("tap, walk, test: the page's port [{port}]", port=PORT),
    )
    parser.add_argument(
        "--host",
        default=HERE,
        metavar="H",
        help=Message("tap: where its page listens; 0.0.0.0 lets a tablet tap [{here}]", here=HERE),
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))
    parser.add_argument("--json", action="store_true", help=Message("find, map: answer in JSON Lines"))


def run(args: argparse.Namespace) -> int:
    steps: dict[str, Callable[[argparse.Namespace], int]] = {
        "find": find, "map": write_map, "tap": tap, "walk": walk, "test": test,
    }  # fmt: skip
    return steps[args.step](args)


def find(args: argparse.Namespace) -> int:
    """Lists the ports, listens at each, asks before anything is sent; then listens for controllers in the network."""
    at_ports, in_network = _find_at_ports(args), _find_in_network(args)
    if not at_ports and not in_network:
        say(
            Message(
                "No LED controller answered. WLED: run this in a terminal and let it ask. Arduino: is the "
                "sketch on it (docs/lights.md)? If you know the port all the same, name it: bookgammon leds "
                "map --led-port PORT"
            )
        )
    return 0 if at_ports or in_network else 1


def _find_in_network(args: argparse.Namespace) -> int:
    """How many controllers say that they are there."""
    seen = controllers()
    for controller in seen:
        if args.json:
            print_json({"port": controller.name, "description": controller.address, "speaks": "WLED", "error": ""})
        else:
            say(
                Message(
                    "{name} ({address}): WLED in your network. Next: bookgammon leds map --protocol wled-udp "
                    "--led-port {name} --shape ring --start near-left",
                    name=controller.name,
                    address=controller.address,
                )
            )
    return len(seen)


def _find_at_ports(args: argparse.Namespace) -> int:
    """How many controllers speak at the serial ports."""
    seen = list(ports())
    if not seen:
        say(
            Message(
                "There are no serial ports: a controller at a cable has to be plugged in (with one that carries data)."
            )
        )
    found = 0
    for port in seen:
        if not args.json:
            say(
                Message(
                    "{name} ({description}): listening for five seconds ...",
                    name=port.name,
                    description=port.description,
                )
            )
        problem, speaker = "", ""
        try:
            speaker = find_out(port.name, partial(may_ask, port.name))
        except PortError as error:
            problem = str(error)
        found += bool(speaker)
        if args.json:
            print_json({"port": port.name, "description": port.description, "speaks": speaker, "error": problem})
        elif speaker:
            say(
                Message(
                    "  {speaker} is here. Next: bookgammon leds map --led-port {name} --shape ring --start near-left",
                    speaker=speaker,
                    name=port.name,
                )
            )
        else:
            say(f"  {problem or 'It said nothing.'}")
    return found


def may_ask(port: str, question: bytes) -> bool:
    """WLED speaks only when asked; nothing is sent to a strange device unless somebody here agrees to just that."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    say(Message("  {port} is silent. Some controllers answer only when asked; others might take it amiss.", port=port))
    text = question.decode("latin-1")
    letters = text if text.isascii() and text.isprintable() else question.hex(" ")
    show(localized(Message('  Send it "{letters}"? [y/N] ', letters=letters)), end="", stream=sys.stderr)
    return ask("") in ("y", "yes")


def write_map(args: argparse.Namespace) -> int:
    """Changes what was asked for, keeps the rest."""
    folder = data_folder(args.data)
    settings = load_lights(folder)
    given = {
        "port": args.led_port, "protocol": args.protocol, "baud": args.baud,
        "brightness": args.brightness, "budget_ma": args.budget,
    }  # fmt: skip
    settings = replace(settings, **{name: value for name, value in given.items() if value is not None})
    laid = (args.shape, args.start, args.each, args.ridge, args.turn)
    if any(value is not None for value in laid):
        each = 1 if args.each is None else args.each
        ridge, turn = args.ridge or 0, args.turn or 0
        if each < 1 or ridge < 0 or turn < 0:
            raise UsageError(Message("--each must be 1 or more, --ridge and --turn 0 or more."))
        strip = usual_strip(args.shape or "ring", args.start or "near-left", each, ridge, turn)
        settings = replace(settings, strip=strip)
    path, strip_map = save_lights(folder, settings), settings.map()
    full = round(255 * settings.brightness)
    white = estimate_ma([(full, full, full)] * len(strip_map))
    if args.json:
        print_json({"file": str(path), "leds": len(strip_map), "white_ma": round(white)})
        return 0
    show(settings_text(settings))
    say(Message("Written to {path}: {count} LEDs. Next: bookgammon leds walk", path=path, count=len(strip_map)))
    say(
        Message(
            "All of them white would draw about {white:.0f} mA at this brightness; pictures that need more "
            "than {budget_ma} mA are dimmed.",
            white=white,
            budget_ma=settings.budget_ma,
        )
    )
    if missing := strip_map.missing:
        say(Message("Points without an LED: {points}.", points=", ".join(map(str, missing))))
    return 0


def tap(args: argparse.Namespace) -> int:
    """The map by tapping, on a page of its own."""
    pairing = Pairing()
    with TappedMap(data_folder(args.data)) as tapped:
        server = _page(args, lambda app: add_lights_map(app, tapped), pairing, args.host)
        address = f"{server.url}lights/map#{pairing.code}"
        say(Message("Tap the points at {address}", address=address))
        if args.host != HERE:
            say(
                Message(
                    "A tablet finds the page at {address}",
                    address=f"http://{own_address()}:{server.port}/lights/map#{pairing.code}",
                )
            )
        open_browser(f"{server.url}lights/map#{pairing.code_for_one()}")
        try:
            tapped.saved.wait()
            time.sleep(ANSWER_S)
            say(Message("The map is written. Next: bookgammon leds walk"))
        except KeyboardInterrupt:
            say(Message("Stopped; nothing was written."))
        finally:
            server.stop()
    return 0


def walk(args: argparse.Namespace) -> int:
    """Every lamp of the map in turn, near edge first."""
    settings = load_lights(data_folder(args.data))
    spots = sorted({spot for spot in settings.map().leds if spot}, key=_board_order)
    leds = settings.map().leds

    def caption(number: int) -> str:
        spot = spots[number]
        where = [index + 1 for index, led in enumerate(leds) if led == spot]
        which = (
            Message("LED {where}", where=where[0])
            if len(where) == 1
            else Message("LEDs {first} to {last}", first=where[0], last=where[-1])
        )
        return Message(
            "{in_words} should shine: {which} of {count}.", in_words=_in_words(spot), which=which, count=len(leds)
        )

    def look(number: int, _began: float, _now: float) -> Lamps:
        return {spots[number]: POINTING}

    _show_steps(args, settings, len(spots), caption, look, args.seconds or 1.0)
    say(
        Message("Another point shone than the page shows? Correct --shape, --start, --each or the list in lights.toml.")
    )
    return 0


def test(args: argparse.Namespace) -> int:
    """All that the lights can say."""
    settings = load_lights(data_folder(args.data))
    seats = Seats(Side.LIGHT)

    def look(number: int, began: float, now: float) -> Lamps:
        return lamps(EXAMPLES[number].scene(seats, began), now)

    _show_steps(args, settings, len(EXAMPLES), lambda number: EXAMPLES[number].caption, look, args.seconds or 4.0)
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
    server = _page(args, lambda app: add_lights(app, show.picture))
    say(Message("The lights are shown at {url}lights", url=server.url))
    if not settings.port:
        say(Message("No port is set (bookgammon leds map --led-port PORT), so that page is all there is."))
    try:
        with show:
            show.ready()
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


def _page(args: argparse.Namespace, add: AddPage, pairing: Pairing | None = None, host: str = HERE) -> PageServer:
    """A running server with what `add` adds; no match is followed behind it."""
    app = create_app(Hub(TableView(MatchState(), Seats(Side.LIGHT))), pairing=pairing)
    add(app)
    ADD_COMMANDS(app)
    server = PageServer(app, host, args.port)
    server.start()
    return server


def _board_order(spot: Spot) -> tuple[int, int, int]:
    return ("point", "bar", "off").index(spot.part), ("near", "far").index(spot.edge), spot.column


def _in_words(spot: Spot) -> str:
    edge = Message("near") if spot.edge == "near" else Message("far")
    if spot.part == "point":
        return Message("Point {column} from the left at the {edge} edge", column=spot.column, edge=edge)
    if spot.part == "bar":
        return Message("The ridge at the {edge} edge", edge=edge)
    return Message("The lamp for borne-off checkers at the {edge} edge", edge=edge)
