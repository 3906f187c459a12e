"""From the reading of an illegal change to its faults: rule numbers and one plain sentence for each."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.closest_play import ClosestPlay
from arbiter.fault import Fault, IllegalChange
from arbiter.message import Message, all_of, side_name
from arbiter.notation import format_legs, format_play
from arbiter.plays import Dice, legal_plays, play_of, results_and_moves
from arbiter.position import BAR, CHECKERS, OFF, Row
from arbiter.step_faults import step_fault

_ORDER = (
    "R30", "R22", "R25", "R73", "R41", "R24", "R27", "R16", "R11", "R34", "R39", "R36", "R29", "R28", "R13",
    "R74", "R12", "R23", "R20", "R19", "R21", "R18", "R31", "R75",
)  # fmt: skip
_POSSIBLE = {2: Message("Two"), 3: Message("Three"), 4: Message("Four")}
_PLAYED = {1: Message("one"), 2: Message("two"), 3: Message("three")}


def find_faults(change: IllegalChange) -> tuple[Fault, ...]:
    """All faults, one for each rule, the most important first; never empty.

    That a checker was hit and not yet lifted comes last: the moves are what has to be taken back.
    """
    found = [*_counts(change), *_no_play(change)]
    if change.reading is None:
        found.append(
            Fault.whole("R75", Message("Too many checkers have moved for a roll of {roll}.", roll=change.roll))
        )
    else:
        found += [*_opponent(change, change.reading), *_step_faults(change, change.reading)]
        if not found:
            found += _unused(change, change.reading)
    found = found or [
        Fault.whole("R75", Message("The board is not the result of any play of {roll}.", roll=change.roll))
    ]
    first = {fault.rule: fault for fault in reversed(found)}
    last = "R25" if change.reading and _standing(change.reading, change.after.row(change.side.other)) else None
    return tuple(sorted(first.values(), key=lambda fault: (fault.rule == last, _ORDER.index(fault.rule))))


def _counts(change: IllegalChange) -> Iterator[Fault]:
    for side in (change.side, change.side.other):
        was, now = sum(change.before.row(side)), sum(change.after.row(side))
        if now != was:
            yield Fault.whole(
                "R73",
                Message(
                    "{side} has {now} checkers now instead of {expected}.",
                    side=side_name(side),
                    now=now,
                    expected=was or CHECKERS,
                ),
            )


def _no_play(change: IllegalChange) -> Iterator[Fault]:
    """Something moved although nothing can be played."""
    row = change.after.row(change.side)
    if change.nearest[0].moves or row == change.own or sum(row) != sum(change.own):
        return
    if change.own[BAR]:
        first, second = change.dice
        if change.double:
            text = Message("The {die} does not enter a checker from the bar, so the turn is lost.", die=first)
        else:
            text = Message(
                "Neither {first} nor {second} enters a checker from the bar, so the turn is lost.",
                first=first, second=second,
            )  # fmt: skip
        yield Fault.whole("R30", text)
    else:
        yield Fault.whole("R22", Message("Nothing can be played with {roll}, so the turn is lost.", roll=change.roll))


def _opponent(change: IllegalChange, reading: ClosestPlay) -> Iterator[Fault]:
    """Opposing checkers that are not where the moves would have left them."""
    now = change.after.row(change.side.other)
    if now[BAR] < reading.opponent[BAR] and any(step.hit for step in reading.steps):
        if hits := _hits_not_on_bar(reading, now):
            text = Message.counted(
                "The checker hit on {points} belongs on the bar.",
                "The checkers hit on {points} belong on the bar.",
                len(hits),
                points=all_of(hits),
            )
            yield Fault.whole("R25", text)
        return
    moved = [place for place in range(26) if now[place] < reading.opponent[place]]
    arrived = [place for place in range(26) if now[place] > reading.opponent[place]]
    if moved and arrived:
        start, end = _facing(moved[0]), _facing(arrived[0])
        yield Fault(
            "R24",
            Message(
                "An opposing checker was moved from {start} to {end}; only a hit moves the opponent's checkers.",
                start=start,
                end=end,
            ),
            Message("An opposing checker was moved from {start} to {end}.", start=start, end=end),
            Message("Only a hit moves the opponent's checkers."),
        )


def _hits_not_on_bar(reading: ClosestPlay, now: Row) -> list[int]:
    """The mover's points on which a checker was hit that is not on the bar. now: the opponent's row.

    A blot that still stands there is named first: others may have been put anywhere. A blot on which a checker only
    touched down, in a play that is wrong anyway, was passed and not hit.
    """
    standing = _standing(reading, now)
    if not standing:
        return [step.end for step in reading.steps if step.hit]
    if any(step.broken_rules for step in reading.steps):
        touched = {later.start for later in reading.steps}
        return [point for point in standing if point not in touched]
    return standing


def _standing(reading: ClosestPlay, now: Row) -> list[int]:
    """The mover's points on which a checker was hit that still stands there."""
    hits = (step.end for step in reading.steps if step.hit)
    return [point for point in hits if now[25 - point] > reading.opponent[25 - point]]


