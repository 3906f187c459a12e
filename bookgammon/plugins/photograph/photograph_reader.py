"""A stranger's photograph, decoded and read in a process of its own: what stands on the board that it shows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from arbiter.message import Message
from outside.confined import PATIENCE, Confined
from outside.errors import OverrunError
from outside.files import MIB
from outside.sentences import from_json

_WORK = "bookgammon.plugins.photograph.reading:answer"
MEMORY, MOST_OF_AN_ANSWER = 1536 * MIB, MIB
SECONDS = 30.0
"""Of a processor, for one photograph; most take three."""


@dataclass(frozen=True, slots=True)
class ReadPhotograph:
    """What a photograph shows, as JSON for the page, or why nothing: trouble, one sentence."""

    found: dict[str, Any]
    trouble: str = ""


class PhotographReader:
    """Reads photographs, one after the other, from any thread. background: beside a match, which goes first."""

    def __init__(self, *, background: bool) -> None:
        self._confined = Confined(
            _WORK,
            memory=MEMORY,
            seconds=SECONDS if background else PATIENCE * SECONDS,
            most=MOST_OF_AN_ANSWER,
            background=background,
        )

    def read(self, content: bytes) -> ReadPhotograph:
        """The process and its memory go when it has answered: nobody takes photographs all evening."""
        try:
            found = json.loads(bytes(self._confined.ask(content)))
        except OverrunError as error:
            return ReadPhotograph({}, Message("The photograph cannot be read: {error}.", error=error))
        finally:
            self._confined.close()
        return ReadPhotograph(found, from_json(found["trouble"]) if "trouble" in found else "")

    def close(self) -> None:
        """End the process."""
        self._confined.close()
