"""The one program, `bookgammon`: parses the command line, runs the command, reports errors in a sentence.

`bookgammon/__main__.py` starts it.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import threading
import traceback
from collections.abc import Sequence
from types import TracebackType

from arbiter.errors import ArbiterError
from arbiter.message import Message
from bookgammon import __version__
from bookgammon.commands import Command, load, summaries
from bookgammon.errors import CompanionError
from bookgammon.plugin_manager import leave_out
from bookgammon.terminal.answers import say
from bookgammon.terminal.language import choose_language, localized, show
from bookgammon.terminal.libraries import explain_import, quiet_opencv
from bookgammon.terminal.parsing import HelpInLanguage, Parser
from bookgammon.terminal.stopping import code_when_stopped, stop_politely
from calibration.errors import CalibrationError
from firmware_bridge.errors import BridgeError
from translation.catalogue import languages
from vision.errors import VisionError
from web.errors import WebError

_COMMANDS, _EXAMPLE = Message("commands:"), Message("example:")
START = (
    Message("Bookgammon watches your backgammon board with a camera, keeps the score and points out illegal plays."),
    "",
    Message("  bookgammon demo      see it at work: a recorded game, no camera needed"),
    Message("  bookgammon play      play: the first time it leads through set-up, in the browser"),
    Message("  bookgammon history   look at past matches"),
    Message("  bookgammon doctor    look what works on this machine, and what to do about what does not"),
    "",
    Message('bookgammon --help lists all commands. The guide stands behind the "?" of every page.'),
)
"""What the program says when it is called alone."""
OUR_ERRORS = (ArbiterError, BridgeError, CalibrationError, CompanionError, VisionError, WebError)


def exit_code() -> int:
    """Of the program as a process of its own, which hears signals already."""
    _report_crashes()
    try:
        return main(sys.argv[1:])
    except SystemExit as leaving:  # argparse's own
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except Exception as error:  # noqa: BLE001 - what nobody foresaw ends in a sentence too
        report_crash(type(error), error, error.__traceback__)
        return 1


def main(argv: Sequence[str] | None = None) -> int:
    """Exit code: 0; 1 where input was bad or something failed; 2 for wrong usage (argparse's own).

    argv: the words after the program's name; None: this process's own, whose signals and crashes are minded too.
    """
    quiet_opencv()
    if argv is None:
        _report_crashes()
        stop_politely()
    words = sys.argv[1:] if argv is None else argv
    try:
        if not words:
            show("\n".join(map(localized, START)))
            return 0
        choose_language(words)
        leave_out(_left_out(words))
        chosen = program_parser().parse_args(words)
        command = load(chosen.command)
        return command.run(command_parser(chosen.command, command).parse_args(chosen.words))
    except OUR_ERRORS as error:
        say(str(error))
    except ImportError as error:
        say(explain_import(error))
    except BrokenPipeError:
        # whoever read our answers has gone; the interpreter's last flush must not stumble over it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        say(Message("Stopped."))
        return code_when_stopped()
    return 1


def _left_out(words: Sequence[str]) -> tuple[str, ...]:
    """What `--without` names before the command: plugins have commands, so it is read before these are known."""
    found, rest = list[str](), list(words)
    while rest and rest[0].startswith("-"):
        word = rest.pop(0)
        name, _, value = word.partition("=")
        if name in ("--language", "--without") and not value and rest:
            value = rest.pop(0)
        if name == "--without":
            found.append(value)
    return tuple(found)


def _report_crashes() -> None:
    sys.excepthook = report_crash
    threading.excepthook = report_thread_crash


def report_crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What nobody foresaw: one sentence too, and the details in a file for whoever mends it."""
    with tempfile.NamedTemporaryFile("w", prefix="bookgammon-", suffix=".txt", delete=False) as file:
        traceback.print_exception(kind, error, trace, file=file)
    log = logging.getLogger("bookgammon")
    log.addHandler(logging.NullHandler())  # without a log file the terminal gets the sentence alone
    log.critical("a fault", exc_info=(kind, error, trace))
    say(
        Message(
            "Bookgammon has a fault ({kind}): please report it with the file {name}.",
            kind=kind.__name__,
            name=file.name,
        )
    )


def report_thread_crash(crash: threading.ExceptHookArgs) -> None:
    """The same for a part of the program with a thread of its own; the others go on."""
    if crash.exc_value is not None:
        report_crash(crash.exc_type, crash.exc_value, crash.exc_traceback)


def program_parser() -> argparse.ArgumentParser:
    """The command's name and, unparsed, all words after it."""
    known = summaries()
    width = max(map(len, known))
    commands = "\n".join(f"  {name:<{width}}  {localized(summary)}" for name, summary in known.items())
    about = localized(Message("A camera referee for backgammon played inside a book."))
    parser = Parser(
        prog="bookgammon",
        usage=Message("bookgammon COMMAND ... (bookgammon COMMAND --help shows its options and an example)"),
        description=f"{about}\n\n{localized(_COMMANDS)}\n{commands}",
        epilog=Message("Start with: bookgammon demo"),
        formatter_class=HelpInLanguage,
    )
    parser.add_argument(
        "--language", choices=languages(), help=Message("what the terminal speaks [the language of this machine]")
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="NAME",
        help=Message("leave a plugin out; bookgammon doctor lists them"),
    )
    parser.add_argument("--version", action="version", version=f"bookgammon {__version__}")
    parser.add_argument("command", metavar="COMMAND", choices=known, help=Message("one of the above"))
    parser.add_argument("words", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


def _sentence(summary: str) -> str:
    text = localized(summary)
    return f"{text[0].upper()}{text[1:]}."


def command_parser(name: str, command: Command) -> argparse.ArgumentParser:
    """The options of one command."""
    summary = summaries()[name]
    parser = Parser(
        prog=f"bookgammon {name}",
        description=_sentence(summary),
        epilog=f"{localized(_EXAMPLE)}\n" + "\n".join(f"  {line}" for line in command.EXAMPLE.splitlines()),
        formatter_class=HelpInLanguage,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    return parser
