"""The options of `play` for a match at two boards, and what they come to."""

from __future__ import annotations

import argparse
from pathlib import Path

from arbiter.message import Message
from arbiter.position import SIDES
from arbiter.rules import Rules
from bookgammon.access.addresses import own_address
from bookgammon.commands.play import name_said
from bookgammon.errors import UsageError
from bookgammon.setup.agreement import Agreement
from bookgammon.terminal.language import ask
from two_books.agreed_rules import for_two_boards, rules_refused
from two_books.invitation import Invitation, invitation_from, invitation_in, new_invitation, parse_address
from two_books.kept_invitation import KeptInvitation, keep, kept_in
from two_books.restored import restore_lost

STRAIGHT_PORT = 8025
"""The host listens there where there is no broker: the one after the page's."""
PROMPT = "-"
"""In place of a file: the code is asked for, so that it stands in no list of processes."""
_PASTE = Message("The invitation, as the other table shows it: ")


def add_play_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--invite", action="store_true", help=Message("play with somebody at another board, and show an invitation")
    )
    parser.add_argument(
        "--join", nargs="?", const=PROMPT, metavar="FILE",
        help=Message("play with somebody at another board, by the invitation in this file; asked for without one"),
    )  # fmt: skip
    parser.add_argument(
        "--link-broker", metavar="URL",
        help=Message("the broker that both tables reach, for --invite [none: straight, in one network]"),
    )  # fmt: skip
    parser.add_argument("--my-name", metavar="NAME", help=Message("your name, for the other board"))
    parser.add_argument(
        "--my-side", choices=[side.value for side in SIDES], help=Message("your checkers, for --invite [light]")
    )


def asked_for(args: argparse.Namespace) -> bool:
    """Whether the command line asks for a match at two boards."""
    return bool(getattr(args, "invite", False) or getattr(args, "join", None) is not None)


def check_options(args: argparse.Namespace, folder: Path) -> None:
    """Makes or takes the invitation, and keeps it. Raises UsageError, InvitationError or BrokerSettingsError.

    A match that is in the log and not in the journal goes on from the log: raises as `restore_lost` does.
    """
    if not asked_for(args):
        return
    if args.invite and args.join is not None:
        raise UsageError(Message("Either invite or join: one table does the one, the other the other."))
    name_said(args.my_name or "")
    kept = kept_in(folder)
    if args.invite:
        if kept is None or kept.role != "host" or args.new:
            kept = KeptInvitation("host", new_invitation(parse_address(_address(args))))
    else:
        kept = KeptInvitation("guest", _invitation(args.join))
    keep(folder, kept)
    if not args.new:
        restore_lost(folder, kept)
    args.go_on = not args.new  # an open match of these two goes on; any other is followed by theirs


def agreement_of(rules: Rules) -> Agreement:
    """What our table begins with, until the host has said what is played. Raises UsageError."""
    adapted = for_two_boards(rules)
    if reason := rules_refused(adapted):
        raise UsageError(reason)
    return Agreement(adapted)


def _address(args: argparse.Namespace) -> str:
    """Where the two tables meet: the broker, else this machine in its own network."""
    return args.link_broker or f"tcp://{own_address()}:{STRAIGHT_PORT}"


def _invitation(named: str) -> Invitation:
    if named != PROMPT:
        return invitation_in(Path(named))
    answer = ask(_PASTE)
    if not answer:
        raise UsageError(Message("Without an invitation nobody can join."))
    return invitation_from(answer)
