"""The command line's words: help, and what is wrong with them, in the terminal's language."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from typing import NoReturn, Protocol

from arbiter.message import Message
from bookgammon.terminal.language import localized, show
from outside.sentences import plain

_OF_ARGPARSE = (
    Message("options"),
    Message("positional arguments"),
    Message("show this help message and exit"),
    Message("show program's version number and exit"),
)
"""What argparse says by itself in the help of every command."""
_WRONG_USAGE = (
    (r"the following arguments are required: (?P<names>.+)", Message("the following arguments are required: {names}")),
    (r"unrecognized arguments: (?P<words>.+)", Message("unrecognized arguments: {words}")),
    (r"expected (?:one|at least one) argument", Message("expected one argument")),
    (r"not allowed with argument (?P<other>.+)", Message("not allowed with argument {other}")),
    (r"invalid (?:int|float) value: (?P<value>.+)", Message("{value} is not a number")),
    (
        r"invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)",
        Message("invalid choice: {value} (choose from {choices})"),
    ),
)
"""What argparse says by itself of wrong words, and the same as our sentence."""


def _wrong_usage(said: str) -> str:
    """One of argparse's own sentences as a message; as it stands where it is none that we know."""
    for pattern, sentence in _WRONG_USAGE:
        if found := re.fullmatch(pattern, said):
            return sentence.filled(**found.groupdict())
    return said


class Writable(Protocol):
    """Where argparse prints."""

    def write(self, text: str, /) -> object: ...


class Parser(argparse.ArgumentParser):
    """Says in the terminal's language what is wrong with the words.

    Raises OutputError where help cannot be written, which argparse passes over.
    """

    def _print_message(self, message: str, file: Writable | None = None) -> None:
        if file is sys.stdout:
            show(message, end="")
        else:
            super()._print_message(plain(message), file)

    def error(self, message: str) -> NoReturn:
        """argparse formats its errors in English: what was raised still has its parts."""
        raised = sys.exc_info()[1]
        said = _wrong_usage(message)
        if isinstance(raised, argparse.ArgumentError):
            cause = raised.__context__
            ours = isinstance(cause, argparse.ArgumentTypeError) and cause.args
            said = cause.args[0] if ours and cause else _wrong_usage(raised.message)
            if raised.argument_name:
                said = Message("argument {name}: {fault}", name=raised.argument_name, fault=said)
        self.print_usage(sys.stderr)
        line = Message("{program}: error: {fault}", program=self.prog, fault=said)
        self.exit(2, f"{localized(line)}\n")


class HelpInLanguage(argparse.RawDescriptionHelpFormatter):
    """A command's help in the terminal's language."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage and localized(usage), actions, groups, prefix or localized(Message("usage: ")))

    def add_text(self, text: str | None) -> None:
        super().add_text(text and localized(text))

    def start_section(self, heading: str | None) -> None:
        super().start_section(heading and localized(heading))

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return action.help and localized(action.help)
