"""What the lights say: a pure function from scene and time to the colour of every lamp.

Restful by default: a soft glow at the home of the player on turn, nothing that moves. Only a warning blinks. Nobody
needs to distinguish red from green: wrong checkers blink, where they came from is steady, what was put right is one
breath of the whole board, a double is a slow pulse, a won game a light that runs. Nothing flashes more than three times
a second (WCAG 2.3.1).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from arbiter.match.state import Phase
from arbiter.position import SIDES, Side
from firmware_bridge.colours import DARK, Colour, dimmed, mixed
from firmware_bridge.lights_state import LightsState, destinations, still_to_move, warned, wrong_checkers
from firmware_bridge.spots import POINTS, Spot, edge_of, home_of, spot_of

Lamps = dict[Spot, Colour]
"""Colours of the lamps that are not dark."""

CANDLE: Colour = (1.0, 0.72, 0.42)
WHITE: Colour = (0.9, 0.9, 1.0)
RED: Colour = (1.0, 0.0, 0.0)
AMBER: Colour = (1.0, 0.62, 0.0)
GREEN: Colour = (0.1, 0.9, 0.25)
VIOLET: Colour = (0.6, 0.25, 1.0)
GOLD: Colour = (1.0, 0.78, 0.2)
BLUE: Colour = (0.2, 0.5, 1.0)

FADE_S = 0.3
BREATH_S = 1.6
BLINK_S = 0.5
PULSE_S = 2.0
RUN_S = 1.5
FEAST_S = 6.0


def lamps(scene: LightsState, now: float, *, aids: bool = False) -> Lamps:
    """All lamps that shine at this moment. now: on the clock of `LightsState.since`.

    One picture fades into the next; a warning comes and goes at once.
    """
    wanted = _lamps_of(scene, now, aids)
    age = now - scene.since
    sudden = warned(scene.state) or (scene.before and warned(scene.before.state))
    if scene.before is None or sudden or age >= FADE_S:
        return wanted
    was = _lamps_of(scene.before, now, aids)
    share = 0.5 - 0.5 * math.cos(math.pi * max(age, 0.0) / FADE_S)
    both = ((spot, mixed(was.get(spot, DARK), wanted.get(spot, DARK), share)) for spot in was.keys() | wanted.keys())
    return {spot: colour for spot, colour in both if colour != DARK}


def _lamps_of(scene: LightsState, now: float, aids: bool) -> Lamps:
    if warned(scene.state):
        return illegal_play(scene, now)
    if scene.state.intended:
        return to_be_moved(scene, now)
    shown = _PHASES[scene.state.phase](scene, now)
    if aids and scene.lifted is not None:
        shown |= may_go(scene)
    if scene.gesture == "right" and 0 <= now - scene.gesture_at < BREATH_S:
        shown = put_right(shown, now - scene.gesture_at)
    return shown | waits_for_people() if scene.waits else shown


def illegal_play(scene: LightsState, now: float) -> Lamps:
    """Wrong checkers blink red, amber stays where they came from. While the dice still lie: half as bright."""
    warning = warned(scene.state)
    if warning is None:
        return {}
    stand, came = wrong_checkers(warning)
    bright = 0.55 if warning.provisional else 1.0
    lit = (now - scene.since) % BLINK_S < BLINK_S / 2
    shown = {spot_of(side, place, scene.seats): dimmed(AMBER, bright * 0.7) for side, place in came}
    for side, place in stand:
        shown[spot_of(side, place, scene.seats)] = dimmed(RED, bright if lit else bright * 0.25)
    return shown


def to_be_moved(scene: LightsState, now: float) -> Lamps:
    """The play of an opponent who is not at the table: amber where its checkers stand, green where they belong.

    Where another play was made for it the checkers that lie wrong blink.
    """
    lit = not scene.state.misplaced or (now - scene.since) % BLINK_S < BLINK_S / 2
    shown: Lamps = {}
    for move in still_to_move(scene.state):
        if move.end is not None:
            shown[spot_of(move.side, move.end, scene.seats)] = dimmed(GREEN, 0.7)
    for move in still_to_move(scene.state):
        if move.start is not None:
            shown[spot_of(move.side, move.start, scene.seats)] = dimmed(AMBER, 0.7 if lit else 0.2)
    return shown


def on_turn(scene: LightsState, now: float) -> Lamps:
    """Whose turn it is: that home glows; before the opening roll both do."""
    del now
    sides = SIDES if scene.state.player is None else (scene.state.player,)
    return {spot: dimmed(CANDLE, 0.35) for side in sides for spot in _home(side, scene)}


def dice_seen(scene: LightsState, now: float) -> Lamps:
    """On the glowing home, the points that the dice number stand out; of a double, the only one, brighter."""
    shown = on_turn(scene, now)
    side, dice = scene.state.player, scene.state.dice
    if side is not None and dice is not None:
        bright = 0.85 if dice[0] == dice[1] else 0.6
        shown |= {spot_of(side, value, scene.seats): dimmed(WHITE, bright) for value in dice}
    return shown


def may_go(scene: LightsState) -> Lamps:
    """An aid: where the lifted checker may go."""
    state = scene.state
    if state.player is None or state.dice is None or scene.lifted is None:
        return {}
    places = destinations(state.position, state.player, state.dice, scene.lifted)
    return {spot_of(state.player, place, scene.seats): dimmed(BLUE, 0.6) for place in places}


def put_right(shown: Lamps, age: float) -> Lamps:
    """One green breath over the whole board."""
    breath = math.sin(math.pi * age / BREATH_S) ** 2
    return shown | {spot: mixed(shown.get(spot, DARK), dimmed(GREEN, 0.5), breath) for spot in POINTS}


def double_offered(scene: LightsState, now: float) -> Lamps:
    """The home of whoever must answer pulses slowly, and so does the ridge."""
    player = scene.state.player
    if player is None:
        return {}
    pulse = 0.5 - 0.5 * math.cos(2 * math.pi * (now - scene.since) / PULSE_S)
    spots = (*_home(player.other, scene), Spot("bar", edge_of(player.other, scene.seats)))
    return {spot: dimmed(VIOLET, 0.3 + 0.5 * pulse) for spot in spots}


def waits_for_people() -> Lamps:
    """Both ends of the ridge rest in white: the program waits, and the game with it."""
    return dict.fromkeys((Spot("bar", "near"), Spot("bar", "far")), dimmed(WHITE, 0.35))


def won(scene: LightsState, now: float) -> Lamps:
    """A golden light runs round the board for a few seconds; then the winner's home rests in gold."""
    age = now - scene.gesture_at
    if scene.gesture == "won" and 0 <= age < FEAST_S:
        fading = min(1.0, (FEAST_S - age) / 1.0)
        head = age / RUN_S * len(_RING)
        tail = {
            spot: 0.7 * fading * max(0.0, 1 - ((head - number) % len(_RING)) / 8) for number, spot in enumerate(_RING)
        }
        return {spot: dimmed(GOLD, bright) for spot, bright in tail.items() if bright > 0}
    winner = _winner(scene)
    return {spot: dimmed(GOLD, 0.35) for spot in _home(winner, scene)} if winner else {}


def dark(scene: LightsState, now: float) -> Lamps:
    """Nothing to show."""
    del scene, now
    return {}


def _home(side: Side, scene: LightsState) -> Iterable[Spot]:
    return (*home_of(side, scene.seats), Spot("off", edge_of(side, scene.seats)))


def _winner(scene: LightsState) -> Side | None:
    state = scene.state
    if state.winner or not state.result:
        return state.winner or state.player  # after a drop: who doubled
    return state.result.winner


_RING = tuple(spot for spot in POINTS if spot.edge == "near") + tuple(
    spot for spot in reversed(POINTS) if spot.edge == "far"
)
_PHASES: dict[Phase, Callable[[LightsState, float], Lamps]] = {
    Phase.SETTING_UP: dark,
    Phase.TO_ROLL: on_turn,
    Phase.MOVING: dice_seen,
    Phase.CORRECTING: on_turn,
    Phase.DOUBLED: double_offered,
    Phase.GAME_OVER: won,
    Phase.MATCH_OVER: won,
}
