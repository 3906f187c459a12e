"""The topics, one set a table (README.md), and the messages by which Home Assistant shows a table by itself.

Source of these: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery (single component discovery payload).
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from bookgammon import __version__

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


PREFIX = "homeassistant"
"""Home Assistant's own default."""
EXPIRE_S = 15
"""Without a word for so long Home Assistant shows the table as unavailable, even where no last will reaches it."""

_SCORE = "{{ value_json.match.score.light }}-{{ value_json.match.score.dark }}"
_WARNING = "{{ 'ON' if value_json.warning and not value_json.warning.provisional else 'OFF' }}"
_TROUBLE = "{{ 'ON' if value_json.camera or value_json.doubt else 'OFF' }}"
_TURN = "{{ value_json.match.names[value_json.turn] if value_json.turn else 'nobody' }}"
_ENTITIES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("sensor", "score", {"name": "Score", "icon": "mdi:scoreboard", "value_template": _SCORE}),
    ("sensor", "cube", {"name": "Cube", "icon": "mdi:dice-d6", "value_template": "{{ value_json.cube.value }}"}),
    ("sensor", "turn", {"name": "Turn", "icon": "mdi:account", "value_template": _TURN}),
    ("binary_sensor", "warning", {"name": "Illegal play", "device_class": "problem", "value_template": _WARNING}),
    ("binary_sensor", "trouble", {"name": "Needs a look", "device_class": "problem", "value_template": _TROUBLE}),
)


def discovery(table_id: str, name: str) -> list[tuple[str, bytes]]:
    """(topic, payload) of every entity of a table; to be published retained."""
    made = []
    for component, entity, settings in _ENTITIES:
        config = {
            **settings,
            "unique_id": f"bookgammon_{table_id}_{entity}",
            "state_topic": topic(table_id, STATE),
            "availability_topic": topic(table_id, AVAILABILITY),
            "expire_after": EXPIRE_S,
            "device": {
                "identifiers": [f"bookgammon_{table_id}"],
                "name": name,
                "manufacturer": "Bookgammon",
                "model": "Backgammon table",
                "sw_version": __version__,
            },
            "origin": {"name": "Bookgammon", "sw_version": __version__},
        }
        if entity == "score":
            config["json_attributes_topic"] = topic(table_id, STATE)
            config["json_attributes_template"] = "{{ value_json.match | tojson }}"
        made.append((f"{PREFIX}/{component}/bookgammon_{table_id}/{entity}/config", json.dumps(config).encode()))
    return made
