"""Replaying a record through the rules, action by action: what the readers build games with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from arbiter.errors import NotationError
from arbiter.message import Message, side_name, side_word
from arbiter.notation import describe_change, format_legs, format_play, only_play
from arbiter.play_text import (
    NO_PLAY,
    Chain,
    fitting_plays,
    parse_chains,
    play_as_written,
    row_after,
    without_stars,
)
from arbiter.plays import Dice, Play, RollSource, accepted_plays
from arbiter.position import BAR, CHECKERS, OFF, Position, Side
from arbiter.records.model import RESIGNS, Action, CubeTurned, CubeVerb, GameRecord, Played, Result
from arbiter.rules import STARTS, Rules
from arbiter.scoring import FACTORS, finisher, game_points, kind_of_win, limit_refusal


class Replay:
    """One game as it grows. Everything that cannot have happened raises NotationError in one sentence."""

    def __init__(self, rules: Rules, game: GameRecord, strict: bool = False) -> None:
        """game: as it began, without actions.

        strict: refuse too what people do and records say all the same, and what otherwise is kept as it stands:
        illegal plays, an opening roll of equal dice, a cube in a match to one point, points that no game is worth.
        """
        self._rules = rules
        self._strict = strict
        self._game = game
        self.position = game.start
        self.cube, self.owner = game.cube, game.owner
        self.turn: Side | None = None
        self._actions = list(game.actions)
        self._offered: CubeTurned | None = None
        self._doubled = False
        self._bare: int | None = None
        """Which action is a roll that nothing was played with, though something could be."""

    # ------------------------------------------------------------------ plays

    def play(self, side: Side, dice: Dice | None, text: str) -> None:
        """A play in notation. One that breaks the rules but can be made on a board is kept as illegal."""
        self._may_play(side, dice)
        chains = parse_chains(text)
        if dice is None:
            self._add(self._unrolled(side, text, chains))
            return
        if not chains:
            self.no_play(side, dice)
            return
        written = play_as_written(chains, self.position, side, dice)
        # a star where nothing can be hit is a slip of the pen
        fitting = (
            (written and (written,))
            or fitting_plays(chains, self.position, side, dice)
            or fitting_plays(without_stars(chains), self.position, side, dice)
        )
        if fitting:
            play = only_play(text, fitting)
            self._add(Played(side, dice, format_play(play), play.result))
        else:
            self._add(self._against_the_rules(side, dice, text, chains))

    def made(self, side: Side, dice: Dice, play: Play) -> None:
        """A play that was found to be legal here."""
        self._may_play(side, dice)
        self._add(Played(side, dice, format_play(play), play.result))

    def no_play(self, side: Side, dice: Dice) -> None:
        """A roll with nothing written: nothing could be played, or the one play there was goes without saying.

        Where more could be played it is an illegal pass, or the end of the game.
        """
        self._may_play(side, dice)
        plays = accepted_plays(self.position, side, dice)
        if len(plays) == 1:
            self._add(Played(side, dice, format_play(plays[0]), plays[0].result))
        else:
            self._add(Played(side, dice, NO_PLAY, self.position, illegal=True))
            self._bare = len(self._actions) - 1

    def pass_against_the_rules(self, side: Side, dice: Dice) -> None:
        """A roll after which nothing was moved, as a record of boards has it, though something could be."""
        self._may_play(side, dice)
        self._add(Played(side, dice, NO_PLAY, self.position, illegal=True))

    def resign_after_roll(self, side: Side, dice: Dice) -> None:
        """A roll after which the player gave the game up; `wins` says for how much."""
        self._may_play(side, dice)
        self._add(Played(side, dice, RESIGNS, self.position, unplayed=True))

    def put(self, side: Side, dice: Dice, after: Position) -> None:
        """An illegal play given by the board it left."""
        self._may_play(side, dice)
        self._add(Played(side, dice, describe_change(self.position, side, after), after, illegal=True))

    def unseen(self) -> None:
        """The roll of the play just made was never seen; the one given only stood in for it."""
        last = self._actions[-1]
        if isinstance(last, Played):
            self._actions[-1] = replace(last, dice=None)

    def rolled(self, source: RollSource) -> None:
        """How the roll of the play just made is known."""
        last = self._actions[-1]
        if isinstance(last, Played):
            self._actions[-1] = replace(last, source=source)

    def noted(self, note: str) -> None:
        """What people wrote to the action just made."""
        if note and self._actions:
            self._actions[-1] = replace(self._actions[-1], note=note)

    def _may_play(self, side: Side, dice: Dice | None) -> None:
        self._expect(side)
        self.accept_beaver(side)
        if self._offered:
            raise NotationError(
                Message("{player} plays before the double is answered.", player=side_name(side))
            )
        if self._strict and dice and dice[0] == dice[1] and self._opening:
            raise NotationError(Message("The opening roll is never a double (R9)."))

    def _unrolled(self, side: Side, text: str, chains: tuple[Chain, ...]) -> Played:
        if not chains:
            return Played(side, None, NO_PLAY, self.position)
        return Played(side, None, text, self._by_hand(side, text, chains))

    def _against_the_rules(self, side: Side, dice: Dice, text: str, chains: tuple[Chain, ...]) -> Played:
        legs = ((start, end, hit) for chain in chains for (start, _), (end, hit) in pairwise(chain))
        return Played(side, dice, format_legs(legs), self._by_hand(side, text, chains), illegal=True)

    def _by_hand(self, side: Side, text: str, chains: tuple[Chain, ...]) -> Position:
        """The board after these ways whatever the dice; hits are made where blots are landed on."""
        row = row_after(self.position.row(side), chains)
        if row is None:
            raise NotationError(Message('"{text}" moves a checker that is not there.', text=text))
        other = list(self.position.row(side.other))
        named = {place for chain in chains for place, hit in chain if hit}
        ends = {chain[-1][0] for chain in chains} | named
        passed = {place for chain in chains for place, _hit in chain[1:] if other[25 - place] == 1}
        for place in sorted((ends | passed) - {OFF, BAR}):
            if other[25 - place] > 1:
                raise NotationError(
                    Message('"{text}" lands on the {place}-point, which the opponent holds.', text=text, place=place)
                )
            other[BAR] += other[25 - place]
            other[25 - place] = 0
        return self.position.with_row(side, row).with_row(side.other, tuple(other))

    # ------------------------------------------------------------------ cube

    def double(self, side: Side, value: int | None = None) -> None:
        """An offer, or a beaver where one already waits. value: what the record says, if it does."""
        if self._offered:
            self._beaver(side, self._offered, value)
            return
        self._expect(side)
        if self._game.crawford or (self._strict and self._rules.length == 1):
            crawford = self._game.crawford
            where = Message("the Crawford game") if crawford else Message("a match to one point")
            raise NotationError(Message("There is no doubling in {where} (R55).", where=where))
        if self._strict and self._opening:
            raise NotationError(Message("Nobody doubles before the opening roll (R47)."))
        if self.owner is side.other:
            raise NotationError(Message("{player} does not own the cube (R46).", player=side_name(side)))
        if value and value != 2 * self.cube:
            self._begin_at(value // 2, value)
        if refused := limit_refusal(self._rules, 2 * self.cube):
            raise NotationError(refused)
        self._offered = CubeTurned(side, "double", 2 * self.cube)
        self._doubled = True
        self.turn = side
        self._append(self._offered)

    def _beaver(self, side: Side, offered: CubeTurned, value: int | None) -> None:
        if side is offered.side:
            raise NotationError(Message("{player} doubles twice running (R46).", player=side_name(side)))
        if value and value != 2 * offered.value:
            raise NotationError(
                Message(
                    "A beaver to {value} does not follow a double to {offered}.", value=value, offered=offered.value
                )
            )
        self._offered = CubeTurned(side, "beaver", 2 * offered.value)
        self._append(self._offered)

    def _begin_at(self, cube: int, value: int) -> None:
        """A first double beyond 2 implies automatic doubles before it (R53)."""
        if self.owner or self.cube != 1 or value < 4 or value & (value - 1):
            raise NotationError(
                Message("A double to {value} does not follow a cube of {cube} (R48).", value=value, cube=self.cube)
            )
        self.cube = cube
        self._game = replace(self._game, cube=cube)

    def beaver_waits(self, side: Side) -> bool:
        """Whether one waits for this side's answer."""
        return self._offered is not None and self._offered.verb == "beaver" and side is not self._offered.side

    def accept_beaver(self, side: Side) -> None:
        """Where one waits for this side's answer: rolling on accepts it."""
        if self.beaver_waits(side):
            self.answer(side, "take")

    def answer(self, side: Side, verb: CubeVerb) -> None:
        """`take` or `drop` of the double that waits."""
        offered = self._offered
        if offered is None or side is offered.side:
            raise NotationError(
                Message("{player} answers a double that was not offered.", player=side_name(side))
            )
        self._append(CubeTurned(side, verb, offered.value))
        self._offered = None
        if verb == "drop":
            self._finish(Result(side.other, offered.value // 2, "drop"))
            return
        self.cube = offered.value
        # a beaver keeps the cube; the player whose turn it is, the first doubler, plays on
        self.owner = side if offered.verb == "double" else offered.side

    # ------------------------------------------------------------------ end

    def wins(self, side: Side, points: int) -> None:
        """What the record says of the end; while the game is not over it means that the other resigned."""
        result = self._game.result
        if self._strict:
            self._worth(side, points, result)
        if result is None:
            self._finish(Result(side, points, "resign"))
        elif result.winner is not side:
            raise NotationError(
                Message(
                    "{player} is said to win, but {winner} has won.",
                    player=side_name(side),
                    winner=side_word(result.winner),
                )
            )
        elif result.points != points:
            self._finish(replace(result, points=points))

    def _worth(self, side: Side, points: int, result: Result | None) -> None:
        """Raises NotationError for points that this game cannot be worth: so much again, or what a side resigns."""
        if result is not None:
            worths = {result.points}
        else:
            worths = {game_points(kind, self.cube, self._doubled, self._rules)[1] for kind in FACTORS}
        if points not in worths:
            could = " or ".join(map(str, sorted(worths)))
            raise NotationError(
                Message(
                    "{player} is said to win {points} points; this game is worth {could}.",
                    player=side_name(side),
                    points=points,
                    could=could,
                )
            )

    def game(self) -> GameRecord:
        """The game so far. A roll that ends it with nothing played is no illegal play."""
        actions = tuple(self._actions)
        last = actions[-1] if self._bare is not None and self._bare == len(actions) - 1 else None
        if isinstance(last, Played):
            actions = (*actions[:-1], replace(last, illegal=False, unplayed=True))
        return replace(self._game, actions=actions)

    @property
    def actions(self) -> Sequence[Action]:
        return self._actions

    @property
    def over(self) -> bool:
        return self._game.result is not None

    @property
    def _opening(self) -> bool:
        """Whether nobody has rolled yet, in a game that was not taken up in its middle."""
        return self.turn is None and self._game.start in STARTS.values()

    def _finish(self, result: Result) -> None:
        self._game = replace(self._game, result=result)

    def _expect(self, side: Side) -> None:
        if self._game.result is not None:
            raise NotationError(Message("The record goes on after the game was won."))
        if self.turn not in (None, side):
            raise NotationError(
                Message(
                    "It is {other}'s turn, not {player}'s (R10).", other=side_word(side.other), player=side_word(side)
                )
            )

    def _add(self, played: Played) -> None:
        if self._strict and played.illegal:
            dice = "-".join(map(str, played.dice or ()))
            raise NotationError(
                Message('"{play}" is not a legal play of {dice} here.', play=played.play, dice=dice)
            )
        self._append(played)
        self.position = played.after
        self.turn = played.side.other
        winner = finisher(played.after)
        if winner and sum(self.position.row(winner)) == CHECKERS:
            kind = kind_of_win(self.position, winner, self._game.start)
            _, points = game_points(kind, self.cube, self._doubled, self._rules)
            self._finish(Result(winner, points, "off"))

    def _append(self, action: Action) -> None:
        self._actions.append(action)
