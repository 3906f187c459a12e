"""Work offered to a worker: a bounded queue, so that whoever offers a job never waits."""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from bookgammon.workers.worker import PATIENCE_S, Worker, Workers
from web.containment import contained

Job = TypeVar("Job")


class Jobs(Generic[Job]):
    """A bounded queue and a worker that does one job after another.

    do: does one, in the worker's thread. most: how many may wait. first: done before the first job, and again after a
    fault. failed: gets a job that was not done for a fault, or will not be; in the worker's thread.
    named: what the worker says that it works on. hangs_after: see `Worker`.
    """

    def __init__(
        self,
        workers: Workers,
        name: str,
        part: str,
        do: Callable[[Job], None],
        *,
        most: int,
        first: Callable[[], None] | None = None,
        failed: Callable[[Job], None] | None = None,
        named: Callable[[Job], str] = lambda _: "",
        hangs_after: float | None = None,
    ) -> None:
        self._do, self._first, self._failed, self._named = do, first, failed, named
        self._waiting: queue.Queue[Job | None] = queue.Queue(most)
        self.worker = Worker(workers, name, part, self._run, on_given_up=self._leave_all, hangs_after=hangs_after)

    def start(self) -> None:
        self.worker.start()

    def stop(self, patience: float = PATIENCE_S) -> None:
        """What waits is done first where that takes no longer than `patience` seconds."""
        if not self.worker.running:
            self.worker.stop(0.0)
            return
        try:
            self._waiting.put(None, timeout=patience)
            self.worker.join(patience)
        except queue.Full:  # what takes so long is not waited for
            pass
        self.worker.stop(0.0)

    def offer(self, job: Job) -> bool:
        """Have it done; False where too many wait, or the worker is given up. Never waits."""
        if self.worker.given_up:
            return False
        try:
            self._waiting.put_nowait(job)
        except queue.Full:
            return False
        return True

    def finish(self) -> None:
        """Wait until all that was offered is done, or will not be."""
        self._waiting.join()

    @property
    def waiting(self) -> int:
        """How many jobs nobody has begun."""
        return self._waiting.qsize()

    def _run(self, worker: Worker) -> None:
        if self._first:
            self._first()
        while True:
            worker.idle()
            job = self._waiting.get()
            if job is None:
                return
            worker.works_on(self._named(job))
            try:
                self._do(job)
            except BaseException:
                self._fail(job)
                raise
            finally:
                self._waiting.task_done()

    def _leave_all(self) -> None:
        """Nobody does these any more."""
        while True:
            try:
                job: Any = self._waiting.get_nowait()
            except queue.Empty:
                return
            if job is not None:
                self._fail(job)
            self._waiting.task_done()

    def _fail(self, job: Job) -> None:
        if self._failed:
            failed = self._failed
            contained("a job that failed", lambda: failed(job), None)
