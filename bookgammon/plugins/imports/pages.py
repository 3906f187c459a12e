"""*Past matches, Bring in*: record files sent one by one, what became of each, and who is who.

Only a paired device brings in and says names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from flask import Flask, Response, jsonify, request

from arbiter.message import Message
from arbiter.position import by_side
from arbiter.records.formats import MOST_BYTES
from web.errors import BadEntryError
from web.guard import json_body, takes_pieces

ADDRESS = "/api/imports"


class BroughtMatch(Protocol):
    """One match of a file. known: it was there already."""

    @property
    def number(self) -> int: ...
    @property
    def names(self) -> tuple[str, str]: ...
    @property
    def known(self) -> bool: ...


class Brought(Protocol):
    """What became of one file. trouble: why nothing did."""

    @property
    def matches(self) -> tuple[BroughtMatch, ...]: ...
    @property
    def trouble(self) -> str: ...


class Imports(Protocol):
    """What the page needs behind it. Raises RequestError, one sentence, where something cannot be done."""

    def bring_in(self, content: bytes) -> Brought: ...
    def name(self, other: str, name: str) -> None:
        """From now on `other` is `name`."""
        ...


@dataclass(frozen=True, slots=True)
class _Page:
    imports: Imports

    def bring_in(self) -> Response:
        found = self.imports.bring_in(request.get_data(cache=False))
        matches = [{"id": each.number, "names": by_side(each.names), "known": each.known} for each in found.matches]
        return jsonify(matches=matches, trouble=found.trouble)

    def name(self) -> Response:
        body: dict[str, Any] = json_body()
        other, name = body.get("other"), body.get("name")
        if not isinstance(other, str) or not isinstance(name, str):
            raise BadEntryError(Message("Say which name is whose."))
        self.imports.name(other, name)
        return jsonify({})


def add_imports(app: Flask, imports: Imports) -> None:
    """Adds `/api/imports…`; *Past matches* offers them where they are there."""
    page = _Page(imports)
    app.add_url_rule(ADDRESS, "bring_in", page.bring_in, methods=["POST"])
    app.add_url_rule(f"{ADDRESS}/names", "name_elsewhere", page.name, methods=["POST"])
    takes_pieces(app, ADDRESS, "bring_in", MOST_BYTES)
