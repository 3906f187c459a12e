"""The threads that work beside the table: each contained, known to one registry, and begun again after a fault.

A `Worker` is a named thread. What its loop raises is logged once and shown to people; the loop is begun again after a
pause that grows, and given up after five faults in a minute. `Workers` is the registry: it is made where
the program is put together and handed to everybody who makes a worker.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Protocol, Self, TypeVar

from arbiter.message import Message
from bookgammon.workers.worker_state import Condition, WorkerState
from outside.threads import MakeThread
from web.containment import contained, log_fault

MOST_FAULTS, WITHIN_S = 5, 60.0
"""A worker with so many faults in so many seconds is given up."""
FIRST_PAUSE_S = 0.5
"""Before a worker is begun again; twice as long after each further fault of the last minute."""
SETTLED_S = 8.0
"""A worker that was begun again counts as broken for so long, so that people can read that it was."""
PERIOD_S = 1.0
"""Between two looks of the registry at its workers."""
PATIENCE_S = 2.0
"""For a worker that is to end; one that hangs is left behind."""

_Item = TypeVar("_Item")
_log = logging.getLogger(__name__)
_STANDS_STILL = Message("It stands still: the disk or the machine is too busy, or a part of the program hangs.")
_FAULT = Message("A fault of the program; it is begun again by itself.")
_GIVEN_UP = Message("Several faults of the program; stop Bookgammon and start it again, nothing recorded is lost.")


class Worker:
    """A named thread that runs `run` and is looked after.

    run: is called in the thread with this worker, says there what it does (`idle`, `works_on`, `waits_for`,
    `troubled`), and returns when its work is over, at the latest soon after `stopping`. wake: gets `run` out of
    whatever it waits for; called by `stop`. on_given_up: called in the thread when nothing will be done any more.
    hangs_after: seconds for which it may work on one thing. part: see `WorkerState`.
    """

    def __init__(
        self,
        workers: Workers,
        name: str,
        part: str,
        run: Callable[[Worker], None],
        *,
        wake: Callable[[], None] | None = None,
        on_given_up: Callable[[], None] | None = None,
        hangs_after: float | None = None,
    ) -> None:
        self.name, self.part, self._hangs_after = name, part, hangs_after
        self._workers, self._run, self._wake, self._on_given_up = workers, run, wake, on_given_up
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._over = False
        """Whether `run` has returned by itself."""
        self._doing: tuple[Condition, str, float, float] = ("idle", "", workers.now(), workers.clock())
        """What it does, what on, and since when: in seconds since 1970, and by the steady clock."""
        self._trouble: tuple[str, float] | None = None
        self._faults = deque[float](maxlen=MOST_FAULTS)
        self._faulted: tuple[float, float] | None = None
        """The last fault: when, by the steady clock and in seconds since 1970."""
        self._given_up = False
        self.begun = 0
        """How often its loop was begun."""
        workers.add(self)

    # ------------------------------------------------------------------ whoever made it

    def start(self) -> None:
        """Begin; does nothing while it runs already. One that was over or given up begins anew."""
        with self._lock:
            if self.running and not (self._over or self._given_up):
                return
            self._over, self._given_up = False, False
            self._faults.clear()
            self._workers.add(self)
            self._begin()

    def unstarted(self) -> threading.Thread:
        """Its thread, for whoever starts and joins that."""
        self._thread = threading.Thread(target=self._main, name=self.name, daemon=True)
        return self._thread

    def stop(self, patience: float = PATIENCE_S) -> None:
        """Ask it to end and wait so many seconds; one that hangs is left behind."""
        self._stopping.set()
        if self._wake:
            self._wake()
        self.join(patience)
        self._workers.forget(self)

    def join(self, seconds: float) -> None:
        """Wait until the thread is over, at most so long."""
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(seconds)

    @property
    def running(self) -> bool:
        """Whether its thread lives, be it in a pause after a fault."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def given_up(self) -> bool:
        return self._given_up

    @property
    def on_last_fault(self) -> bool:
        """Whether one more fault now would be one too many."""
        now = self._workers.clock()
        return sum(now - each < WITHIN_S for each in self._faults) >= MOST_FAULTS - 1

    @property
    def thread_id(self) -> int | None:
        """As the system counts threads; None before it was started."""
        return self._thread.native_id if self._thread else None

    @property
    def state(self) -> WorkerState:
        condition, doing, since, begun = self._doing
        if self._given_up:
            return self._not_working("given up", self._faulted, _GIVEN_UP)
        if self._faulted and self._workers.clock() - self._faulted[0] < SETTLED_S:
            return self._not_working("broken", self._faulted, _FAULT)
        if (trouble := self._trouble) is not None:
            return WorkerState(self.name, self.part, "broken", doing, trouble[1], trouble[0])
        if condition == "working" and self._hangs_after and self._workers.clock() - begun > self._hangs_after:
            return WorkerState(self.name, self.part, "broken", doing, since, _STANDS_STILL)
        return WorkerState(self.name, self.part, condition, doing, since)

    def _not_working(self, condition: Condition, faulted: tuple[float, float] | None, why: str) -> WorkerState:
        return WorkerState(self.name, self.part, condition, self._doing[1], faulted[1] if faulted else 0.0, why)

    # ------------------------------------------------------------------ its loop

    @property
    def stopping(self) -> bool:
        return self._stopping.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait so long, or until it is to end; whether it is."""
        return self._workers.wait(self._stopping, seconds)

    def idle(self) -> None:
        """There is nothing to do."""
        self._say("idle")

    def works_on(self, what: str = "") -> None:
        self._say("working", what)

    def waits_for(self, what: str) -> None:
        self._say("waiting", what)

    def troubled(self, why: str) -> None:
        """It goes on, but what it is for does not work: why, one sentence; empty once it does again."""
        if why != (self._trouble[0] if self._trouble else ""):
            self._trouble = (why, self._workers.now()) if why else None
            self._workers.changed()

    def _say(self, condition: Condition, what: str = "") -> None:
        self._doing = (condition, what, self._workers.now(), self._workers.clock())

    # ------------------------------------------------------------------ its thread

    def _begin(self) -> None:
        self.unstarted().start()

    def _main(self) -> None:
        while not self._stopping.is_set():
            try:
                self.begun += 1
                self._run(self)
            except BaseException as fault:  # noqa: BLE001 - whatever it is, it ends neither unseen nor for good
                pause = self._note(fault)
            else:
                self._over = True
                self._workers.forget(self)
                return
            if pause is None or self.wait(pause):
                return

    def _note(self, fault: BaseException) -> float | None:
        """Seconds until it is begun again; None where it is given up."""
        now = self._workers.clock()
        self._faults.append(now)
        recent = sum(now - each < WITHIN_S for each in self._faults)
        self._faulted = (now, self._workers.now())
        self._given_up = recent >= MOST_FAULTS
        pause = FIRST_PAUSE_S * 2 ** (recent - 1)
        contained("a worker", lambda: self._tell(fault, pause), None)
        if self._given_up and self._on_given_up:
            contained("a worker", self._on_given_up, None)
        return None if self._given_up else pause

    def _tell(self, fault: BaseException, pause: float) -> None:
        log_fault(f"the worker {self.name}", fault)
        if self._given_up:
            _log.error("the worker %s is given up after %d faults", self.name, len(self._faults))
        else:
            _log.warning("the worker %s is begun again in %.1f s (%s)", self.name, pause, type(fault).__name__)
        self._workers.changed()

    def revive(self) -> None:
        """Where its thread died in a way that nothing could contain, it is begun again; the registry calls this."""
        with self._lock:
            begun = self._thread is not None and self._thread.ident is not None
            if not begun or self.running or self._over or self._given_up or self.stopping:
                return
            if self._note(RuntimeError(f"the thread {self.name} is gone")) is not None:
                self._begin()


class Pulse:
    """What stands still after so many seconds without a beat, though its thread is no worker's: the table's loop."""

    def __init__(self, workers: Workers, name: str, part: str, standstill: float) -> None:
        self.name, self.part, self._standstill, self._workers = name, part, standstill, workers
        self._beat = (math.inf, 0.0)
        workers.add(self)

    def over(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """The same items; each is a beat. After the last, and where they are left, it is not shown any more."""
        try:
            for item in items:
                self._beat = (self._workers.clock(), self._workers.now())
                yield item
        finally:
            self._beat = (math.inf, self._workers.now())
            self._workers.forget(self)

    @property
    def state(self) -> WorkerState:
        beat, since = self._beat
        if self._workers.clock() - beat > self._standstill:
            return WorkerState(self.name, self.part, "broken", "", since, _STANDS_STILL)
        return WorkerState(self.name, self.part, "working", "", since)

    def revive(self) -> None:
        """Nothing here can begin it again."""


class Watched(Protocol):
    """What the registry looks after."""

    @property
    def state(self) -> WorkerState: ...
    def revive(self) -> None:
        """Begin again what died."""
        ...


class Workers:
    """All workers of a program. Looks after them while its `with` block runs.

    clock: steady, in seconds. now: seconds since 1970. wait: waits for an event so many seconds; whether it came.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
        wait: Callable[[threading.Event, float], bool] = threading.Event.wait,
        period: float = PERIOD_S,
    ) -> None:
        self.clock, self.now, self.wait, self._period = clock, now, wait, period
        self._lock = threading.Lock()
        self._workers: list[Watched] = []
        self._listeners: list[Callable[[tuple[WorkerState, ...]], None]] = []
        self._told: tuple[WorkerState, ...] = ()
        self._telling = threading.RLock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._watch, name="workers", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nobody is looked after any more. May be called twice."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join(PATIENCE_S)

    def thread(self, part: str) -> MakeThread:
        """Makes threads for those who know nothing of workers: contained, shown and begun again all the same.

        part: see `WorkerState`. What they call again after a fault goes on or returns.
        """

        def make(name: str, target: Callable[[], None]) -> threading.Thread:
            return Worker(self, name, part, lambda _: target()).unstarted()

        return make

    def add(self, worker: Watched) -> None:
        with self._lock:
            if worker not in self._workers:
                self._workers.append(worker)

    def forget(self, worker: Watched) -> None:
        """One that has ended for good is not shown any more."""
        with self._lock:
            if worker in self._workers:
                self._workers.remove(worker)

    def states(self) -> tuple[WorkerState, ...]:
        """How each of them is, in the order in which they were made."""
        with self._lock:
            workers = tuple(self._workers)
        return tuple(worker.state for worker in workers)

    def not_working(self) -> tuple[WorkerState, ...]:
        """Those that do not work, for whatever reason."""
        return tuple(state for state in self.states() if not state.works)

    def on_change(self, listener: Callable[[tuple[WorkerState, ...]], None]) -> None:
        """`listener` gets those that do not work, whenever these become others; in any thread."""
        self._listeners.append(listener)

    def report_to(self, say: Callable[[str], None]) -> None:
        """`say` gets a sentence for each that does not work any more, and for each that works again."""
        known = dict[str, WorkerState]()

        def report(states: tuple[WorkerState, ...]) -> None:
            broken = {state.name: state for state in states}
            for name, state in broken.items():
                if name not in known or known[name].sentence != state.sentence:
                    say(state.sentence)
            for name in known.keys() - broken.keys():
                say(Message("Working again: {part}.", part=known[name].part))
            known.clear()
            known.update(broken)

        self.on_change(report)

    def changed(self) -> None:
        """One of them is otherwise than before: tell it where that matters."""
        with self._telling:
            found = self.not_working()
            if found == self._told:
                return
            self._told = found
            for listener in tuple(self._listeners):
                contained("who shows the workers", partial(listener, found), None)

    def check(self) -> None:
        """One look at all; the registry's thread takes one a second."""
        with self._lock:
            workers = tuple(self._workers)
        for worker in workers:
            worker.revive()
        self.changed()

    def _watch(self) -> None:
        while not self._ended.wait(self._period):
            contained("the workers' registry", self.check, None)
