"""What the page's server refuses.

    WebError(RuntimeError)
      PortInUse     another program listens there
      NoSuchHost    an address that is not this machine's, or a port that may not be opened
      NotKeptError  something that has to last cannot be kept
      NotReadError  something that was kept cannot be read at the moment
      Refused       a request that is not answered: who asks may not, or what is asked makes no sense
"""

from __future__ import annotations


class WebError(RuntimeError):
    """Base of what goes wrong with the page; its text is one sentence for a person."""


class PortInUse(WebError):
    """Another program listens on that port."""


class NoSuchHost(WebError):
    """The page cannot listen at that address."""


class NotKeptError(WebError):
    """Something that has to last cannot be kept at the moment."""


class NotReadError(WebError):
    """Something that was kept cannot be read at the moment."""


class Refused(WebError):
    """A request that is refused. status: the HTTP status that goes with the sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
