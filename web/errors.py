"""What the page's server refuses.

    WebError(RuntimeError)
      PortInUse     another program listens there
      NoSuchHost    an address that is not this machine's, or a port that may not be opened
      NotKeptError  something that has to last cannot be kept
      NotReadError  something that was kept cannot be read at the moment
      RequestError  something that people ask for and that is not done
        BadEntryError     what was entered makes no sense
        NotNowError       it cannot be done as things stand
        BusyError         what was asked for before is not done yet
        BadPictureError   what was sent is no picture
        UnavailableError  what is needed for it cannot be read or written
        Refused           the page itself refuses it, with an HTTP status of its own

Whoever does what people ask for raises the kinds that say what is wrong; `web.guard` alone knows the status of each.
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


class RequestError(WebError):
    """Something that people ask for and that is not done."""


class BadEntryError(RequestError):
    """What was entered makes no sense."""


class NotNowError(RequestError):
    """It cannot be done as things stand."""


class BusyError(RequestError):
    """What was asked for before is not done yet."""


class BadPictureError(RequestError):
    """What was sent is no picture."""


class UnavailableError(RequestError):
    """What is needed for it cannot be read or written at the moment."""


class Refused(RequestError):
    """The page itself refuses a request. status: the HTTP status that goes with the sentence.

    asks: it is done where the same is said again as `confirmed`.
    """

    def __init__(self, status: int, message: str, *, asks: bool = False) -> None:
        super().__init__(message)
        self.status, self.asks = status, asks
