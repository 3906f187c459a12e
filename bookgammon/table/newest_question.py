"""A question that the state of the match asks, and a thread that answers it: always the newest one.

The table's thread only says what the question is now (`ask`); what takes its time happens beside it. Nothing is
remembered: whoever uses this makes the question anew from the state, so after a restart it is asked again.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, Self, TypeVar

from arbiter.message import Message
from bookgammon.workers.worker import Worker, Workers

RETRY_S = 3.0
"""Seconds after which a question that could not be answered is asked again."""
FAULT = Message("A fault of the program; it is tried again.")
GIVEN_UP = Message("Several faults of the program; it is tried again with the next question.")

Question = TypeVar("Question")
Outdated = Callable[[], bool]
"""Whether the question that is being answered is no longer the newest one; checked while an engine thinks."""


class NewestQuestion(ABC, Generic[Question]):
    """Answers while its `with` block runs. Questions that are equal are the same one.

    thread: the worker's name; part: what it is for, see `WorkerState`.
    """

    def __init__(self, thread: str, part: str, workers: Workers | None = None) -> None:
        self._changed = threading.Condition()
        self._newest: Question | None = None
        self._number = self._answered = 0
        """Of the newest question, and of the one last answered: one that comes back after another is asked again."""
        self._ending = False
        self._worker = Worker(workers or Workers(), thread, part, self._run, wake=self._end)

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.stop()

    def _end(self) -> None:
        with self._changed:
            self._ending = True
            self._changed.notify()

    def ask(self, question: Question | None) -> None:
        """What is to be answered from now on; None: nothing. Never waits."""
        with self._changed:
            if question != self._newest:
                self._newest, self._number = question, self._number + 1
                self._changed.notify()
                anew = self._worker.given_up and question is not None
            else:
                anew = False
        if anew:  # this one may well be answered
            self._worker.start()

    # -------------------------------------------------------------- its own thread

    @abstractmethod
    def answer(self, question: Question, outdated: Outdated) -> bool:
        """Whether nothing more is to be done about it. Where not, it is asked again some seconds later."""

    @abstractmethod
    def failed(self, question: Question, sentence: str) -> None:
        """A fault left it without an answer: said where people wait for one."""

    @abstractmethod
    def close(self) -> None:
        """Nothing is asked any more."""

    def _run(self, worker: Worker) -> None:
        while True:
            worker.idle()
            with self._changed:
                self._changed.wait_for(self._due)
                if self._ending or self._newest is None:
                    break
                question, number = self._newest, self._number

            def outdated(number: int = number) -> bool:
                return self._ending or self._number != number

            worker.works_on()
            try:
                done = self.answer(question, outdated)
            except BaseException:
                self.failed(question, GIVEN_UP if worker.on_last_fault else FAULT)
                raise
            if done:
                self._answered = number
            else:
                with self._changed:
                    self._changed.wait_for(outdated, RETRY_S)
        self.close()

    def _due(self) -> bool:
        return self._ending or (self._newest is not None and self._number != self._answered)
