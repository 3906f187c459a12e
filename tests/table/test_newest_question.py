"""The newest question is answered beside the table: once, again where it failed, and none that is outdated."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

import pytest

from bookgammon.table import newest_question
from bookgammon.table.newest_question import NewestQuestion

PATIENCE_S = 60.0
"""For another thread, on however busy a machine."""


class _Answering(NewestQuestion[str]):
    """Notes what it is asked. fails: so many answers that do not succeed; held: waits for it before each answer."""

    def __init__(self, fails: int = 0) -> None:
        super().__init__("answering", "what answers")
        self.asked: queue.Queue[str] = queue.Queue()
        self.outdated: queue.Queue[bool] = queue.Queue()
        self.held = threading.Event()
        self.held.set()
        self.closed = threading.Event()
        self._fails = fails

    def answer(self, question: str, outdated: Callable[[], bool]) -> bool:
        self.asked.put(question)
        assert self.held.wait(PATIENCE_S)
        self.outdated.put(outdated())
        self._fails -= 1
        return self._fails < 0

    def failed(self, question: str, sentence: str) -> None:
        raise AssertionError(sentence)

    def close(self) -> None:
        self.closed.set()


def test_equal_question_is_asked_once_and_one_that_comes_back_again() -> None:
    with _Answering() as answering:
        for question in ("a", "b", "a"):
            answering.ask(question)
            assert answering.outdated.get(timeout=PATIENCE_S) is False
            answering.ask(question)
        answering.ask(None)
    assert answering.closed.wait(PATIENCE_S)
    assert [answering.asked.get_nowait() for _ in range(3)] == ["a", "b", "a"]
    assert answering.asked.empty()


def test_question_that_could_not_be_answered_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest_question, "RETRY_S", 0.001)
    with _Answering(fails=2) as answering:
        answering.ask("a")
        assert [answering.asked.get(timeout=PATIENCE_S) for _ in range(3)] == ["a"] * 3
    assert answering.closed.wait(PATIENCE_S)
    assert answering.asked.empty()


def test_answer_under_way_is_outdated_by_the_next_question() -> None:
    with _Answering() as answering:
        answering.held.clear()
        answering.ask("a")
        assert answering.asked.get(timeout=PATIENCE_S) == "a"
        answering.ask("b")
        answering.held.set()
        assert answering.outdated.get(timeout=PATIENCE_S) is True
        assert answering.asked.get(timeout=PATIENCE_S) == "b"
        assert answering.outdated.get(timeout=PATIENCE_S) is False
