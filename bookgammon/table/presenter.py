"""What a table's updates come to on the page: one `TableView` for each, with what a match's state does not remember."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

from arbiter.match.clock import Clock
from arbiter.match.entered_events import TurnRevised, Undone
from arbiter.match.events import BadRoll, Event, IllegalPlay, MatchStarted, Note, TimeRanOut
from arbiter.match.fold import fold
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.position import Position, Side
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.seats import Seats
from bookgammon.boards.colours import drawing_colours
from bookgammon.table.board_reading import board_shown, dice_shown
from bookgammon.table.hurry import Hurry
from bookgammon.table.snapshots import KeptClip, Snapshots
from bookgammon.table.table import TableUpdate
from bookgammon.table.waiting import start_doubt
from calibration.board import Board
from web.messages import time_ran_out
from web.recent_events import RecentEvent, news_of
from web.view import CAMERA_OK, NOTICE_S, AddToState, Battery, ClockShown, NotWorking, Pictures, TableView

COVERED = Message("Something lies over the board. What is under it cannot be seen.")
REMEMBERED = 8
"""Events that a screen which missed a view still hears of."""
CLIPS = 8
"""Films of what was contested lately, one of which a warning may still be about."""
SAY_COVERED_S = 3.0
"""For which something lies over the board before people are informed: hands that play do so for moments."""


class Presenter:
    """Makes the view of a match from the table's updates; knows nothing of who is shown it.

    board: what the camera's pictures are cut to, none are shown without. began: when the match did, seconds since
    1970. clock: the tournament clock before the first update. battery: the telephone's, asked at
    each view. add: what others add to the page's state.
    """

    def __init__(
        self,
        events: Sequence[Event],
        seats: Seats,
        *,
        board: Board | None,
        began: float | None,
        demo: bool,
        clock: Clock | None,
        battery: Callable[[], Battery | None],
        add: Sequence[AddToState] = (),
    ) -> None:
        self._seats, self._demo, self._battery, self._add = seats, demo, battery, tuple(add)
        self._began = time.time() if began is None else began
        self._seen: Position | None = None
        self._last_read: tuple[tuple[PlaceEvidence, ...], MatchState | None] = ((), None)
        """What `_seen` was read from."""
        self._dice: tuple[tuple[int, Side | None], ...] = ()
        self._doubt = ""
        self._notice, self._notice_until = "", 0.0
        self._taken_back = False
        """The notice says what was taken back, which is old news once anything follows."""
        self.opponent_trouble = ""
        """Why the opponent does not answer, empty once it does."""
        self.another_board = False
        """What lies over the board is another one."""
        self.broken: tuple[NotWorking, ...] = ()
        """The workers that do not work now."""
        self._hurry = Hurry()
        self._clips: tuple[KeptClip, ...] = ()
        """The films of what was contested lately, the newest last."""
        self._warned_at: int | None = None
        """The frame in which the play was warned of that is under discussion, however often it was judged since."""
        self._bad_roll: BadRoll | None = None
        self._camera = CAMERA_OK
        self._covered_since: float | None = None
        self._colours = drawing_colours(board) if board else None
        self._snapshots = Snapshots(board) if board else None
        self._pictures: Pictures | None = None
        self._happened = deque[RecentEvent](maxlen=REMEMBERED)
        self._number = int(time.time() * 1000)
        self._clock_shown = ClockShown(clock, time.time()) if clock else None
        self.first = self._view(fold(events), None)
        """Before the first update."""

    def present(self, update: TableUpdate) -> TableView:
        """What is shown once one frame has brought that."""
        revised = any(isinstance(event, TurnRevised) for event in update.events)
        for event in update.events:
            if not (revised and isinstance(event, Undone)):  # what a revision takes back is no news of its own
                self._note(event, update)
        for event in news_of(update.events, update.state, tuple(self._happened)):
            self._number += 1
            self._happened.append(RecentEvent(self._number, event, update.state))
        if update.moment.time > self._notice_until:
            self._notice = ""
        self._hurry.on_update(update)
        self._read_board(update)
        self._camera = update.lost or self._over_the_board(update)
        if update.events or self._clock_changed_hands(update.clock):
            self._clock_shown = _clock_shown(update)
        return self._view(update.state, update.evidence)

    def keep_clip(self, clip: KeptClip) -> None:
        """There is another film of what was contested; may be called from any thread."""
        self._clips = (*self._clips, clip)[-CLIPS:]

    def _clip_of_warning(self, warning: IllegalPlay | None) -> str:
        """The film of the play that was warned of: of people's entries since there may be others."""
        if warning is None or warning.provisional:
            self._warned_at = None
            return ""
        at = self._warned_at = warning.frame if self._warned_at is None else self._warned_at
        return next((clip.address for clip in self._clips if clip.first <= at <= clip.last), "")

    def _clock_changed_hands(self, now: Clock | None) -> bool:
        shown = self._clock_shown
        return (now and now.runner) is not (shown and shown.clock.runner)

    def _note(self, event: Event, update: TableUpdate) -> None:
        """What the state does not remember."""
        notice = ""
        if self._taken_back and not isinstance(event, Note):
            self._notice, self._taken_back = "", False
        if isinstance(event, Undone | Note | TurnRevised):
            again = isinstance(event, Undone) and event.again
            notice = "" if again else event.message  # what to do then stands under the headline
        if isinstance(event, TimeRanOut):
            notice = time_ran_out(update.state, event)
        if notice:
            self._notice, self._notice_until = notice, update.moment.time + NOTICE_S
            self._taken_back = isinstance(event, Undone)
        if isinstance(event, Note):
            return
        self._bad_roll = event if isinstance(event, BadRoll) else None
        if isinstance(event, MatchStarted):
            self._began = time.time()

    def _read_board(self, update: TableUpdate) -> None:
        calm, evidence = None, update.evidence
        if evidence is not None and evidence.places and not evidence.covered:
            if evidence.places is not self._last_read[0] or update.state is not self._last_read[1]:
                # while nothing changes every frame repeats the same places
                self._last_read = evidence.places, update.state
                self._seen = board_shown(evidence, update.state)
                before_game = update.state.phase in (Phase.SETTING_UP, Phase.GAME_OVER)
                self._doubt = start_doubt(update.state, evidence) if before_game else ""
            calm = self._seen
            self._dice = dice_shown(evidence, update.state)
        if self._snapshots:
            self._pictures = self._snapshots.observe(update.state, calm, update.image)

    def _over_the_board(self, update: TableUpdate) -> str:
        """A sentence where something has lain over the board for a while. While something moves nothing is known."""
        evidence, now = update.evidence, update.moment.time
        if evidence is not None and evidence.covered:
            self._covered_since = now if self._covered_since is None else min(now, self._covered_since)
        elif evidence is not None and evidence.places:
            self._covered_since = None
        long = self._covered_since is not None and now - self._covered_since >= SAY_COVERED_S
        return COVERED if long else CAMERA_OK

    @property
    def not_working(self) -> tuple[NotWorking, ...]:
        """What does not work now, or not as it should."""
        return (*self.broken, *self._hurry.told)

    def _view(self, state: MatchState, evidence: Evidence | None) -> TableView:
        return TableView(
            state=state,
            seats=self._seats,
            seen=self._seen,
            dice_seen=self._dice,
            hand=bool(evidence and evidence.covered),
            doubt=self._doubt,
            camera=self._camera,
            notice=self._notice,
            opponent_trouble=self.opponent_trouble,
            not_working=self.not_working,
            another_board=self.another_board,
            clip=self._clip_of_warning(state.warning),
            happened=tuple(self._happened),
            bad_roll=self._bad_roll,
            pictures=self._pictures,
            demo=self._demo,
            look=self._colours,
            clock=self._clock_shown,
            started=self._began,
            battery=self._battery(),
            added=tuple(each() for each in self._add),
        )


def _clock_shown(update: TableUpdate) -> ClockShown | None:
    """The clock, and when it stood so: seconds since 1970."""
    if update.clock is None:
        return None
    counted = update.clock.at - update.moment.time - update.late
    return ClockShown(update.clock, time.time() + counted)
