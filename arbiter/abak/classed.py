"""A position of Abak Evolution as the referee and the match hold it: counts, with what is known of the classes.

It is equal to any position with the same counts, as that is all that a camera sees. What may be played from it, whether
a play was legal and what follows are the rulebook's answers for every position of classes that is still possible.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache

from arbiter.abak.arranging import rearranged
from arbiter.abak.belief import ASKED_FROM, MOST, Belief, Turned, stack_of, turned
from arbiter.abak.moves import FREE, AbakMove, single_moves
from arbiter.abak.plays import AS_PUBLISHED, legal_plays
from arbiter.abak.plays import format_moves as format_classed
from arbiter.abak.position import MIDDLE, MOST_ON_POINT, AbakPosition, View
from arbiter.abak.settings import AbakSettings
from arbiter.abak.verdict import AbakVerdict, judge
from arbiter.errors import IllegalPositionError
from arbiter.message import Message
from arbiter.notation import format_moves, format_play
from arbiter.plays import ROLLS, Dice, Move, Play, PlayOfOtherGame, PositionOfOtherGame, Ways
from arbiter.position import BAR, Position, Side
from arbiter.stacks import StackQuestion, Stacks
from arbiter.verdict import CheckerMove, Verdict


@dataclass(frozen=True, slots=True)
class SeenPlay(PlayOfOtherGame):
    """A play as a camera sees it. ways: the moves with their classes that may have been made."""

    ways: tuple[tuple[AbakMove, ...], ...] = ()

    @property
    def text(self) -> str:
        """With its classes where they are known: `D24/18+ 13/8`."""
        texts = {format_classed(moves) for moves in self.ways}
        return texts.pop() if len(texts) == 1 else format_moves(self.moves)


class ClassedPosition(PositionOfOtherGame):
    """belief: what is known of the classes. agreed: what the rules leave open."""

    __slots__ = ("agreed", "belief")

    belief: Belief
    agreed: AbakSettings

    def __init__(self, belief: Belief | None = None, agreed: AbakSettings = AS_PUBLISHED) -> None:
        belief = belief or Belief()
        seen = belief.seen
        Position.__init__(self, seen.light, seen.dark)
        object.__setattr__(self, "belief", belief)
        object.__setattr__(self, "agreed", agreed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.rows == other.rows

    def __hash__(self) -> int:
        return hash(self.rows)

    def __reduce__(self) -> tuple[type[ClassedPosition], tuple[Belief, AbakSettings]]:
        return ClassedPosition, (self.belief, self.agreed)

    @property
    def known(self) -> Hashable:
        return self.belief, self.agreed

    def accepted_plays(self, side: Side, dice: Dice) -> tuple[Play, ...]:
        """One play for each board that a legal play may leave, as a camera sees it."""
        return _accepted(self.belief, self.agreed, side, (max(dice), min(dice)))

    def passing_positions(self, side: Side, dice: Dice) -> frozenset[Position]:
        """What may lie on the board while the dice lie."""
        return _passing(self.belief, self.agreed, side, (max(dice), min(dice)))

    def results_of_any_roll(self, side: Side) -> dict[Position, Ways]:
        return _any_roll(self.belief, self.agreed, side)

    def judged(self, side: Side, dice: Dice, after: Position) -> Verdict:
        """Illegal only where no position that is possible allows it."""
        verdicts = (judge(each, side, dice, _plain(after), self.agreed) for each in self.belief.positions)
        first = next(verdicts)
        found = first if first.legal else next((verdict for verdict in verdicts if verdict.legal), first)
        if found.legal:
            return _legal(next(play for play in self.accepted_plays(side, dice) if play.result == after))
        return _seen_verdict(found, self.agreed)

    def followed_by(self, side: Side | None, dice: Dice | None, after: Position) -> Position:
        """What lies there after a turn that left these counts, legal or not; None: whose turn or roll is not known."""
        return _followed(self.belief, self.agreed, side, dice, _plain(after))

    def faults_of(self, position: Position) -> tuple[str, ...]:
        """A druid may stand with an opposing checker; five is the most on a point (A3, A12)."""
        mixed: dict[str, int] = {
            Message("both colours stand on light's {point}-point", point=point): point for point, _, _ in position.mixed
        }
        found = [fault for fault in position.faults() if not self.may_share(mixed.get(fault, 0))]
        for point in range(1, BAR):
            if (count := sum(position.counts(point))) > MOST_ON_POINT:
                found.append(
                    Message(
                        "{count} checkers stand on light's {point}-point, and five is the most (A3)",
                        count=count,
                        point=point,
                    )
                )
        return tuple(found)

    def may_share(self, point: int) -> bool:
        """Where druids hold (A12)."""
        return point in MIDDLE

    @property
    def stacks(self) -> Stacks:
        likeliest = self.belief.positions[0]
        several = () if self.belief.certain else tuple(p for p in range(BAR + 1) if len(self.belief.stacks(p)) > 1)
        return Stacks(likeliest.points, likeliest.bar, likeliest.off, several)

    def possible(self, point: int) -> tuple[str, ...]:
        return self.belief.stacks(point)

    @property
    def question(self) -> StackQuestion | None:
        """Where so much is unknown that a verdict may soon wait for an answer."""
        return self.belief.question if len(self.belief.positions) >= ASKED_FROM else None

    def question_after(self, side: Side, dice: Dice, after: Position) -> StackQuestion | None:
        return _turned(self.belief, self.agreed, side, (max(dice), min(dice)), _plain(after)).question

    def told(self, point: int, stack: str) -> ClassedPosition:
        return ClassedPosition(self.belief.told(point, stack), self.agreed)

    def told_after(
        self, side: Side, dice: Dice, after: PositionOfOtherGame, point: int, stack: str
    ) -> tuple[ClassedPosition, ClassedPosition]:
        """Before the turn only those are left from which it leads to what people have seen."""
        if not isinstance(after, ClassedPosition):
            raise IllegalPositionError(Message("These are positions of two games."))
        roll, seen = (max(dice), min(dice)), _plain(after)
        found = _turned(self.belief, self.agreed, side, roll, seen).among(after.belief)
        told = found.told(point, stack)
        if not any(stack_of(each, point) == stack for each in (*told.legal, *told.illegal)):
            return self, after.told(point, stack)
        left = {*told.legal, *told.illegal}
        before = tuple(
            each for each in self.belief.positions if left & _reached(Belief((each,)), self.agreed, side, roll, seen)
        )
        return ClassedPosition(Belief(before), self.agreed), ClassedPosition(told.belief, self.agreed)


def _plain(position: Position) -> Position:
    return Position(position.light, position.dark) if isinstance(position, ClassedPosition) else position


@lru_cache(maxsize=256)
def _accepted(belief: Belief, agreed: AbakSettings, side: Side, dice: Dice) -> tuple[Play, ...]:
    found: dict[Position, list[AbakPosition]] = {}
    moves: dict[Position, list[tuple[AbakMove, ...]]] = {}
    for position in belief.positions:
        for play in legal_plays(position, side, dice, agreed):
            seen = play.result.seen
            found.setdefault(seen, []).append(play.result)
            moves.setdefault(seen, []).append(play.moves)
    return tuple(
        SeenPlay(
            _without_classes(moves[seen][0]),
            ClassedPosition(Belief(tuple(dict.fromkeys(results))), agreed),
            tuple(moves[seen]),
        )
        for seen, results in found.items()
    )


@lru_cache(maxsize=128)
def _passing(belief: Belief, agreed: AbakSettings, side: Side, dice: Dice) -> frozenset[Position]:
    found: set[Position] = {belief.seen}
    for position in belief.positions:
        found |= {position.after(side, view).seen for view in _passed(position.view(side), dice, agreed)}
    return frozenset(found)


def _passed(view: View, dice: Dice, agreed: AbakSettings) -> set[View]:
    """The boards from which a whole play can still be reached, those that it ends with included."""
    orders: list[tuple[int, ...]] = [(dice[0],) * 4] if dice[0] == dice[1] else [dice, dice[::-1]]
    ways = [_levels(view, order, agreed) for order in orders]
    most = max(len(levels) for levels in ways)
    passed: set[View] = set()
    for levels in ways:
        if len(levels) < most:
            continue
        leading = set(levels[-1])
        for level in reversed(levels):
            passed |= {board for board, _general in level if (board, _general) in leading}
            leading = {before for state, origins in level.items() if state in leading for before in origins}
    return passed


State = tuple[View, int]
"""A board, and what the general has done in this turn."""


def _levels(view: View, order: tuple[int, ...], agreed: AbakSettings) -> list[dict[State, list[State]]]:
    """The states after none, one, two … of the dice in this order, as far as they can be played, with where from."""
    levels: list[dict[State, list[State]]] = [{(view, FREE): []}]
    for die in order:
        following: dict[State, list[State]] = {}
        for state in levels[-1]:
            for _move, after, now in single_moves(state[0], die, state[1], agreed):
                following.setdefault((after, now), []).append(state)
        if not following:
            break
        levels.append(following)
    return levels


@lru_cache(maxsize=16)
def _any_roll(belief: Belief, agreed: AbakSettings, side: Side) -> dict[Position, Ways]:
    ways: dict[Position, Ways] = {}
    for dice in ROLLS:
        for play in _accepted(belief, agreed, side, dice):
            ways[play.result] = (*ways.get(play.result, ()), (dice, play))
    return ways


def _without_classes(moves: tuple[AbakMove, ...]) -> tuple[Move, ...]:
    return tuple(Move(move.start, move.end, move.die, move.hit) for move in moves)


def _legal(play: Play) -> Verdict:
    return Verdict(True, format_play(play))


def _seen_verdict(verdict: AbakVerdict, agreed: AbakSettings) -> Verdict:
    """The same for a table where only counts are seen."""
    nearest = tuple(
        SeenPlay(_without_classes(play.moves), ClassedPosition(Belief((play.result,)), agreed), (play.moves,))
        for play in verdict.nearest
    )
    back = tuple(CheckerMove(move.side, move.start, move.end) for move in verdict.way_back)
    return Verdict(verdict.legal, verdict.play, verdict.rules, verdict.message, verdict.faults, nearest, back)


@lru_cache(maxsize=64)
def _turned(belief: Belief, agreed: AbakSettings, side: Side, dice: Dice, after: Position) -> Turned:
    return turned(belief, side, dice, after, agreed)


def _reached(belief: Belief, agreed: AbakSettings, side: Side, dice: Dice, after: Position) -> set[AbakPosition]:
    found = _turned(belief, agreed, side, dice, after)
    return {*found.legal, *found.illegal}


@lru_cache(maxsize=64)
def _followed(
    belief: Belief, agreed: AbakSettings, side: Side | None, dice: Dice | None, after: Position
) -> ClassedPosition:
    if side is not None and dice is not None:
        found = _turned(belief, agreed, side, (max(dice), min(dice)), after)
        if found.legal or found.illegal:
            return ClassedPosition(found.belief, agreed)
    elif side is not None and (ways := _any_roll(belief, agreed, side).get(after)):
        results = [play.result for _dice, play in ways if isinstance(play.result, ClassedPosition)]
        left = dict.fromkeys(each for one in results for each in one.belief.positions)
        return ClassedPosition(Belief(tuple(left)[:MOST]), agreed)
    return ClassedPosition(Belief(tuple(dict.fromkeys(rearranged(each, after) for each in belief.positions))), agreed)
