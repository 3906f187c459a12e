"""One part of a film: a board's watcher and a referee, both new at its beginning, and the games that they follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arbiter.match.beginnings import new_game
from arbiter.match.commands import CommandError, NewGame, TakeBoard
from arbiter.match.entered_events import Seated
from arbiter.match.events import Event, GameStarted, MatchStarted
from arbiter.match.fold import fold
from arbiter.match.state import MatchState, Phase
from arbiter.referee.evidence import Evidence
from arbiter.referee.likelihood import displaced
from arbiter.referee.referee import Referee
from arbiter.referee.trust import Trust
from bookgammon.following.game_beginnings import MidGame
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from bookgammon.table.table import FrameTime, Table
from calibration.board import Board
from vision.sources.frames import Frame, Item, News
from vision.sources.pictures import Image

DOUBT_S, CUT_S = 15.0, 2.0
"""Seconds of doubt after which the game goes on from what surely lies there, as some of it is not in the film; and the
same where more than `CUT` checkers lie elsewhere, as they do after a cut.
"""
CUT = 8
QUIET = (Phase.SETTING_UP, Phase.TO_ROLL, Phase.GAME_OVER, Phase.MATCH_OVER)


class Part:
    """Is given the film's frames, in their order; what happens is committed at the table.

    table: its seats are those of the board. waits: no game is under way on this board. trust: in its dice.
    """

    def __init__(self, board: Board, table: Table, *, waits: bool, trust: Trust) -> None:
        self._board, self._table = board, table
        self.watcher = SeatAwareWatcher(board, table.state.seats)
        self._evidence = Evidence(-1, 0.0, still=False, hand=False)
        self._doubt_since: float | None = None
        self._begin(waits=waits, trust=trust)

    @property
    def waits(self) -> bool:
        """Whether no game is under way."""
        return self._waits

    @property
    def trust(self) -> Trust:
        """What the dice have shown."""
        return self._referee.trust

    def _begin(self, *, waits: bool, trust: Trust, begun: bool = False) -> None:
        """waits: the referee sees a match of its own meanwhile, in which no game has begun. begun: one just has."""
        self._waits, self._doubt_since = waits, None
        state = self._table.state
        seats = state.seats or self._board.seats
        if waits:
            empty = (MatchStarted(0, 0.0, state.rules), Seated(0, 0.0, seats.near, seats.home))
            state = fold(empty)
        self._referee = Referee(state, seats, trust, unattended=True, begun=begun)
        self._mid_game = MidGame(seats, state.rules.start)

    # -------------------------------------------------------------- frames

    def read_frame(self, image: Image, frame: int, time: float) -> Evidence:
        self._evidence = self.watcher.read_frame(image, frame, time)
        return self._evidence

    def news(self) -> Sequence[News]:
        return self.watcher.news()

    def hear(self, news: Item) -> None:
        """What the source says of itself."""
        self._table.follow((news,), self, self._referee)

    def observe(self, frame: Frame) -> Evidence:
        """What the frame shows, after what follows from it is committed."""
        if self._waits:
            return self._awaits_game(frame)
        self._table.follow((frame,), self, self._referee)
        evidence = self._evidence  # of this frame: the table has asked for it
        state = self._table.state
        if state.phase is Phase.MATCH_OVER:
            self._begin(waits=True, trust=self.trust)
        elif state.out_of_step is None:
            self._doubt_since = None
        else:
            self._go_on(state, evidence)
        return evidence

    def is_quiet(self, evidence: Evidence) -> bool:
        """Whether a new referee and new readings would go on from here as these do."""
        state = self._table.state
        lies_still = bool(evidence.places) and evidence.still and not evidence.covered
        dice = any(die.leaf is not None and not die.outside for die in evidence.dice)
        settled = state.out_of_step is None and state.warning is None and state.phase in QUIET
        return lies_still and not dice and (settled or self._waits)

    def settle(self) -> None:
        """The film ends here."""
        if not self._waits:
            self._table.settle(self._referee)

    # -------------------------------------------------------------- games

    def _awaits_game(self, frame: Frame) -> Evidence:
        evidence = self.read_frame(frame.image, frame.index, frame.time)
        for news in self.news():
            self.hear(news)
        self._table.moment = FrameTime(frame.index, frame.time)
        begun = any(isinstance(event, GameStarted) for event in self._referee.observe(evidence))
        command = NewGame() if begun else self._mid_game.observe(evidence)
        if command is None:
            self._table.commit((), evidence, frame.image)
            return evidence
        self._table.commit(_begun(self._table.state, command, frame), evidence, frame.image)
        self._begin(waits=False, trust=self.trust, begun=begun)
        return evidence

    def _go_on(self, state: MatchState, evidence: Evidence) -> None:
        """Where the board has not fitted the game for long, some of the game was not filmed."""
        if self._doubt_since is None:
            self._doubt_since = evidence.time
        command = self._mid_game.observe(evidence)
        doubt = state.out_of_step
        if command is None or command.position is None or doubt is None:
            return
        patience = CUT_S if displaced(state.position, command.position) > CUT else DOUBT_S
        if evidence.time - self._doubt_since < patience:
            return
        at = evidence.frame, evidence.time
        known = doubt.asks == "board" and doubt.position == command.position
        try:
            events: Sequence[Event] = self._referee.handle(
                TakeBoard(command.player) if known else replace(command, cube=state.cube.value, owner=state.cube.owner),
                *at,
            )
        except CommandError:
            return
        self._table.commit(events)
        self._begin(waits=False, trust=self.trust)


def _begun(state: MatchState, command: NewGame, frame: Frame) -> tuple[Event, ...]:
    """A game begins; where the match is over, another one of the same players."""
    at = frame.index, frame.time
    match: tuple[Event, ...] = ()
    if state.phase is Phase.MATCH_OVER:
        match = (MatchStarted(*at, state.rules, state.names),)
        if state.seats:
            match = (*match, Seated(*at, state.seats.near, state.seats.home))
        state = fold(match, state)
    try:
        return (*match, *new_game(state, command, *at))
    except CommandError:  # a cube that cannot be as it was read
        return (*match, *new_game(state, NewGame(command.position, command.player), *at))
