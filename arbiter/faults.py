"""From the reading of an illegal change to its faults: rule numbers and one plain sentence for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from arbiter.message import Message, all_of, any_of, side_name
from arbiter.notation import format_legs, format_play, place_name
from arbiter.plays import Dice, Play, legal_plays, play_of, results_and_moves
from arbiter.position import BAR, CHECKERS, OFF, Position, Row, Side
from arbiter.reading import Reading, Step

_MOST_TELLING = (
    "R30", "R22", "R25", "R73", "R41", "R24", "R27", "R16", "R11", "R34", "R39", "R36", "R29", "R28", "R13",
    "R74", "R12", "R23", "R20", "R19", "R21", "R18", "R31", "R75",
)  # fmt: skip
_POSSIBLE = {2: Message("Two"), 3: Message("Three"), 4: Message("Four")}
_PLAYED = {1: Message("one"), 2: Message("two"), 3: Message("three")}


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule and the sentence that says how."""

    rule: str
    message: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A change that is not legal. nearest: all legal plays, nearest to what was done first."""

    before: Position
    side: Side
    dice: Dice
    after: Position
    reading: Reading | None
    nearest: tuple[Play, ...]

    @property
    def roll(self) -> str:
        return f"{self.dice[0]}-{self.dice[1]}"

    @property
    def own(self) -> Row:
        return self.before.row(self.side)

    @property
    def other(self) -> Row:
        return self.before.row(self.side.other)

    @property
    def example(self) -> str:
        return format_play(self.nearest[0])


def find_faults(scene: Scene) -> tuple[Fault, ...]:
    """All faults, one for each rule, the most telling first; never empty."""
    found = [*_counts(scene), *_no_play(scene)]
    if scene.reading is None:
        found.append(Fault("R75", Message("Too many checkers have moved for a roll of {roll}.", roll=scene.roll)))
    else:
        found += [*_opponent(scene, scene.reading), *_breaches(scene, scene.reading)]
        if not found:
            found += _unused(scene, scene.reading)
    found = found or [Fault("R75", Message("The board is not the result of any play of {roll}.", roll=scene.roll))]
    first = {fault.rule: fault for fault in reversed(found)}
    return tuple(sorted(first.values(), key=lambda fault: _MOST_TELLING.index(fault.rule)))


def _counts(scene: Scene) -> Iterator[Fault]:
    for side in (scene.side, scene.side.other):
        was, now = sum(scene.before.row(side)), sum(scene.after.row(side))
        if now != was:
            yield Fault(
                "R73",
                Message(
                    "{side} has {now} checkers now instead of {expected}.",
                    side=side_name(side),
                    now=now,
                    expected=was or CHECKERS,
                ),
            )


def _no_play(scene: Scene) -> Iterator[Fault]:
    """Something moved although nothing can be played."""
    row = scene.after.row(scene.side)
    if scene.nearest[0].moves or row == scene.own or sum(row) != sum(scene.own):
        return
    if scene.own[BAR]:
        first, second = scene.dice
        if _double(scene):
            text = Message("The {die} does not enter a checker from the bar, so the turn is lost.", die=first)
        else:
            text = Message(
                "Neither {first} nor {second} enters a checker from the bar, so the turn is lost.",
                first=first, second=second,
            )  # fmt: skip
        yield Fault("R30", text)
    else:
        yield Fault("R22", Message("Nothing can be played with {roll}, so the turn is lost.", roll=scene.roll))


def _opponent(scene: Scene, reading: Reading) -> Iterator[Fault]:
    """Opposing checkers that are not where the moves would have left them."""
    now = scene.after.row(scene.side.other)
    hits = [step.end for step in reading.steps if step.hit]
    if hits and now[BAR] < reading.opponent[BAR]:
        text = Message.counted(
            "The checker hit on {points} belongs on the bar.",
            "The checkers hit on {points} belong on the bar.",
            len(hits),
            points=all_of(hits),
        )
        yield Fault("R25", text)
        return
    moved = [place for place in range(26) if now[place] < reading.opponent[place]]
    arrived = [place for place in range(26) if now[place] > reading.opponent[place]]
    if moved and arrived:
        text = Message(
            "An opposing checker was moved from {start} to {end}; only a hit moves the opponent's checkers.",
            start=_facing(moved[0]), end=_facing(arrived[0]),
        )  # fmt: skip
        yield Fault("R24", text)


def _breaches(scene: Scene, reading: Reading) -> Iterator[Fault]:
    """What is wrong with the mover's own steps, and a turn in which none was made."""
    if not reading.steps and scene.nearest[0].moves:
        yield Fault(
            "R23",
            Message(
                "{roll} can be played, so it must be: {example}, for instance.", roll=scene.roll, example=scene.example
            ),
        )
        if not _double(scene) and len(scene.nearest[0].moves) == 1:
            yield Fault(
                "R19",
                Message(
                    "Only the {die} can be played: {example}.", die=scene.nearest[0].moves[0].die, example=scene.example
                ),
            )
    if another := _another_roll(scene, reading):
        yield another
        return
    for place, step in enumerate(reading.steps):
        passing = any(later.start == step.end for later in reading.steps[place + 1 :])
        for rule in step.breaches:
            if rule != "R73":
                yield _breach(scene, reading, step, "R13" if rule == "R16" and passing else rule)


