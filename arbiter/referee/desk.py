"""The referee's desk: the state of the match and what he remembers of the last looks.

`between_turns` and `during_turn` work on it; `referee` hands it from one to the other.
"""

from __future__ import annotations

from collections.abc import Collection

from arbiter.match.cube_answers import after_tie, refusal
from arbiter.match.events import BadRoll, Doubled, Event, Note, PlayMade, PlayStood, RollSeen, Taken
from arbiter.match.state import MatchState, Phase, apply
from arbiter.plays import Dice
from arbiter.position import START, Position, Side
from arbiter.referee.board_watch import BoardWatch, CoverWatch, Hold
from arbiter.referee.candidates import View
from arbiter.referee.cube_watch import CubeWatch
from arbiter.referee.dice_watch import DiceWatch, Roll
from arbiter.referee.evidence import Evidence
from arbiter.referee.rivals import Rivals, Settled
from arbiter.referee.weighing import Chances, Reading, chances
from arbiter.seats import Seats
from arbiter.verdict import judge

Enough = tuple[int, float]
"""Looks and seconds for which something must have been seen before it is believed."""

LIKE_START = -60.0
MOST_HIDDEN = 6
"""With more places hidden than this nothing is concluded from the board."""


class Desk:
    """state: the fold of all events so far; `emit` is the only thing that changes it.

    hold: how long the board has been read the same way; start_hold: as the starting position.
    won: how long the last checkers have been gone, although nobody saw a roll.
    like_start: the last look was not unlike the starting position.
    dismissed: a board whose warning people have withdrawn.
    rolled_at: when the dice now lying were seen, None once a hand came. thrown_by: whose by where they lie.
    rested: each board that lay for some time between turns although it was not the settled one, the newest last.
    rivals: what else the last plays may have been.
    ending: no die of the roll is in sight; finishing: they were lifted, the play waits to be settled.
    pending: how the play looked last, while ending.
    told_dice: people said what the dice show.
    bare_looks: clear looks without any die in sight, where the dice in play were never found.
    reopened: an action was taken back, so the board may show what no longer counts until the next roll.
    """

    def __init__(self, state: MatchState, seats: Seats) -> None:
        self.state = state
        self.seats = seats
        self.dice = DiceWatch(seats, state.rules.die_on_checker == "cocked")
        self.board = BoardWatch()
        self.cover = CoverWatch()
        self.cube = CubeWatch()
        self.hold, self.start_hold, self.won = Hold(), Hold(), Hold()
        self.frame, self.time = 0, 0.0
        self.clear, self.disturbed, self.like_start = False, False, False
        self.dismissed: Position | None = None
        self.rolled_at: float | None = None
        self.thrown_by: Side | None = None
        self.rested: dict[Position, View] = {}
        self.rivals = Rivals()
        self.ending, self.finishing = False, False
        self.pending: tuple[Reading, View] | None = None
        self.bare_looks = 0
        self.told_dice = False
        self.reopened = False
        self._events: list[Event] = []
        self._last: tuple[object, ...] = ()

    # -------------------------------------------------------------- looks

    def begin(self, frame: int, time: float) -> None:
        self._events = []
        self.frame, self.time = frame, time

    def see(self, evidence: Evidence) -> None:
        """Takes in one look. A watcher repeats its evidence while nothing changes; that is no new vote."""
        self.begin(evidence.frame, evidence.time)
        evidence = self.cover.discount(evidence)
        repeated = bool(evidence.places) and self._last == (evidence.places, evidence.dice, evidence.cube)
        self._last = (evidence.places, evidence.dice, evidence.cube)
        self.dice.see(evidence, repeated=repeated)
        if not repeated:
            self.cube.see(evidence)
        if (evidence.hand or not evidence.still) and (rested := self.board.rested()):
            self.rivals.weigh(rested, self.state.position, self._mover())
        self.clear = self.board.see(evidence)
        self.like_start = self.clear and evidence.fit(START) > LIKE_START
        self.disturbed = evidence.hand or not evidence.still
        if self.disturbed:
            self.rolled_at = None

    def view(self, known: Position | None = None, *, before_hand: bool = False) -> View | None:
        """The board over the last looks, None where it cannot be told. known: else the state's position."""
        view = self.board.view(known or self.state.position, before_hand=before_hand)
        if view is None or sum(place.hidden for place in view.places) > MOST_HIDDEN:
            return None
        return view

    def chances(self) -> Chances:
        """What the rules allow for the dice in play."""
        player, dice = self.turn()
        return chances(self.state.position, player, dice)

    def turn(self) -> tuple[Side, Dice]:
        """Who is moving, with what dice. Only in the phases MOVING and CORRECTING."""
        if self.state.player is None or self.state.dice is None:
            raise RuntimeError("nobody is moving")
        return self.state.player, self.state.dice

    def _mover(self) -> Side | None:
        """Who may be moving checkers now, dice or none being seen."""
        return self.state.player if self.state.phase in (Phase.MOVING, Phase.CORRECTING) else None

    # -------------------------------------------------------------- events

    @property
    def events(self) -> tuple[Event, ...]:
        """What this look or command has brought about."""
        return tuple(self._events)

    def emit(self, event: Event) -> None:
        self._events.append(event)
        self.state = apply(self.state, event)
        if not isinstance(event, Note | BadRoll):
            self.hold.reset()
            self.won.reset()
            self.rested = {}

    def note(self, message: str) -> None:
        self.emit(Note(self.frame, self.time, message))

    def tie(self) -> None:
        """Equal opening dice: both roll again, and where agreed the cube is turned (R9, R53)."""
        if again := after_tie(self.state, self.frame, self.time):
            self.emit(again)
        self.note("Equal opening dice: both roll again (R9).")
        self.dice.spend_all()

    def bad_roll(self, player: Side, rule: str, message: str, roll: Roll | None = None) -> None:
        """A roll does not count. roll: where other dice lie there as well that do."""
        self.emit(BadRoll(self.frame, self.time, player, (rule,), message))
        if roll:
            self.dice.spend(roll)
        else:
            self.dice.spend_all()

    def taken_back(self, before: MatchState) -> None:
        """An action was undone. A roll taken back does not count; a play taken back may be made anew.

        before: the state before that.
        """
        now = self.state
        if (now.phase, now.player, now.dice, now.position) == (
            before.phase,
            before.player,
            before.dice,
            before.position,
        ):
            return  # names, a score: the table is as it was
        self.reopened = True
        self.rivals.forget()
        self.dismissed = before.position
        self.pending, self.finishing, self.bare_looks = None, False, 0
        self.dice.spend_all()
        self.cube.turn_over()
        self.start_hold.reset()

    def roll(self, player: Side, roll: Roll) -> None:
        """These dice are what `player` now moves with."""
        if taker := self.state.answerer:  # nobody would roll had the double not been taken (R49, R52)
            self.emit(Taken(self.frame, self.time, taker, 2 * self.state.cube.value))
        self.emit(RollSeen(self.frame, self.time, player, roll.dice))
        self.dice.release()
        self.dice.hold(roll)
        self.thrown_by = roll.side
        self.dismissed, self.pending = None, None
        self.finishing, self.bare_looks, self.told_dice, self.reopened = False, 0, False, False
        self.rolled_at = self.time

    def played(self, player: Side, dice: Dice | None, play: str, position: Position) -> None:
        """A legal play is final."""
        self.emit(PlayMade(self.frame, self.time, player, dice, play, position))
        self.settled()

    def doubt(
        self,
        player: Side,
        rolls: tuple[Dice, ...],
        chosen: Position,
        legal: Collection[Position],
        rivals: dict[Position, float],
    ) -> None:
        """The play about to be settled may have been another one. rolls: what may have been thrown, likeliest first."""
        state = self.state
        seen = state.dice is not None
        one = Settled(state.game, len(state.turns), state.position, player, rolls, seen, chosen, legal, rivals)
        self.rivals.settle(one)

    def stood(self, player: Side, play: str, position: Position) -> None:
        """What lies there is played on from, though against the rules (R64)."""
        self.emit(PlayStood(self.frame, self.time, player, play, position))
        self.settled()

    def settled(self) -> None:
        """The turn is over: what lies there now is known."""
        self.reopened = False
        self.dice.release()
        self.cube.turn_over()
        self.board.settle(self.state.position)

    def describe(self, before: Position | None, player: Side, dice: Dice | None, after: Position) -> str:
        """A play in notation, whatever it was; empty where there is nothing to tell it from."""
        if before is None or dice is None:
            return ""
        return judge(before, player, dice, after).play

    def cube_lies_turned(self, player: Side, looks: int) -> bool:
        """The cube has come to lie at the opponent's side, turned once: `player` has doubled."""
        turned = self.cube.shows(2 * self.state.cube.value, player.other, looks)
        return turned and not refusal(self.state, player)

    def cube_turned(self, player: Side, looks: int) -> bool:
        """A cube come to lie at the opponent's side, turned once, was offered and taken (R48, R49)."""
        if not self.cube_lies_turned(player, looks):
            return False
        self.doubled_and_taken(player)
        return True

    def doubled_and_taken(self, player: Side) -> None:
        value = 2 * self.state.cube.value
        if self.state.phase is not Phase.DOUBLED:
            self.emit(Doubled(self.frame, self.time, player, value))
        self.emit(Taken(self.frame, self.time, player.other, value))
        self.cube.accepted()
