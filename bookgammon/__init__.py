"""The composition: command line, table loop, journal, settings and the demo's recording."""

from arbiter import __version__

__all__ = ["__version__"]
