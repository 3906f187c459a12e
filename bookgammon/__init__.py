"""The composition: command line, table loop, journal, settings and the demo's recording."""

__version__ = "0.1.0"
