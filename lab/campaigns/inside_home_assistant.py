"""Run by Home Assistant's own Python, never by ours: Home Assistant with its MQTT integration alone.

    PYTHON inside_home_assistant.py FOLDER

FOLDER: Home Assistant's configuration, made ready by whoever starts this. Prints a JSON line for every state of an
entity of ours, until it is ended. Its web interface is left out, which is a download of its own.
"""

import asyncio
import json
import sys

from homeassistant import bootstrap, runner
from homeassistant.const import EVENT_STATE_CHANGED
from homeassistant.helpers import entity_registry


async def main(folder):
    bootstrap.DEFAULT_INTEGRATIONS = set()
    bootstrap.CRITICAL_INTEGRATIONS = set()
    hass = await bootstrap.async_setup_hass(runner.RuntimeConfig(config_dir=folder, skip_pip=True))
    if hass is None:
        sys.exit("Home Assistant could not be set up.")

    def told(event):
        state, entity = event.data["new_state"], event.data["entity_id"]
        known = entity_registry.async_get(hass).async_get(entity)
        line = {"entity": entity, "platform": known and known.platform, "state": state and state.state}
        if state:
            line["name"] = state.attributes.get("friendly_name")
        print(json.dumps(line), flush=True)

    hass.bus.async_listen(EVENT_STATE_CHANGED, told)
    await hass.async_start()
    await asyncio.Event().wait()


asyncio.run(main(sys.argv[1]))
