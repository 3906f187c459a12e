"""What people enter on the page, on its way to the table's thread and back.

The page's threads hand a command in and wait; the table takes it between two frames, keeps what follows from it
and answers. So a command is one more input beside the camera, in one order with it. When it was handed in is kept, so
that a tap on the clock does not cost whoever tapped what the table was busy with.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from concurrent.futures import Future

from arbiter.match.commands import Command, CommandError, ProgramWord
from arbiter.message import Message

MOST_WAITING = 16
PATIENCE = 6.0
"""Seconds the page waits for the table."""

OUTCOME_S = 60.0
"""Seconds it waits for what comes of a command that the table has begun."""
_UNKNOWN = Message("It is not known yet whether that was done: look at the board before you enter it again.")
_BUSY = Message("The table does not answer just now; try again in a moment.")


class CommandQueue:
    """A bounded line of commands. `submit` may be called from any thread, `run_waiting` from the table's alone."""

    def __init__(self, patience: float = PATIENCE, steady: Callable[[], float] = time.monotonic) -> None:
        self._line: queue.Queue[tuple[Command | ProgramWord, float, Future[None]]] = queue.Queue(MOST_WAITING)
        self._patience, self._steady = patience, steady

    def submit(self, command: Command | ProgramWord) -> None:
        """Returns once the table has kept what follows. Raises CommandError where it refuses or does not answer."""
        answer: Future[None] = Future()
        try:
            self._line.put_nowait((command, self._steady(), answer))
            answer.result(self._patience)
        except queue.Full as error:
            raise CommandError(_BUSY) from error
        except TimeoutError as error:
            if answer.cancel():  # whoever was answered that it failed must not see it happen later
                raise CommandError(_BUSY) from error
            self._outcome(answer)

    def _outcome(self, answer: Future[None]) -> None:
        """Of a command that is being done: whatever comes of it is the answer."""
        try:
            answer.result(OUTCOME_S)
        except TimeoutError as error:
            raise CommandError(_UNKNOWN) from error

    def run_waiting(self, handle: Callable[[Command | ProgramWord, float], None]) -> None:
        """Handles all that wait, in the order they came. What `handle` refuses is the answer to who asked.

        `handle` is given the command and when it was handed in, in seconds of the steady clock.
        """
        while True:
            try:
                command, entered, answer = self._line.get_nowait()
            except queue.Empty:
                return
            if not answer.set_running_or_notify_cancel():
                continue
            try:
                handle(command, entered)
            except CommandError as refusal:
                answer.set_exception(refusal)
            except BaseException:  # it may have been kept before the table broke: nobody is told that it was not done
                answer.set_exception(CommandError(_UNKNOWN))
                raise
            else:
                answer.set_result(None)
