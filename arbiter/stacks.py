"""Stacks of checkers whose classes no camera sees: what is known, what people are asked (`arbiter.abak`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StackQuestion:
    """Which of these lies there?

    point: light's, 0 for what is on light's bar, 25 for dark's. stacks: from below, capitals light's, the likeliest
    first. judges: whether the last play was legal depends on it.
    """

    point: int
    stacks: tuple[str, ...]
    judges: bool = False


@dataclass(frozen=True, slots=True)
class Stacks:
    """What lies where, as likely as not: points from light's 1, each from below; bar and off as (light's, dark's).

    several: the points (0 and 25: the bars) on which something else may lie as well.
    """

    points: tuple[str, ...]
    bar: tuple[str, str]
    off: tuple[str, str]
    several: tuple[int, ...] = ()
