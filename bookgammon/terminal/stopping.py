"""How the program ends: asked to by a signal or by itself, within two seconds, with an exit code of its own.

Threads that read cameras sit in native code, which nothing can interrupt. Python's own end (finalisation) kills a
thread the moment it comes back from there, by an unwinding that C++ turns into an abort; so once everything has
been put away the process leaves without it. Streams and recordings are decoded in a process of their own, which ends
with ours (`outside.worker`); a webcam is read here.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from types import FrameType
from typing import NoReturn

LATEST_S = 1.0
"""So long may it take to put everything away after a signal; then the program leaves as it is."""


_code = 1
"""Of a program that was stopped by a signal."""


def expect_to_be_stopped() -> None:
    """From now on being stopped is how the command ends, and no failure, however long putting away takes."""
    global _code  # noqa: PLW0603 - a process has one end
    _code = 0


def run_until_stopped() -> int:
    """Does nothing until somebody ends the command; gives its exit code."""
    expect_to_be_stopped()
    try:
        while True:
            threading.Event().wait(1.0)  # without an end it could not be interrupted on every platform
    except KeyboardInterrupt:
        return 0


def code_when_stopped() -> int:
    """The exit code of a program that a signal has stopped."""
    return _code


def stop_politely() -> None:
    """Ctrl-C, a closed terminal and a service that is stopped end the program alike: everything is put away.

    The first signal interrupts whatever is going on; while things are being put away no other one disturbs that.
    Where native code holds the main thread, or putting away takes too long, a thread of its own ends the program:
    what is recorded is on the disk by then, as before any pulled plug.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        for name in names:
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        raise KeyboardInterrupt

    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
    wakes, woken = socket.socketpair()
    woken.setblocking(False)
    signal.set_wakeup_fd(woken.fileno(), warn_on_full_buffer=False)
    numbers = frozenset(getattr(signal, name) for name in names)
    # both sockets are handed over, so that they live as long as the thread
    threading.Thread(target=_leave_at_last, args=(wakes, woken, numbers), name="stop", daemon=True).start()
    for name in names:
        if signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:  # nohup's wish is respected
            signal.signal(getattr(signal, name), stop)


def leave(code: int) -> NoReturn:
    """End the process at once with this exit code; what was printed and logged is written out before."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # whoever read it may have gone, or closed it
            stream.flush()
    logging.shutdown()
    os._exit(code)


def _leave_at_last(wakes: socket.socket, woken: socket.socket, numbers: frozenset[int]) -> None:
    """wakes gets the number of each signal that comes, even while native code holds the main thread."""
    while wakes.recv(1)[0] not in numbers:
        pass
    time.sleep(LATEST_S)
    woken.close()
    leave(code_when_stopped())
