"""The agreed rules as options of the command line, made from the fields of `Rules`."""

from __future__ import annotations

import argparse
import dataclasses
import re
import types
import typing
from typing import Any, Literal

from arbiter.message import Message
from arbiter.rules import Rules

_SHOWN = {"True": "on", "False": "off", "None": Message("as usual")}


def add_rules(parser: argparse.ArgumentParser, rules: type[Rules] = Rules) -> None:
    """One option for each rule, with its field's name; what is not given keeps the default."""
    group = parser.add_argument_group(Message("rules agreed before the match (R numbers: docs/rules.md)"))
    hints = typing.get_type_hints(rules)
    for field in dataclasses.fields(rules):
        default = _SHOWN.get(str(field.default), str(field.default))
        group.add_argument(
            "--" + field.name.replace("_", "-"),
            dest=field.name,
            default=argparse.SUPPRESS,
            help=Message.joined("", (field.metadata["help"], " [", default, "]")),
            **_kind(hints[field.name]),
        )


def rules_from(args: argparse.Namespace, rules: type[Rules] = Rules) -> Rules:
    """The rules as given on the command line."""
    names = [field.name for field in dataclasses.fields(rules)]
    return rules(**{name: getattr(args, name) for name in names if hasattr(args, name)})


def _kind(hint: Any) -> dict[str, Any]:
    """argparse's words for a field's type."""
    if typing.get_origin(hint) is Literal:
        choices = typing.get_args(hint)
        return {"choices": choices, "type": type(choices[0])}
    if hint is int:
        return {"type": _count, "metavar": "N"}
    if hint is bool or (isinstance(hint, types.UnionType) and bool in typing.get_args(hint)):
        return {"action": argparse.BooleanOptionalAction}
    raise TypeError(f"Rules has a field of a type that no option is known for: {hint}")


def _count(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text.strip()):
        raise argparse.ArgumentTypeError(Message("{text!r} is not a whole number, 0 or more", text=text))
    return int(text)
