"""What the arbiter refuses.

    ArbiterError(ValueError)
      IllegalPosition   a position no set of checkers can form
      BadNotation       an XGID, ID or play text that cannot be read
      BadEvent          an event record that is torn or unknown
      BadCommand        what people enter, where it cannot be done now
      BadCase           a case for `plays` or `judge` with missing or senseless fields
"""

from __future__ import annotations


class ArbiterError(ValueError):
    """Base of everything the arbiter refuses; its text is one sentence for a person."""


class IllegalPosition(ArbiterError):
    """A position no set of checkers can form: too many checkers, or negative counts."""


class BadNotation(ArbiterError):
    """Text that should be an XGID, an ID or a play, and is not."""


class BadCase(ArbiterError):
    """A rules case (JSON) with missing or senseless fields."""
