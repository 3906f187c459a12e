"""What makes Home Assistant show a table by itself: its MQTT discovery, one retained message an entity.

Source: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery (single component discovery payload).
"""

from __future__ import annotations

import json
from typing import Any

from bookgammon import __version__
from bookgammon.club.topics import AVAILABILITY, STATE, topic

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
