"""What the voice has on every page and in its state (`tests.plugged`)."""

from __future__ import annotations

from bookgammon.plugins.voice.pages import add_spoken
from bookgammon.plugins.voice.spoken import spoken_in_state

PAGES = (add_spoken,)
IN_STATE = (spoken_in_state,)
