"""The tournament clock as the page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arbiter.match.clock import Clock

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ClockShown:
    """The clock as it was at `at`, seconds since 1970."""

    clock: Clock
    at: float


def clock_json(shown: ClockShown | None) -> Json | None:
    if shown is None:
        return None
    clock = shown.clock
    return {
        "bank": {"light": round(clock.bank[0], 2), "dark": round(clock.bank[1], 2)},
        "delay": clock.delay,
        "delay_left": round(clock.delay_left, 2),
        "runner": clock.runner and clock.runner.value,
        "at": round(shown.at, 2),
    }
