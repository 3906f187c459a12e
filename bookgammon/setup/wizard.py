"""The wizard itself: a thread that looks while people set up, and the answers to what they touch on the page."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from arbiter.message import Message
from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.boards.colours import drawing_colours
from bookgammon.boards.known_boards import KnownBoards, file_for, fresh_name, known_boards, save_board
from bookgammon.cameras.opening import Open
from bookgammon.setup import progress as steps
from bookgammon.setup.agreement import ASK, Agreement, Answer, agreed, form_of
from bookgammon.setup.before import NOBODY_YET, Before
from bookgammon.setup.camera_view import CameraView
from bookgammon.setup.cameras import Cameras
from bookgammon.setup.messages import WAITS_FOR_PHONE, words
from bookgammon.setup.observer import SetupObserver
from bookgammon.setup.progress import Progress
from bookgammon.setup.reading_back import Find, Settle
from bookgammon.workers.worker import Worker, Workers
from calibration.board import Board
from calibration.corners import Quad as Corners
from calibration.errors import CalibrationError
from calibration.finding import find_leaves
from vision.known_position.start_fit import settle_start
from vision.sources.phone import PHONE
from vision.sources.sources import Source, open_source
from web.drawing_colours import DrawingColours
from web.errors import NotNowError
from web.setup import BookOutline, MatchForm, Quad, SetupState, Step, waiting_in
from web.waiting_for import WaitingFor

_PAUSE = 0.05
_PATIENCE = 0.3
_PART = Message("the set-up")
_DEAD = Message("Set-up has a fault and does not look any more: stop the program and start it again.")
USUAL_SEATS = Seats(Side.LIGHT)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What set-up ends with: the board, the open source that shows it and its address, and what was agreed.

    agreement: None where nobody was asked, or the match that is open goes on. port: where the page was, None
    where it was not up yet. unclear: what of the board may have been learned wrong, a sentence each.
    """

    board: Board
    source: Source
    address: str
    agreement: Agreement | None
    port: int | None = None
    unclear: tuple[str, ...] = ()


