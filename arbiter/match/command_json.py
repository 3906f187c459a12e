"""Commands as JSON objects: what the page sends when somebody touches it.

{"command": "correct_dice", "dice": [6, 3], "player": "dark"}: the class's name with underscores, and its fields.
"""

from __future__ import annotations

import re
import typing
from typing import Any

from arbiter.match.commands import Command, CommandError
from arbiter.match.json_values import EventError, Read, fields_of, reader_of
from arbiter.message import Message

LONGEST_TEXT = 60
"""Characters of a name; what is longer is not one that a person typed."""
MOST_PLAYERS = 12


def command_name(kind: type[Any]) -> str:
    """`CorrectDice` as `correct_dice`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


_WRITTEN = ("name", "names", "rolls", "takers")

COMMANDS: dict[str, type[Any]] = {command_name(kind): kind for kind in typing.get_args(Command)}
_READERS: dict[str, dict[str, Read]] = {
    name: {field: reader_of(hint) for field, hint in fields_of(kind).items()} for name, kind in COMMANDS.items()
}


def command_from_json(data: object) -> Command:
    """The command that a JSON object names. Unknown keys are ignored, absent ones take their defaults.

    Raises CommandError, one sentence, where there is no such command or a field is missing or of the wrong kind.
    """
    name = data.get("command") if isinstance(data, dict) else None
    kind = COMMANDS.get(name) if isinstance(name, str) else None
    if kind is None or not isinstance(data, dict):
        raise CommandError(Message("There is no such command."))
    values = {}
    try:
        for field, read in _READERS[str(name)].items():
            if field in data:
                value = read(data[field], field)
                values[field] = _bounded(value) if field in _WRITTEN else value
        command: Command = kind(**values)
    except EventError as error:
        raise CommandError(Message("This {name} is not understood.", name=name)) from error
    except TypeError as error:
        raise CommandError(Message("{name} lacks a field.", name=name)) from error
    return command


def _bounded(value: Any) -> Any:
    """Names as people write them: on one line, not empty, not endless; and no more of them than sit in a room."""
    if isinstance(value, tuple):
        if len(value) > MOST_PLAYERS:
            raise CommandError(Message("That is more than {most}.", most=MOST_PLAYERS))
        return tuple(map(_bounded, value))
    if not isinstance(value, str):
        return value
    if not 0 < len(value) <= LONGEST_TEXT:
        raise CommandError(Message("A name has 1 to {longest} letters.", longest=LONGEST_TEXT))
    return value
