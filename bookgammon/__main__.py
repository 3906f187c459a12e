"""`python -m bookgammon`, and what the installed script `bookgammon` calls.

Signals are heard before anything large is loaded: whoever stops the program while it starts gets its exit code too.
"""

from __future__ import annotations

from typing import NoReturn

from bookgammon.terminal.stopping import code_when_stopped, leave, stop_politely


def program() -> NoReturn:
    """The program as a process of its own: runs the command and leaves."""
    try:
        stop_politely()
        from bookgammon.command_line import exit_code  # noqa: PLC0415 - takes its time, see above

        leave(exit_code())
    except KeyboardInterrupt:  # asked to stop before it began, or when it was about to leave anyway
        leave(code_when_stopped())


if __name__ == "__main__":
    program()