class Wizard:
    """Fulfils `web.setup.Setup`. Several people may use the page; what is done last counts.

    named: the view of a camera or recording that needs no picking. open_camera: opens those that are picked. rules:
    what the command line says; before: who played here before, and what; the match form starts with both. known: the
    board that `named` shows, where it is known already: then only who plays is asked. known_at_once: a known board
    that lies where it lay needs no yes. answer: who plays then, where the command line says so.
    """

    def __init__(
        self,
        folder: Path,
        named: CameraView | None,
        open_camera: Open = open_source,
        *,
        rules: Rules,
        before: Before = NOBODY_YET,
        known: Board | None = None,
        cameras: Cameras | None = None,
        find: Find = find_leaves,
        settle: Settle = settle_start,
        known_at_once: bool = False,
        answer: Answer = ASK,
        workers: Workers | None = None,
    ) -> None:
        self._folder, self._rules, self._before = folder, rules, before
        self._cameras = cameras or Cameras(open_camera, workers=workers)
        self._known_at_once = known_at_once
        self._answered, self._agreement = answer.to(match_is_open=before.last is not None and before.last.is_open)
        self._boards: KnownBoards = known_boards(folder)
        self._observer = SetupObserver(self._boards, find, settle)
        self._lock = threading.RLock()
        self._view = named
        self._progress = steps.camera_picked(Progress()) if named else Progress()
        if known is not None:
            self._progress = steps.known_used(replace(self._progress, known=known))
        self._outcome: Outcome | None = None
        self._colours: tuple[Board, DrawingColours] | None = None
        """Of the learned board, measured once."""
        self._told: tuple[WaitingFor | None, Callable[[WaitingFor], None] | None] = (None, None)
        """What was said last that set-up waits for, and to whom that is said."""
        self._done, self._stopped = threading.Event(), threading.Event()
        if named is None:
            self._cameras.search()
        else:
            self._cameras.remember(named.address)
        self._worker = Worker(workers or Workers(), "set-up", _PART, self._run)
        self._worker.start()

    def wait(self) -> Outcome:
        """Until the board is learned and the match agreed."""
        while self._outcome is None:
            self._done.wait(0.5)  # without an end the wait could not be interrupted on every platform
        return self._outcome

    def close(self) -> None:
        """No camera stays open, apart from one that was handed on."""
        self._stopped.set()
        self._worker.stop(_PATIENCE)
        if self._outcome is None:
            self._cameras.close()
            if self._view is not None:
                self._view.close()

    # -------------------------------------------------------------- what the page shows

    def state(self) -> SetupState:
        with self._lock:
            now, view = self._progress, self._view
        situation = self._observer.situation
        says, more = self._words(now, view)
        picking = now.step == "camera"
        seats = now.board.seats if now.board else USUAL_SEATS
        return SetupState(
            step=now.step,
            says=says,
            more=more,
            trouble=self._trouble(now),
            cameras=self._cameras.choices() if picking else (),
            searching=picking and self._cameras.searching,
            size=view.size if view else None,
            outline=_outline(now),
            problems=now.problems,
            advice=(*now.unclear, *now.advice) if now.step == "match" else (),
            hold=situation.hold,
            busy=situation.busy,
            can_confirm=steps.can_confirm(now),
            can_skip=now.step == "empty",
            can_retake=steps.can_retake(now),
            recognised=now.known.name if now.known else "",
            near=seats.near.value,
            home=seats.home,
            asks_phone=picking or (view is not None and view.address == PHONE and view.size is None),
            form=form_of(
                self._asked_rules,
                self._before.last,
                seats,
                now.name or fresh_name(self._boards.names),
                self._agreement,
            ),
            last=self._before.last,
            players=self._before.players,
            look=self._look(now.board) if now.step == "match" and now.board else None,
        )

    def _words(self, now: Progress, view: CameraView | None) -> tuple[str, str]:
        """What to do now, and a sentence under it."""
        if view is not None and view.address == PHONE and view.size is None:
            return WAITS_FOR_PHONE
        return words(now, self._observer.situation)

    @property
    def waiting_for(self) -> WaitingFor:
        with self._lock:
            now, view = self._progress, self._view
        return waiting_in(now.step, self._words(now, view)[0], self._before.last)

    def on_waiting(self, tell: Callable[[WaitingFor], None]) -> None:
        """From now on this is told whenever set-up waits for something else."""
        self._told = (None, tell)

    def _tell(self) -> None:
        last, tell = self._told
        if tell is not None and (now := self.waiting_for) != last:
            self._told = (now, tell)
            tell(now)

    def _look(self, board: Board) -> DrawingColours:
        if self._colours is None or self._colours[0] is not board:
            self._colours = board, drawing_colours(board)
        return self._colours[1]

    @property
    def _asked_rules(self) -> Rules:
        """What the form starts with: as last time, where the command line says nothing."""
        return self._rules if self._rules != Rules() else self._before.rules

    def _trouble(self, now: Progress) -> str:
        if self._worker.given_up and self._outcome is None:
            return _DEAD
        if now.step == "camera":
            return self._cameras.trouble()
        return self._view.trouble if self._view else ""

    def picture(self) -> bytes | None:
        return self._view.jpeg() if self._view else None

    def thumbnail(self, key: str) -> bytes | None:
        return self._cameras.thumbnail(key)

    # -------------------------------------------------------------- what people do

    def choose(self, key: str) -> None:
        with self._lock:
            self._view = self._cameras.pick(key)
            self._view.go_on()
            self._progress = steps.camera_picked(self._progress)

    def resize(self, key: str, size: str) -> None:
        self._cameras.resize(key, size)

    def add(self, address: str) -> None:
        self._cameras.add(address).rest()

    def search(self) -> None:
        self._cameras.search()

    def place(self, left: Quad, right: Quad) -> None:
        size = self._view.size if self._view else None
        if size is None:
            raise NotNowError(Message("There is no picture yet: pick a camera first."))
        self._do(lambda now: steps.placed(now, _corners(left), _corners(right), size))

    def find_again(self) -> None:
        self._do(steps.find_again)

    def confirm(self) -> None:
        self._do(steps.confirmed)

    def use_known(self) -> None:
        self._do(steps.known_used)

    def skip(self) -> None:
        self._do(steps.skipped)

    def back(self, step: Step) -> None:
        with self._lock:
            self._progress = steps.gone_back(self._progress, step)
            if step == "camera":
                if self._view is not None:
                    self._view.close()
                self._view = None
                self._cameras.close()
                self._cameras.open_again()

    def begin(self, form: MatchForm) -> None:
        with self._lock:
            now, view = self._progress, self._view
            if now.step != "match" or now.board is None or view is None:
                raise NotNowError(Message("First the board has to be learned."))
            agreement = agreed(form, now.board.seats)
            board = self._kept(now, now.board, form.board or now.name or fresh_name(self._boards.names))
            source = view.release()
            if source is None:
                raise NotNowError(Message("The camera does not answer any more: go back and pick one."))
            self._outcome = Outcome(board, source, view.address, agreement, unclear=now.unclear)
            self._progress = replace(now, step="done")
        self._done.set()

    def _kept(self, now: Progress, board: Board, name: str) -> Board:
        """The board in its file, under its name. Raises RequestError where that cannot be."""
        if now.known is board and board.name == name:
            return board
        if name in self._boards.names and not (now.known and now.known.name == name):
            raise NotNowError(Message("A board called {name} is known already: give this one another name.", name=name))
        named = replace(board, name=name)
        try:
            save_board(named, file_for(self._folder, name))
        except CalibrationError as error:
            raise NotNowError(str(error)) from error
        return named

    def _use_at_once(self, board: Board, view: CameraView) -> None:
        source = view.release()
        if source is not None:
            self._outcome = Outcome(board, source, view.address, self._agreement)
            self._progress = replace(self._progress, step="done")
            self._done.set()

    def _do(self, change: Callable[[Progress], Progress]) -> None:
        with self._lock:
            self._progress = change(self._progress)

    # -------------------------------------------------------------- looking

    def _run(self, worker: Worker) -> None:
        while not (self._stopped.wait(_PAUSE) or worker.stopping) and self._outcome is None:
            self._tell()
            with self._lock:
                now, view = self._progress, self._view
            if now.step == "camera" and self._cameras.phone_came():
                self.choose(PHONE)
                continue
            if view is None:
                continue
            after = self._observer.observe(now, view)
            with self._lock:
                if self._progress.turn == now.turn:  # else people have decided otherwise meanwhile
                    self._progress = after
                    if self._known_at_once and after.known is not None and after.step == "board":
                        self._progress = steps.known_used(after)
                        if self._answered:
                            self._use_at_once(after.known, view)
                        self._known_at_once = False  # whoever goes back from there wants another look


def _corners(quad: Quad) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d


def _outline(now: Progress) -> BookOutline | None:
    return BookOutline(now.corners.left, now.corners.right, now.own) if now.corners else None
