"""What the club's part refuses.

BrokerSettingsError   an address, a name or a file of the broker that cannot be used
BadMessage            a message from the broker that is none of ours: torn, foreign, too large or of another version
"""

from __future__ import annotations

from bookgammon.errors import CompanionError


class BrokerSettingsError(CompanionError):
    """An address, a name or a file of the broker that cannot be used."""


class BadMessage(CompanionError):
    """A message from the broker that is none of ours."""
