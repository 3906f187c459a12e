"""The agreed rules as options of the command line, made from the fields of `Rules` and their docstring."""

from __future__ import annotations

import argparse
import dataclasses
import re
import types
import typing
from typing import Any, Literal

from arbiter.rules import Rules

_HELP = {
    name: " ".join(text.split())
    for name, text in re.findall(r"^ {4}(\w+): (.*?)$", Rules.__doc__ or "", re.MULTILINE)
}

_SHOWN = {"True": "on", "False": "off", "None": "as usual"}


def add_rules(parser: argparse.ArgumentParser) -> None:
    """One option for each rule, with its field's name; what is not given keeps the default."""
    group = parser.add_argument_group("rules agreed before the match (R numbers: see docs/rules)")
    hints = typing.get_type_hints(Rules)
    for field in dataclasses.fields(Rules):
        words = _HELP.get(field.name, field.name.replace("_", " ")).replace("%", "%%")
        default = _SHOWN.get(str(field.default), field.default)
        group.add_argument(
            "--" + field.name.replace("_", "-"),
            dest=field.name,
            default=argparse.SUPPRESS,
            help=f"{words.rstrip('.')} [{default}]",
            **_kind(hints[field.name]),
        )


def rules_from(args: argparse.Namespace) -> Rules:
    """The rules as given on the command line."""
    names = [field.name for field in dataclasses.fields(Rules)]
    return Rules(**{name: getattr(args, name) for name in names if hasattr(args, name)})


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
    value = int(text)
    if value < 0:
        raise ValueError(text)
    return value
