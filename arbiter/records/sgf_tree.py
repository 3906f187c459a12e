"""SGF text to nodes, one game at a time: the first line of play of each, with the properties that are asked for.

Reads in one pass without backtracking; what is held is one game's nodes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from arbiter.errors import NotationError
from arbiter.message import Message

Node = dict[str, list[str]]

MOST_NODES = 10_000
"""In one game. The longest games that people played have some hundred turns."""

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[([^\]\\]*)(\])?)")
"""A bracket, a name, or a value up to its end or its first backslash."""
_VALUE_STOP = re.compile(r"[\]\\]")
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_SMALL = re.compile("[a-z]+")
"""Letters of a property's name that older files write out: `White` is W."""


def games(text: str, wanted: Collection[str]) -> Iterator[list[Node]]:
    """The nodes of each game's first line of play, with the wanted properties.

    Raises NotationError, naming the character, for text that is no SGF, and for more than MOST_NODES.
    """
    line = _Line(wanted)
    text = text.removeprefix("\ufeff").rstrip()
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        sign = token[1] if token else None
        if line.depth == 0 and sign not in ("(", ")"):
            raise NotationError(
                Message("This is not an SGF file: it begins with {text}.", text=repr(text[at:at + 20].lstrip()))
            )
        if token is None:
            raise _unreadable(text, at)
        at = token.end()
        if sign == "(":
            line.open()
        elif sign == ")":
            nodes = line.close(at)
            if nodes is not None:
                yield nodes
        elif sign:
            line.node()
        elif token[2]:
            line.key = _SMALL.sub("", token[2]) or token[2]
        elif token[4]:
            line.value(token[3])
        else:
            at = _end_of_value(text, at)
            line.value(_ESCAPED.sub(_unescaped, text[token.start(3) : at - 1]))
    if line.depth:
        raise NotationError(Message("The SGF text ends in the middle of a game."))


class _Line:
    """The first line of play of the game being read: what stands in later branches is left out."""

    def __init__(self, wanted: Collection[str]) -> None:
        self.depth = 0
        self.key = ""
        self._wanted = wanted
        self._nodes: list[Node] = []
        self._left_out = 0  # the depth of the branch that is being passed over
        self._closed_at = 0  # the depth at which the first line has ended, if it has

    def open(self) -> None:
        self.depth += 1
        self._left_out = self._left_out or (self.depth if self._closed_at else 0)

    def close(self, at: int) -> list[Node] | None:
        """The nodes where the game ends here. at: where the text has got to."""
        self.depth -= 1
        if self.depth < 0:
            raise NotationError(Message("The SGF text closes a game it never began, at character {at}.", at=at))
        self._left_out = 0 if self._left_out > self.depth else self._left_out
        self._closed_at = self.depth
        if self.depth:
            return None
        nodes, self._nodes, self._closed_at = self._nodes, [], 0
        return nodes

    def node(self) -> None:
        self.key = ""
        if not self._left_out:
            self._nodes.append({})
        if len(self._nodes) > MOST_NODES:
            raise NotationError(Message("A game of the SGF text has more than {most} nodes.", most=MOST_NODES))

    def value(self, text: str) -> None:
        if self._left_out:
            return
        if not self._nodes:
            raise NotationError(Message("The SGF text has a property before the first node."))
        if not self.key:
            raise NotationError(Message("The SGF text has a value without a property."))
        if self.key in self._wanted:
            self._nodes[-1].setdefault(self.key, []).append(text)


def _unescaped(found: re.Match[str]) -> str:
    """A line's end behind a backslash is none of the text."""
    return "" if found[1][0] in "\r\n" else found[1]


def _end_of_value(text: str, at: int) -> int:
    """Behind the bracket that closes the value in which `at` lies."""
    begin = at
    while stop := _VALUE_STOP.search(text, at):
        if stop[0] == "]":
            return stop.end()
        at = stop.end() + 1
    raise _unreadable(text, begin)


def _unreadable(text: str, at: int) -> NotationError:
    found = text[at : at + 20]
    return NotationError(Message("The SGF text cannot be read at character {at}: {found!r}.", at=at + 1, found=found))
