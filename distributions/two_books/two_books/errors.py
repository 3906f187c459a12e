"""What the plugin refuses, each with one sentence for people.

TwoBooksError
  InvitationError  a code that is no invitation, or none that can be used
  LinkStoreError   the shared log cannot be kept or read
  TooMuchError     something said that is larger than what passes over the link
"""

from __future__ import annotations

from bookgammon.errors import CompanionError


class TwoBooksError(CompanionError):
    """Base of everything this plugin refuses; its text is one sentence for a person."""


class InvitationError(TwoBooksError):
    """The code is no invitation, or names what cannot be used."""


class LinkStoreError(TwoBooksError):
    """The shared log cannot be kept or read."""


class TooMuchError(TwoBooksError):
    """What is to pass over the link is no JSON, or larger than the link lets pass."""
