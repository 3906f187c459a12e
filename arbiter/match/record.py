"""The record of a match from the events of its journal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from arbiter.match.chouette import Chouette
from arbiter.match.clock import clock_comment
from arbiter.match.edit_answers import edit_lines
from arbiter.match.entered_events import HintTaken, PlayersNamed, ScoreCorrected, StackTold, Undone
from arbiter.match.events import (
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    MatchStarted,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
    TimeRanOut,
)
from arbiter.match.fold import apply
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import standing
from arbiter.play_text import NO_PLAY
from arbiter.plays import PositionOfOtherGame, RollSource
from arbiter.position import SIDES, Position, Side
from arbiter.records.model import (
    Action,
    CubeTurned,
    Ending,
    GameRecord,
    MatchHeader,
    MatchRecord,
    Played,
    Result,
)
from arbiter.replacing import replace
from arbiter.rules import Rules
from arbiter.scoring import finisher


def record_of(events: Iterable[Event], header: MatchHeader | None = None) -> MatchRecord:
    """The last match that these events report; games in which nothing happened are left out.

    What was taken back is left out too, and what was edited stands as it was edited. The header's comment says what was
    edited, who asked a coach for hints, and names a chouette's players game by game.
    """
    events = tuple(events)
    builder = _built(events)
    header = header or MatchHeader()
    lines = (header.comment, clock_comment(events), _coach_comment(events), *builder.sat, *edit_lines(events))
    comment = "\n".join(line for line in lines if line)
    games = tuple(builder.games())
    return MatchRecord(builder.names, builder.rules, games, replace(header, comment=comment))


def action_frames(events: Iterable[Event]) -> tuple[tuple[int | None, ...], ...]:
    """Of each game and action of `record_of`: the frame of the event that made it, or that changed it last.

    None for a turn that nobody played, which formats alone ask for (R33).
    """
    return tuple(_built(tuple(events)).frames())


def _built(events: tuple[Event, ...]) -> _RecordBuilder:
    builder, state = _RecordBuilder(), MatchState()
    for event in standing(events):
        state = apply(state, event)
        builder.record(_with_classes(event, state))
        if isinstance(event, StackTold) and state.turns and state.turns[-1].illegal:
            builder.found_illegal()
        if isinstance(event, GameStarted) and state.chouette:
            builder.sit_down(state.chouette)
    return builder


def _with_classes(event: Event, state: MatchState) -> Event:
    """The same with what is known of the checkers on its board. state: after it."""
    if isinstance(state.position, PositionOfOtherGame) and isinstance(
        event, GameStarted | PlayMade | PlayCorrected | PlayStood
    ):
        return replace(event, position=state.position)
    return event


def _coach_comment(events: Iterable[Event]) -> str:
    """What a record says of the coach: that it was there, and how often who used it; empty without one."""
    state, hints, again = MatchState(), Counter[Side](), Counter[Side]()
    for event in events:
        state = apply(state, event)
        if isinstance(event, MatchStarted):
            hints, again = Counter(), Counter()
        if isinstance(event, HintTaken):
            hints[event.player] += 1
        if isinstance(event, Undone) and event.again and state.player and state.phase is Phase.MOVING:
            again[state.player] += 1
    if not state.rules.coach:
        return ""
    counted = [
        f"{what} {' and '.join(f'{state.names[SIDES.index(side)]} {counts[side]}' for side in SIDES if counts[side])}"
        for what, counts in (("hints", hints), ("plays made again", again))
        if counts
    ]
    return f"Played with a coach: {', '.join(counted) or 'no hints'}."


class _RecordBuilder:
    """The record as it grows, and the roll that has not been played yet. sat: who played, in a chouette."""

    def __init__(self) -> None:
        self.sat: list[str] = []
        self.names = ("Light", "Dark")
        self.rules = Rules()
        self._score = (0, 0)
        self._done: list[GameRecord] = []
        self._game = GameRecord((0, 0))
        self._roll: RollSeen | None = None
        self._frame = 0
        self._done_frames: list[tuple[int | None, ...]] = []
        self._frames: list[int | None] = []

    def games(self) -> list[GameRecord]:
        return [*self._done, self._game] if self._game.actions or self._game.result else self._done

    def frames(self) -> list[tuple[int | None, ...]]:
        """Of each action of `games`."""
        return [*self._done_frames, tuple(self._frames)][: len(self.games())]

    def record(self, event: Event) -> None:
        self._frame = event.frame
        match event:
            case MatchStarted():
                self.names, self.rules, self._score = event.names, event.rules, event.score
                self._done, self._game = [], GameRecord(event.score)
                self._done_frames, self._frames = [], []
            case GameStarted():
                self._begin(event)
            case RollSeen():
                self._roll = event
            case PlayMade():
                self._played(Played(event.player, event.dice, event.play, event.position, source=self._source(event)))
            case PlayCorrected() | PlayStood():
                self._corrected(event)
            case Doubled():
                beaver = self._offer_waits(event.player)
                self._append(CubeTurned(event.player, "beaver" if beaver else "double", event.value))
            case Taken():
                self._append(CubeTurned(event.player, "take", event.value))
            case Dropped():
                self._append(CubeTurned(event.player, "drop", self._offered()))
            case GameOver():
                self._end(event)
            case ScoreCorrected() | TimeRanOut():
                self._scored(event)
            case PlayersNamed():
                self.names = event.names

    def sit_down(self, chouette: Chouette) -> None:
        """Who plays the game that has just begun."""
        colour = chouette.side.value
        crew = f", with {' and '.join(chouette.crew)}" if chouette.crew else ""
        box = f"{chouette.box} in the box ({colour})"
        self.sat.append(f"Game {len(self._done) + 1}: {box} against {chouette.captain}{crew}.")

    def _begin(self, event: GameStarted) -> None:
        self._done_frames, self._done = self.frames(), self.games()
        self._frames = []
        self._game = GameRecord(
            self._score,
            crawford=event.crawford,
            cube=event.cube,
            owner=event.owner,
            start=event.position,
        )
        self._roll = None

    def _played(self, played: Played) -> None:
        last = self._last_play()
        if last and last.side is played.side:
            # closed out, the opponent did not roll (R33): formats want that turn all the same
            self._append(Played(played.side.other, None, NO_PLAY, last.after), seen=False)
        self._append(played)
        self._roll = None

    def _source(self, made: PlayMade) -> RollSource:
        """How the roll of a play is known: one that comes with its play alone was inferred from it."""
        if self._roll and self._roll.player is made.player:
            return self._roll.source
        return "inferred" if made.dice else "read"

    def _corrected(self, event: PlayCorrected | PlayStood) -> None:
        """Either the turn under way, or the one before it put right or found wrong afterwards."""
        last, illegal = self._last_play(), isinstance(event, PlayStood)
        if (roll := self._roll) and roll.player is event.player:
            self._played(Played(event.player, roll.dice, event.play, event.position, illegal, source=roll.source))
        elif last and last.side is event.player:
            amended = replace(last, play=event.play, after=event.position, illegal=illegal)
            if isinstance(event, PlayCorrected) and event.entered:
                amended = replace(last, after=event.position)
            place = next(at for at, action in enumerate(self._game.actions) if action is last)
            actions = (amended if action is last else action for action in self._game.actions)
            self._game = replace(self._game, actions=tuple(actions))
            self._frames[place] = self._frame
        elif illegal:
            self._played(Played(event.player, None, event.play, event.position, illegal))
        elif not last:
            self._game = replace(self._game, start=event.position)

    def found_illegal(self) -> None:
        """The last play was found to be illegal when somebody looked at a stack."""
        last = self._last_play()
        if last:
            found = replace(last, illegal=True)
            actions = (found if action is last else action for action in self._game.actions)
            self._game = replace(self._game, actions=tuple(actions))

    def _end(self, event: GameOver) -> None:
        self._count(event.winner, event.points)
        self._game = replace(self._game, result=Result(event.winner, event.points, self._ending()))

    def _scored(self, event: ScoreCorrected | TimeRanOut) -> None:
        """Points that no game was won for; those for time do not change what the game under way began with."""
        if isinstance(event, TimeRanOut):
            self._count(event.player.other, event.points)
            return
        self._score = event.score
        if self._game.result is None:
            self._game = replace(self._game, score=event.score)

    def _count(self, winner: Side, points: int) -> None:
        light, dark = self._score
        self._score = (light + points, dark) if winner is Side.LIGHT else (light, dark + points)

    def _ending(self) -> Ending:
        last = self._game.actions[-1] if self._game.actions else None
        if isinstance(last, CubeTurned) and last.verb == "drop":
            return "drop"
        return "off" if finisher(self._position()) else "resign"

    def _position(self) -> Position:
        last = self._last_play()
        return last.after if last else self._game.start

    def _last_play(self) -> Played | None:
        plays = (action for action in reversed(self._game.actions) if isinstance(action, Played))
        return next(plays, None)

    def _offer_waits(self, answerer: Side) -> bool:
        last = self._game.actions[-1] if self._game.actions else None
        return isinstance(last, CubeTurned) and last.verb == "double" and last.side is not answerer

    def _offered(self) -> int:
        last = self._game.actions[-1] if self._game.actions else None
        return last.value if isinstance(last, CubeTurned) else 2

    def _append(self, action: Action, *, seen: bool = True) -> None:
        self._frames.append(self._frame if seen else None)
        self._game = replace(self._game, actions=(*self._game.actions, action))
