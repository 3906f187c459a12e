"""What the published rules of Abak Evolution leave open, as players may agree it (A13 to A16)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AbakSettings:
    """The defaults are those of docs/rules.md.

    druid_hit: a druid that holds a checker may be hit, which frees it (A13, A14).
    druid_joined: others of its side may land above a druid that holds a checker (A14).
    wounded_off_by_any: a wounded is borne off by any greater number (A15); by its own alone otherwise.
    wounded_enter_by_any: a wounded enters from the bar by any number (A16); by its own alone otherwise.
    """

    druid_hit: bool = True
    druid_joined: bool = True
    wounded_off_by_any: bool = False
    wounded_enter_by_any: bool = False
