"""The topics, one set a table (docs/mqtt.md), and who may be meant by one."""

from __future__ import annotations

import re
import unicodedata

BASE = "bookgammon"
STATE, EVENT, AVAILABILITY, RESULT, PICTURE, GET = "state", "event", "availability", "result", "picture", "get"
ONLINE, OFFLINE = "online", "offline"
EVERY_TABLE = "+"
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_MATCH = re.compile(r"[0-9]{1,9}-[0-9]{8}T[0-9]{6}Z")


def table_id(name: str) -> str:
    """A table's name as part of a topic: "Table 7" is table-7. Empty where nothing of it can be."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].rstrip("-")


def topic(table: str, *parts: str) -> str:
    """The topic of a table's `parts`; `table` may be EVERY_TABLE in a subscription."""
    return "/".join((BASE, table, *parts))


def split_topic(text: str) -> tuple[str, tuple[str, ...]] | None:
    """(table's id, the rest) of one of our topics; None for any other."""
    base, *rest = text.split("/")
    if base != BASE or len(rest) < 2 or not _ID.fullmatch(rest[0]):
        return None
    return rest[0], tuple(rest[1:])


def is_match_key(text: str) -> bool:
    """Whether this can be the key of a match: its number in the table's journal and when it began."""
    return bool(_MATCH.fullmatch(text))


def match_key(number: int, started: str) -> str:
    """started: ISO 8601 with a zone, as the journal has it. "12-20261122T183000Z"."""
    plain = re.sub(r"[^0-9T]", "", started.partition("+")[0].partition(".")[0])
    return f"{number}-{plain[:15]}Z"
