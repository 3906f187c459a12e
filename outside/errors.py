"""What is refused of what comes from outside.

OutsideError
  TooLargeError  a file has more bytes than anybody needs
  OverrunError   what was to be read asked for more memory or time than it may have, or broke whoever read it
"""

from __future__ import annotations


class OutsideError(Exception):
    """Base of what is refused of what comes from outside; its text is one sentence for a person."""


class TooLargeError(OutsideError, ValueError):
    """A file has more bytes than its kind may have: for whoever reads it, one more way in which it makes no sense."""


class OverrunError(OutsideError):
    """The process that was to read it was ended: too much memory, too much time, or a fault in a library."""