def _another_roll(scene: Scene, reading: Reading) -> Fault | None:
    """Where no die fits any step, the whole may be a play of some other roll."""
    if not reading.steps or any({"R12", "R28"}.isdisjoint(step.breaches) for step in reading.steps):
        return None
    own, other = scene.after.row(scene.side), scene.after.row(scene.side.other)
    for roll in _rolls_of(scene.before.pips(scene.side) - scene.after.pips(scene.side), own[OFF] > scene.own[OFF]):
        for mine, theirs, moves in results_and_moves(scene.before, scene.side, roll):
            if mine == own and theirs == other and len(moves) > 1:
                done = format_play(play_of(moves, mine, theirs, scene.side))
                return Fault(
                    "R12",
                    Message(
                        "{done} is a play of {other}; the dice show {roll}.",
                        done=done,
                        other=f"{roll[0]}-{roll[1]}",
                        roll=scene.roll,
                    ),
                )
    return None


def _rolls_of(pips: int, borne_off: bool) -> Iterator[Dice]:
    """The rolls, higher first, of which two moves or more can come to so many pips; bearing off can waste some."""
    for high in range(6, 0, -1):
        for low in range(high, 0, -1):
            most, least = (4 * high, 2 * high) if high == low else (high + low, high + low)
            fits = pips % high == 0 and least <= pips if high == low else pips == most
            if pips <= most and (fits or borne_off):
                yield high, low


def _breach(scene: Scene, reading: Reading, step: Step, rule: str) -> Fault:
    move = format_legs([(step.start, step.end, False)])
    end = place_name(step.end)
    facing = _opposing(scene, step)
    match rule:
        case "R11":
            text = Message("{move} goes backward; checkers move only towards their own home.", move=move)
        case "R12" | "R28":
            text = Message(
                "{move} needs {needed}; the dice show {roll}.", move=move, needed=_needed(step), roll=scene.roll
            )
        case "R13":
            text = _blocked_way(scene, reading, step)
        case "R16":
            text = Message(
                "{move} is not open: the opponent holds the {end}-point with {facing} checkers.",
                move=move,
                end=end,
                facing=facing,
            )
        case "R27":
            text = Message("A checker is still on the bar and must enter before {move} is played.", move=move)
        case "R29":
            text = Message(
                "{move} uses both dice at once; a checker enters with one die, so on {entries}.",
                move=move,
                entries=_entries(scene),
            )
        case "R34":
            text = Message(
                "{move} is too early: a checker is {at}, not at home.", move=move, at=_at(_farthest_outside(scene))
            )
        case "R36":
            highest = max(_still_home(scene, reading, step))
            text = Message(
                "The {die} must not be used for {move} while a checker stands on the {highest}-point.",
                die=step.die,
                move=move,
                highest=highest,
            )
        case "R39":
            text = Message(
                "{move} needs a {start} or more; the dice show {roll}.", move=move, start=step.start, roll=scene.roll
            )
        case "R41":
            text = Message("A checker borne off stays off, but one came back to {end}.", end=end)
        case _:
            text = _overused(scene, reading, step, move)
    return Fault(rule, text)


def _still_home(scene: Scene, reading: Reading, step: Step) -> list[int]:
    """The home points on which own checkers stood when the step was made."""
    row = [*scene.own, 0]
    for earlier in takewhile(lambda each: each is not step, reading.steps):
        row[earlier.start] -= 1
        row[earlier.end] += 1
    return [point for point in range(1, 7) if row[point] > 0]