def _step_faults(change: IllegalChange, reading: ClosestPlay) -> Iterator[Fault]:
    """What is wrong with the mover's own steps, and a turn in which none was made."""
    if not reading.steps and change.nearest[0].moves:
        yield Fault(
            "R23",
            Message(
                "{roll} can be played, so it must be: {example}, for instance.",
                roll=change.roll,
                example=change.example,
            ),
            Message("{roll} can be played, so it must be.", roll=change.roll),
            _for_instance(change),
        )
        if not change.double and len(change.nearest[0].moves) == 1:
            yield Fault.whole(
                "R19",
                Message(
                    "Only the {die} can be played: {example}.",
                    die=change.nearest[0].moves[0].die,
                    example=change.example,
                ),
            )
    if another := _another_roll(change, reading):
        yield another
        return
    for place, step in enumerate(reading.steps):
        passing = any(later.start == step.end for later in reading.steps[place + 1 :])
        for rule in step.broken_rules:
            if rule != "R73":
                yield step_fault(change, reading, step, "R13" if rule == "R16" and passing else rule)


def _another_roll(change: IllegalChange, reading: ClosestPlay) -> Fault | None:
    """Where no die fits any step, the whole may be a play of some other roll."""
    if not reading.steps or any({"R12", "R28"}.isdisjoint(step.broken_rules) for step in reading.steps):
        return None
    own, other = change.after.row(change.side), change.after.row(change.side.other)
    for roll in _rolls_of(change.before.pips(change.side) - change.after.pips(change.side), own[OFF] > change.own[OFF]):
        for mine, theirs, moves in results_and_moves(change.before, change.side, roll):
            if mine == own and theirs == other and len(moves) > 1:
                done, other_roll = format_play(play_of(moves, mine, theirs, change.side)), f"{roll[0]}-{roll[1]}"
                return Fault(
                    "R12",
                    Message(
                        "{done} is a play of {other}; the dice show {roll}.",
                        done=done,
                        other=other_roll,
                        roll=change.roll,
                    ),
                    Message("{done} is a play of {other}.", done=done, other=other_roll),
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


def _unused(change: IllegalChange, reading: ClosestPlay) -> Iterator[Fault]:
    """Every step was in order, but the roll was not used as far as it goes (R18 to R21, R31)."""
    best = change.nearest[0]
    if change.after.row(change.side)[BAR]:
        yield Fault.whole("R31", Message("As many checkers as possible must enter, and one more can."))
    done = format_legs((step.start, step.end, step.hit) for step in reading.steps)
    if change.double:
        played = len(reading.steps)
        words = {"possible": _POSSIBLE[len(best.moves)], "die": change.dice[0], "played": _PLAYED[played]}
        message = Message.counted(
            "{possible} moves of {die} can be played, and only {played} was: {example}, for instance.",
            "{possible} moves of {die} can be played, and only {played} were: {example}, for instance.",
            played,
            **words,
            example=change.example,
        )
        verdict = Message.counted(
            "{possible} moves of {die} can be played, and only {played} was.",
            "{possible} moves of {die} can be played, and only {played} were.",
            played,
            **words,
        )
        yield Fault("R21", message, verdict, _for_instance(change))
    elif len(best.moves) == 2:
        yield _one_number_only(change, reading, done)
    elif best.moves and best.moves[0].die == max(change.dice):
        high = max(change.dice)
        yield Fault(
            "R20",
            Message(
                "Only one of the two numbers can be played, so it must be the {high}: {example}.",
                high=high,
                example=change.example,
            ),
            Message("Only one of the two numbers can be played, so it must be the {high}.", high=high),
            _for_instance(change),
        )


def _one_number_only(change: IllegalChange, reading: ClosestPlay, done: str) -> Fault:
    """Both numbers of the roll can be played, and one was."""
    used = reading.steps[0].die
    rest = change.dice[1] if used == change.dice[0] else change.dice[0]
    onward = legal_plays(change.after, change.side, (rest, rest))[0]
    if onward.moves:
        then = format_legs([(onward.moves[0].start, onward.moves[0].end, onward.moves[0].hit)])
        return Fault(
            "R18",
            Message("Both numbers can be played: {done} and then {then}.", done=done, then=then),
            Message("Both numbers can be played."),
            Message("{done} and then {then}.", done=done, then=then),
        )
    return Fault(
        "R18",
        Message(
            "Both numbers can be played, but {done} leaves no {rest}: {example} uses both.",
            done=done,
            rest=rest,
            example=change.example,
        ),
        Message("Both numbers can be played, but {done} leaves no {rest}.", done=done, rest=rest),
        Message("{example} uses both.", example=change.example),
    )


def _for_instance(change: IllegalChange) -> Message:
    return Message("For instance {example}.", example=change.example)


def _facing(place: int) -> str:
    """A place of the opponent's, in the mover's numbering."""
    return {OFF: Message("off the board"), BAR: Message("the bar")}.get(
        place, Message("the {point}-point", point=25 - place)
    )
