"""The catalogue of one language: says messages, by the file that `tools.catalogues` compiled."""

from __future__ import annotations

import gettext
import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from arbiter.message import Message

DOMAIN = "bookgammon"
ENGLISH = "en"
"""The language of the source: what has no catalogue, and no entry in one, is said in it."""
FOLDER = Path(__file__).parent / "locale"
Sentences = Mapping[str, str | Sequence[str]]
"""English patterns with their text in another language; a counted one, by its singular, with its plural forms."""
_COUNTS = 200
"""How a language counts follows from the last two digits; a table of so many numbers holds every rule."""


class Catalogue:
    """The sentences of one language. language: a code as in BCP 47, such as "de"."""

    def __init__(self, language: str, found: gettext.NullTranslations, page: Mapping[str, Any]) -> None:
        self.language = language
        self.gettext = found.gettext
        self.ngettext = found.ngettext
        self.page = page
        """What the page's scripts need: {"messages": {pattern: text or [one, many...]}, "counts": which of many}."""

    def say(self, text: str) -> str:
        """A message in this language, with its values; any other text is looked up as it stands."""
        if not isinstance(text, Message):
            return self.gettext(text) if text else text
        if text.plural is None:
            pattern = self.gettext(text.pattern) if text.pattern else text.pattern
        else:
            pattern = self.ngettext(text.pattern, text.plural, text.number)
        if not text.values:
            return pattern
        return pattern.format_map({name: self._value(value) for name, value in text.values.items()})

    def _value(self, value: object) -> object:
        if isinstance(value, Exception):
            value = str(value)
        return self.say(value) if isinstance(value, Message) else value

    def translated(self, data: Any, say: Callable[[Message], str] | None = None) -> Any:
        """A tree of lists and dicts as JSON has them, with each message in it said in this language.

        Texts that are no messages are somebody's own (a name, a file) and stay as they are. say: instead of `say`.
        """
        if isinstance(data, Message):
            return (say or self.say)(data)
        if isinstance(data, Mapping):
            return {key: self.translated(value, say) for key, value in data.items()}
        if isinstance(data, (list, tuple)):
            return [self.translated(value, say) for value in data]
        return data


_brought: list[Callable[[str], Sentences]] = []
"""Who has further sentences: asked for a language when its catalogue is made."""


def bring_sentences(source: Callable[[str], Sentences]) -> None:
    """Further sentences, of those who speak for themselves. source: is given a language's code."""
    _brought.append(source)
    catalogue.cache_clear()


class _Brought(gettext.NullTranslations):
    """Asked where the program's own catalogue has no such sentence. which: the plural form for a number."""

    def __init__(self, said: Sentences, which: Callable[[int], int]) -> None:
        super().__init__()
        self._said, self._which = said, which

    def gettext(self, message: str) -> str:
        found = self._said.get(message)
        return found if isinstance(found, str) else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._said.get(msgid1)
        which = self._which(n)
        if forms is None or isinstance(forms, str) or which >= len(forms):
            return msgid1 if n == 1 else msgid2
        return forms[which]


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages that there is a catalogue for, English first."""
    return (ENGLISH, *sorted(path.parts[-3] for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of `languages()`; English for any other code."""
    if language not in languages() or language == ENGLISH:
        return Catalogue(ENGLISH, gettext.NullTranslations(), {"messages": {}, "counts": []})
    found = gettext.translation(DOMAIN, FOLDER, [language])
    messages = json.loads((FOLDER / language / "LC_MESSAGES" / "page.json").read_text(encoding="utf-8"))
    which = _which_form(found)
    further: dict[str, str | Sequence[str]] = {}
    for source in _brought:
        further |= source(language)
    if further:
        found.add_fallback(_Brought(further, lambda count: which[count % _COUNTS]))
        messages = {**further, **messages}
    return Catalogue(language, found, {"messages": messages, "counts": which})


def _which_form(found: gettext.GNUTranslations) -> list[int]:
    """Which of its plural forms a language takes for 0, 1, 2, and so on."""
    plural: Any = getattr(found, "plural")  # noqa: B009 - set by gettext from the catalogue's header, absent from its types
    return [int(plural(count)) for count in range(_COUNTS)]


def name_of(language: str) -> str:
    """What the language calls itself, as a menu should name it."""
    # for translators: the name of your language in your language
    return catalogue(language).gettext("English")
