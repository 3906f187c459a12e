"""The reference of all that the package `arbiter` offers, from its docstrings; `tools.build` writes docs/arbiter.md."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path

import arbiter

PATH = Path(__file__).parents[1] / "docs" / "arbiter.md"
_HEAD = """\
# Reference of the package `arbiter`

Built of its docstrings by `python -m tools.build`; [library.md](library.md) is the tutorial.
"""
_DESCRIBED_IN = ("arbiter.position", "arbiter.rules", "arbiter.rulebook")
_KINDS = ("Functions", "Classes", "Errors", "Values")


def page() -> str:
    """The whole page."""
    entries: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for name in sorted(arbiter.__all__, key=str.lower):
        thing = inspect.unwrap(getattr(arbiter, name))
        entries[_kind(thing)].append("\n\n".join(_entry(name, thing)))
    parts = [_HEAD.rstrip()]
    for kind in _KINDS:
        parts += [f"## {kind}", *entries[kind]]
    return "\n\n".join(parts) + "\n"


def _kind(thing: object) -> str:
    if inspect.isclass(thing):
        return "Errors" if issubclass(thing, Exception) else "Classes"
    return "Functions" if inspect.isfunction(thing) else "Values"


def _entry(name: str, thing: object) -> Iterator[str]:
    if inspect.isfunction(thing):
        yield f"### `{name}{_signature(thing)}`"
        yield _text(thing)
    elif inspect.isclass(thing):
        yield from _class(name, thing)
    else:
        yield f"### `{name}`"
        yield _described(name, thing)


def _class(name: str, kind: type) -> Iterator[str]:
    if issubclass(kind, Exception):
        yield f"### `{name}({kind.__mro__[1].__name__})`"
        yield _text(kind)
        return
    if issubclass(kind, Enum):
        yield f"### `{name}`: " + ", ".join(f"`{member.name}`" for member in kind)
        yield _text(kind)
    elif is_dataclass(kind):
        yield f"### `{name}`"
        yield _text(kind)
        yield "\n".join(f"- `{field.name}: {field.type}`" for field in fields(kind))
    else:
        yield f"### `{name}{_signature(kind.__init__)}`"
        yield "\n\n".join(filter(None, (_text(kind), inspect.getdoc(kind.__init__))))
    members = list(_members(kind))
    if members:
        yield "\n".join(members)


def _members(kind: type) -> Iterator[str]:
    """Public methods and properties of the class itself that have something to say."""
    for name, found in vars(kind).items():
        if name.startswith("_"):
            continue
        member = found.__func__ if isinstance(found, classmethod | staticmethod) else found
        text = " ".join((inspect.getdoc(member) or "").split())
        if isinstance(member, property | cached_property):
            yield f"- `{name}`" + (f": {text}" if text else "")
        elif inspect.isfunction(member):
            yield f"- `{name}{_signature(member)}`" + (f": {text}" if text else "")


def _signature(function: object) -> str:
    """Without `self`."""
    if not callable(function):
        raise TypeError(f"{function!r} has no signature")
    signature = inspect.signature(function)
    without = [parameter for parameter in signature.parameters.values() if parameter.name not in ("self", "cls")]
    text = str(signature.replace(parameters=without)).removesuffix(" -> 'None'")
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)


def _text(thing: object) -> str:
    text = inspect.getdoc(thing)
    if not text:
        raise ValueError(f"{thing!r} is public and has no docstring")
    return text


def _described(name: str, value: object) -> str:
    """The text below the value in its module."""
    for module in map(importlib.import_module, _DESCRIBED_IN):
        if getattr(module, name, None) is value:
            lines = inspect.getsource(module).splitlines()
            place = max(number for number, line in enumerate(lines) if line.startswith((f"{name} ", f"{name}:")))
            rest = "\n".join(lines[place:])
            if '\n"""' in rest:
                return rest.split('\n"""', 1)[1].split('"""', 1)[0]
            return inspect.getdoc(module) or ""
    raise ValueError(f"{name} is described nowhere")
