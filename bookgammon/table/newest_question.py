"""A question that the state of the match asks, and a thread that answers it: always the newest one.

The table's thread only says what the question is now (`ask`); what takes its time happens beside it. Nothing is
remembered: whoever uses this makes the question anew from the state, so after a restart it is asked again.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Generic, Self, TypeVar

from web.containment import contained

RETRY_S = 3.0
"""Seconds after which a question that could not be answered is asked again."""
_PATIENCE_S = 2.0
"""For an answer that is under way when the program ends."""

Question = TypeVar("Question")
Outdated = Callable[[], bool]
"""Whether the question that is being answered is no longer the newest one; checked while an engine thinks."""


class NewestQuestion(ABC, Generic[Question]):
    """Answers while its `with` block runs. Questions that are equal are the same one."""

    def __init__(self, thread: str) -> None:
        self._changed = threading.Condition()
        self._newest: Question | None = None
        self._number = self._answered = 0
        """Of the newest question, and of the one last answered: one that comes back after another is asked again."""
        self._ending = False
        self._thread = threading.Thread(target=self._run, name=thread, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._ending = True
            self._changed.notify()
        self._thread.join(_PATIENCE_S)

    def ask(self, question: Question | None) -> None:
        """What is to be answered from now on; None: nothing. Never waits."""
        with self._changed:
            if question != self._newest:
                self._newest, self._number = question, self._number + 1
                self._changed.notify()

    # -------------------------------------------------------------- its own thread

    @abstractmethod
    def answer(self, question: Question, outdated: Outdated) -> bool:
        """Whether nothing more is to be done about it. Where not, it is asked again some seconds later."""

    @abstractmethod
    def close(self) -> None:
        """Nothing is asked any more."""

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(self._due)
                if self._ending or self._newest is None:
                    break
                question, number = self._newest, self._number

            def outdated(number: int = number) -> bool:
                return self._ending or self._number != number

            if contained(self._thread.name, partial(self.answer, question, outdated), False):
                self._answered = number
            else:
                with self._changed:
                    self._changed.wait_for(outdated, RETRY_S)
        self.close()

    def _due(self) -> bool:
        return self._ending or (self._newest is not None and self._number != self._answered)
