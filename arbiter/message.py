"""Sentences for people that can be said in another language later: the English text, its pattern and its values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import Self


class Message(str):
    """An English sentence that remembers how it was made.

    It is a string like any other: it is compared, printed, logged and kept as English. Whoever shows it to somebody
    with another language looks `pattern` up in that language's catalogue and fills in `values`, which may be messages
    themselves. Patterns have named fields as `str.format` knows them, and are written as plain literals where the
    message is made, so that `tools.catalogues` finds them.

    >>> Message("{who} to roll", who="Ada")
    'Ada to roll'
    >>> Message.counted("One point.", "{count} points.", 3)
    '3 points.'
    """

    pattern: str
    plural: str | None
    """The pattern for another number than one; None where nothing is counted."""
    values: Mapping[str, object]

    __slots__ = ("pattern", "plural", "values")

    def __new__(cls, pattern: str, /, **values: object) -> Self:
        return cls._made(pattern, None, pattern, values)

    @classmethod
    def counted(cls, one: str, many: str, count: int, /, **values: object) -> Self:
        """The message for `count` things, which its patterns may name as {count}."""
        return cls._made(one, many, one if count == 1 else many, {"count": count, **values})

    def filled(self, /, **values: object) -> Self:
        """The same sentence with other values: for a pattern that is kept without them."""
        return type(self)(self.pattern, **values)

    @classmethod
    def joined(cls, between: str, parts: Iterable[str]) -> Self:
        """Several texts as one, messages among them; `between` is the same in every language."""
        values: dict[str, object] = {f"part{place}": part for place, part in enumerate(parts)}
        pattern = between.join(f"{{{name}}}" for name in values)
        return cls._made(pattern, None, pattern, values)

    @classmethod
    def from_parts(cls, pattern: str, plural: str | None, values: Mapping[str, object]) -> Self:
        """The message that has this `pattern`, `plural` and `values`: for what was kept in a file.

        Raises ValueError for a pattern that names anything but these values, or a plural without its count.
        """
        for text in (pattern, plural or ""):
            for _, name, form, conversion in Formatter().parse(text):
                if name is not None and (name not in values or not name.isidentifier() or form or conversion):
                    raise ValueError(f"no pattern of ours: {text!r}")
        if plural is not None and type(values.get("count")) is not int:
            raise ValueError("a plural needs its count")
        return cls._made(pattern, plural, pattern if plural is None or values["count"] == 1 else plural, values)

    @classmethod
    def _made(cls, pattern: str, plural: str | None, chosen: str, values: Mapping[str, object]) -> Self:
        self = super().__new__(cls, chosen.format_map(values) if values else chosen)
        self.pattern, self.plural, self.values = pattern, plural, values
        return self

    @property
    def number(self) -> int:
        """How many things a counted message counts; 1 where nothing is counted."""
        number = self.values.get("count", 1)
        return number if isinstance(number, int) else 1

    def __str__(self) -> str:
        """Itself, so that the text of an error whose argument is a message is that message still."""
        return self


def all_of(items: Iterable[object]) -> str | Message:
    """`6`, `6 and 8`, `6, 8 and 13`."""
    *others, last = map(_plain, items)
    return Message("{others} and {last}", others=_listed(others), last=last) if others else last


def any_of(items: Iterable[object]) -> str | Message:
    """`6`, `6 or 8`, `6, 8 or 13`."""
    *others, last = map(_plain, items)
    return Message("{others} or {last}", others=_listed(others), last=last) if others else last


def _listed(items: Sequence[str]) -> str:
    """`6, 8`; what can be said in another language stays so."""
    return Message.joined(", ", items) if any(isinstance(item, Message) for item in items) else ", ".join(items)


def _plain(item: object) -> str:
    return item if isinstance(item, str) else str(item)


NAMELESS = ("Light", "Dark")
"""As whom the record knows players, (light, dark), who gave no name."""
_UNNAMED = dict(zip(NAMELESS, (Message("Light"), Message("Dark")), strict=True))


def shown_names(names: tuple[str, str]) -> tuple[str, str]:
    """The players' names; who has given none is called by the colour of their checkers, in any language."""
    return _UNNAMED.get(names[0], names[0]), _UNNAMED.get(names[1], names[1])


def side_name(side: str) -> Message:
    """`Light` or `Dark`, as the beginning of a sentence."""
    return _UNNAMED[side.capitalize()]


_SIDES = {"light": Message("light"), "dark": Message("dark")}


def side_word(side: str) -> Message:
    """`light` or `dark`, within a sentence."""
    return _SIDES[side]
