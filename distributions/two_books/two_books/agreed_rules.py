"""By which rules a match at two boards is played."""

from __future__ import annotations

from dataclasses import replace

from arbiter.message import Message
from arbiter.rules import ABAK, Rules


def rules_refused(rules: Rules) -> Message | None:
    """Why a match at two boards cannot be played by these rules; None where it can."""
    if fault := rules.fault():
        return fault
    if rules.variant == ABAK:
        return Message("Abak Evolution is not played at two boards.")
    if not rules.must_be_legal:
        return Message("At two boards every illegal play has to be put right.")
    if rules.automatic_doubles or rules.coach:
        return Message("At two boards there are no automatic doubles and no coach.")
    return None


def for_two_boards(rules: Rules) -> Rules:
    """The same rules as far as they can be played at two boards."""
    return replace(rules, must_be_legal=True, automatic_doubles=0, coach=False)


def at_table(rules: Rules) -> Rules:
    """As a table alone plays by them: what a bank that is used up costs is said by the log, once and to both."""
    return replace(rules, time_out="shown")
