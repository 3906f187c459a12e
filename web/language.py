"""The language of each viewer: as chosen on the page, else as the browser asks.

What the server has to say stays a `Message` until it leaves: in JSON, in a template and in an event stream, so that
two who look at one table at the same moment read the same in two languages.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from flask import Flask, has_request_context, request
from flask.json.provider import DefaultJSONProvider
from jinja2 import Environment, pass_context
from jinja2.runtime import Context

from arbiter.message import Message
from translation.catalogue import ENGLISH, Catalogue, catalogue, languages, name_of

COOKIE = "language"
"""The choice made on the page, a code such as "de"; the page's script writes it."""


def viewers_catalogue() -> Catalogue:
    """The catalogue for whoever asks now."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen not in languages():
        chosen = request.accept_languages.best_match(languages()) or ENGLISH
    return catalogue(chosen)


class _SaidByViewer(DefaultJSONProvider):
    """Says the messages in an answer in the language of whoever asked."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        return super().dumps(viewers_catalogue().translated(obj) if has_request_context() else obj, **kwargs)


def add_languages(app: Flask) -> None:
    """Makes the application's answers and templates speak the viewer's language."""
    app.json = _SaidByViewer(app)
    speak(app.jinja_env, viewers_catalogue)

    @app.context_processor
    def language() -> dict[str, Any]:
        here = viewers_catalogue()
        known = [[code, name_of(code)] for code in languages()]
        return {"language": here.language, "page_catalogue": {"languages": known, **here.page}}


def speak(templates: Environment, language: Callable[[], Catalogue]) -> None:
    """Makes templates say their sentences, and the messages that are put into them, in that language."""
    templates.add_extension("jinja2.ext.i18n")
    templates.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
        lambda text: language().gettext(text),
        lambda one, many, count: language().ngettext(one, many, count),
        newstyle=True,
    )
    for name in ("gettext", "ngettext"):
        looked_up = cast(Callable[..., str], templates.globals[name])
        templates.globals[name] = _with_values_said(looked_up, language)
    templates.policies["ext.i18n.trimmed"] = True
    templates.finalize = lambda value: language().say(value) if isinstance(value, Message) else value


def _with_values_said(looked_up: Callable[..., str], language: Callable[[], Catalogue]) -> Callable[..., str]:
    """A message that is put into a template's sentence is said in the same language as that."""

    @pass_context
    def said(context: Context, /, *texts: Any, **values: Any) -> str:
        here = language()
        values = {name: here.say(value) if isinstance(value, Message) else value for name, value in values.items()}
        return looked_up(context, *texts, **values)

    return said
