"""What the arbiter refuses.

    ArbiterError(ValueError)
      IllegalPositionError  a position no set of checkers can form
      NotationError         an XGID, ID or play text that cannot be read
      EventError            an event record that is torn or unknown
      CommandError          what people enter, where it cannot be done now
      GameError             what a `Game` cannot do now
      CaseError             a case for `plays` or `judge` with missing or senseless fields
"""

from __future__ import annotations


class ArbiterError(ValueError):
    """Base of everything the arbiter refuses; its text is one sentence for a person."""


class IllegalPositionError(ArbiterError):
    """A position no set of checkers can form: too many checkers, or negative counts."""


class NotationError(ArbiterError):
    """Text that should be an XGID, an ID or a play, and is not."""


class GameError(ArbiterError):
    """What a `Game` cannot do now, or an argument that is none."""


class CaseError(ArbiterError):
    """A rules case (JSON) with missing or senseless fields."""