def _farthest_outside(scene: Scene) -> int:
    """Preferably one that is still outside after the play."""
    for row in (scene.after.row(scene.side), scene.own):
        if any(row[7:]):
            return max(place for place in range(7, 26) if row[place])
    raise AssertionError("a checker was borne off too early although all were home")


def _opposing(scene: Scene, step: Step) -> int:
    """How many opposing checkers stood where the step ends."""
    return scene.other[25 - step.end] if OFF < step.end < BAR else 0


def _needed(step: Step) -> Message:
    pips = step.start - step.end
    return Message("a {pips}", pips=pips) if pips <= 6 else Message("{pips} pips", pips=pips)


def _blocked_way(scene: Scene, reading: Reading, step: Step) -> Message:
    """One checker, several dice, and a made point at every stop in between."""
    steps = reading.steps
    last = step
    for later in steps[steps.index(step) + 1 :]:
        if later.start == last.end:
            last = later
    move = format_legs([(step.start, last.end, False)])
    others = (step.start - die for die in scene.dice)
    stops = sorted({step.end, *(stop for stop in others if stop > last.end and _held(scene, stop))}, reverse=True)
    return Message(
        "{move} has to stop on {stops} on the way, which the opponent holds.", move=move, stops=any_of(stops)
    )


def _held(scene: Scene, point: int) -> bool:
    return OFF < point < BAR and scene.other[25 - point] >= 2


def _entries(scene: Scene) -> str:
    points = sorted({25 - die for die in scene.dice}, reverse=True)
    return any_of(points)


def _overused(scene: Scene, reading: Reading, step: Step, move: str) -> Message:
    pips = step.start - step.end
    times = sum(each.die == pips or each is step for each in reading.steps)
    if _double(scene) and pips == scene.dice[0]:
        return Message("The {pips} was played {times} times; a double gives four.", pips=pips, times=times)
    if pips in scene.dice:
        return Message("The {pips} was used twice; the dice show {roll}.", pips=pips, roll=scene.roll)
    return Message("{move} is one move too many for a roll of {roll}.", move=move, roll=scene.roll)


def _unused(scene: Scene, reading: Reading) -> Iterator[Fault]:
    """Every step was in order, but the roll was not used as far as it goes (R18 to R21, R31)."""
    best = scene.nearest[0]
    if scene.after.row(scene.side)[BAR]:
        yield Fault("R31", Message("As many checkers as possible must enter, and one more can."))
    done = format_legs((step.start, step.end, step.hit) for step in reading.steps)
    if _double(scene):
        text = Message.counted(
            "{possible} moves of {die} can be played, and only {played} was: {example}, for instance.",
            "{possible} moves of {die} can be played, and only {played} were: {example}, for instance.",
            len(reading.steps),
            possible=_POSSIBLE[len(best.moves)], die=scene.dice[0],
            played=_PLAYED[len(reading.steps)], example=scene.example,
        )  # fmt: skip
        yield Fault("R21", text)
    elif len(best.moves) == 2:
        used = reading.steps[0].die
        rest = scene.dice[1] if used == scene.dice[0] else scene.dice[0]
        onward = legal_plays(scene.after, scene.side, (rest, rest))[0]
        if onward.moves:
            then = format_legs([(onward.moves[0].start, onward.moves[0].end, onward.moves[0].hit)])
            yield Fault("R18", Message("Both numbers can be played: {done} and then {then}.", done=done, then=then))
        else:
            yield Fault(
                "R18",
                Message(
                    "Both numbers can be played, but {done} leaves no {rest}: {example} uses both.",
                    done=done,
                    rest=rest,
                    example=scene.example,
                ),
            )
    elif best.moves and best.moves[0].die == max(scene.dice):
        high = max(scene.dice)
        yield Fault(
            "R20",
            Message(
                "Only one of the two numbers can be played, so it must be the {high}: {example}.",
                high=high,
                example=scene.example,
            ),
        )


def _double(scene: Scene) -> bool:
    return scene.dice[0] == scene.dice[1]


def _facing(place: int) -> str:
    """A place of the opponent's, in the mover's numbering."""
    return {OFF: Message("off the board"), BAR: Message("the bar")}.get(
        place, Message("the {point}-point", point=25 - place)
    )


def _at(place: int) -> str:
    return Message("on the bar") if place == BAR else Message("on the {point}-point", point=place)
