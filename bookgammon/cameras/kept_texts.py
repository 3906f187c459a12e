"""A file of the data folder that holds a text for each name: addresses with their logins, certificates of cameras."""

from __future__ import annotations

import json
from pathlib import Path

from arbiter.message import Message
from bookgammon.errors import SettingsError


def load_texts(path: Path, *, unreadable: Message, torn: Message) -> dict[str, str]:
    """The JSON object in `path`; empty where there is no such file.

    Raises SettingsError: `unreadable` (a pattern with {path} and {strerror}), or `torn` (with {path}) for anything but
    a JSON object.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(unreadable.filled(path=path, strerror=error.strerror)) from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(torn.filled(path=path)) from error
    if not isinstance(found, dict):
        raise SettingsError(torn.filled(path=path))
    return {str(name): str(text) for name, text in found.items()}
