"""A table on which a test says what happens, look by look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbiter.match.events import Event, GameStarted, MatchStarted, RollSeen
from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import START, Position, Side
from arbiter.referee.evidence import CubeSeen, DieSeen, Evidence, PlaceEvidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Leaf, Seats

FPS = 15
LIGHT, DARK = Side.LIGHT, Side.DARK
BAR_CLOSED = Position.from_points([2, 2, 2, 2, 2, 2, 3] + [0] * 10 + [-3, -4, -3, -4, 0, 0, 0], (0, 1))
"""Dark is on the bar against six made points."""
RACE = Position.from_points([3, 3, 3, 3, 3] + [0] * 14 + [-3, -3, -3, -3, -3])


class Stage:
    """near is light, home is right. `said` holds the names of all events, `events` themselves.

    misread: what the eye says of some places, whatever lies there.
    glass: places covered by something that lies there for good.
    frozen: every look at a still table is exactly the same, as in a recording without noise.
    compares: the eye tells which points look as they did; with as many checkers on it as before a point does.
    beside_board: light and dark checkers in sight beside the board.
    contrast: CIE Lab of light's and dark's checkers from each point's ground; empty where nobody measured.
    """

    def __init__(
        self,
        rules: Rules | None = None,
        position: Position | None = None,
        player: Side | None = None,
        more: Sequence[Event] = (),
        *,
        begun: bool = False,
    ) -> None:
        started: list[Event] = [MatchStarted(0, 0.0, rules or Rules())]
        if position is not None:
            started.append(GameStarted(0, 0.0, position, player))
        self.referee = Referee(fold([*started, *more]), Seats(LIGHT), begun=begun)
        self.position = position or START
        self.dice: tuple[DieSeen, ...] = ()
        self.cube: CubeSeen | None = None
        self.events: list[Event] = []
        self.frame = 0
        self.frozen = False
        self.glass: frozenset[int] = frozenset()
        self.misread: dict[int, PlaceEvidence] = {}
        self.compares = False
        self.beside_board: tuple[int, int] | None = None
        self.contrast: tuple[tuple[float, float], ...] = ()
        self.rested = 0.0
        self._lamp = 0

    @property
    def state(self) -> MatchState:
        return self.referee.state

    @property
    def said(self) -> list[str]:
        return [event.name for event in self.events]

    def rest(self, looks: int = 15, position: Position | None = None) -> Stage:
        """The table lies still, from now on showing `position`."""
        self.position = position or self.position
        places = tuple(_place(light, dark) for light, dark in self.position.places)
        for _ in range(looks):
            dice = self.dice if self.frozen else tuple(_jittered(one, self.frame) for one in self.dice)
            places = places if self.frozen else (_place(*self.position.places[0], self.frame), *places[1:])
            places = tuple(self.misread.get(n, place) for n, place in enumerate(places))
            places = tuple(
                replace(place, hidden=n in self.glass, scores=() if n in self.glass else place.scores)
                for n, place in enumerate(places)
            )
            hand = bool(self.glass)
            looks_like = self._looks() if self.compares else ()
            self.frame += round(self.rested * FPS)
            at = (self.frame, self.frame / FPS)
            self._see(
                Evidence(
                    *at, True, hand, places, dice, self.cube, beside_board=self.beside_board, appearances=looks_like,
                    contrast=self.contrast, hurried=self.rested > 0, rested=self.rested,
                )
            )  # fmt: skip
        return self

    def _looks(self) -> tuple[int, ...]:
        return tuple(self._lamp + 16 * light + dark for light, dark in self.position.places[:-1])

    def light_changes(self) -> Stage:
        """Every point looks otherwise from now on."""
        self._lamp += 1000
        return self

    def hand(self, looks: int = 4) -> Stage:
        for _ in range(looks):
            self._see(Evidence(self.frame, self.frame / FPS, False, True))
        return self

    def covered(self, looks: int) -> Stage:
        """Something lies still over the board; the dice are in sight."""
        for _ in range(looks):
            self._see(Evidence(self.frame, self.frame / FPS, True, True, dice=self.dice))
        return self

    def put(self, position: Position, looks: int = 15) -> Stage:
        """A hand, and what it leaves."""
        return self.hand().rest(looks, position)

    def play(self, text: str, looks: int = 15) -> Stage:
        """A legal play of the player on turn with the dice lying there."""
        player, dice = self.state.player, self.state.dice
        assert player
        assert dice
        return self.put(find_play(text, self.state.position, player, dice).result, looks)

    def play_as(self, text: str, dice: Dice, looks: int = 15) -> Stage:
        """A play of the player on turn that is legal with `dice`, whatever those lying there show."""
        player = self.state.player
        assert player
        return self.put(find_play(text, self.state.position, player, dice).result, looks)

    def throw(self, dice: Dice, leaf: Leaf = "right", looks: int = 10) -> Stage:
        self.dice = tuple(die(value, leaf, n) for n, value in enumerate(dice))
        return self.hand(2).rest(looks)

    def lift(self, looks: int = 8) -> Stage:
        self.dice = ()
        return self.hand().rest(looks)

    def _see(self, evidence: Evidence) -> None:
        self.frame += 1
        self.events += self.referee.observe(evidence)


def die(value: int, leaf: Leaf, number: int = 0, sure: float = 0.9, cocked: bool = False) -> DieSeen:
    chances = tuple(sure if face == value else (1 - sure) / 5 for face in range(1, 7))
    x = (640.0 if leaf == "right" else 300.0) + 30 * number
    return DieSeen(value, chances, (x, 250.0), None, leaf, cocked=cocked)


def moved(position: Position, side: Side, *steps: tuple[int, int]) -> Position:
    """Checkers taken from one place to another whatever the rules say; points are the side's own."""
    row = list(position.row(side))
    for start, end in steps:
        row[start] -= 1
        row[end] += 1
    return position.with_row(side, tuple(row))


def opened(dice: Dice = (3, 1), rules: Rules | None = None) -> Stage:
    """The starting position has been seen and light has rolled."""
    stage = Stage(rules).rest()
    stage.throw(dice)
    assert stage.said == ["game", "roll"]
    stage.events.clear()
    return stage


def on_roll(player: Side = LIGHT, position: Position = START, rules: Rules | None = None) -> Stage:
    """A game taken up in its middle, where the last turn was a dance of the opponent."""
    return Stage(rules, position, player).rest()


def rolled(player: Side, dice: Dice, position: Position) -> Stage:
    """As `on_roll`, and the player has rolled."""
    stage = Stage(None, position, player, [RollSeen(0, 0.0, player, dice)])
    leaf: Leaf = "right" if player is LIGHT else "left"
    stage.dice = tuple(die(value, leaf, n) for n, value in enumerate(dice))
    return stage.rest()


def two_turns_in() -> Stage:
    """Light has played 6-2 and dark 6-3, each throwing in their own half; light is on roll."""
    stage = Stage().rest().throw((6, 2)).play("24/18 13/11").lift()
    return stage.throw((6, 3), "left").play("24/18 13/10").lift()


def stack(light: int, other: int, behind: float) -> PlaceEvidence:
    """A point where `other` light checkers look nearly as likely as `light`."""
    return PlaceEvidence(((light, 0, 0.0), (other, 0, -behind)), floor=-12.0)


def _jittered(one: DieSeen, frame: int) -> DieSeen:
    return replace(one, center=(one.center[0] + 0.1 * (frame % 5), one.center[1]))


def _place(light: int, dark: int, frame: int = 0) -> PlaceEvidence:
    return PlaceEvidence(((light, dark, 0.0),), floor=-12.0 - 0.01 * (frame % 5))
