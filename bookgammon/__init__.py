"""The composition: command line, table loop, journal, settings and the demo's recording."""

from __future__ import annotations


def __getattr__(name: str) -> str:
    """`__version__`, fetched when asked for: nothing is loaded before signals are heard (`bookgammon.__main__`)."""
    if name == "__version__":
        from arbiter import __version__  # noqa: PLC0415 - see above

        return __version__
    raise AttributeError(name)
