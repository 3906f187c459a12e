"""The commands: a module has EXAMPLE for its help, `add_arguments`, and `run`, which gives the exit code.

May import every subpackage.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Protocol, cast

from arbiter.message import Message
from bookgammon.plugin_manager import plugins

SUMMARIES = {
    "demo": Message("play the recorded game that ships with the program through the real pipeline, page included"),
    "play": Message("follow a match over the camera, with the page; goes on where a match was cut off"),
    "setup": Message("learn a board with the camera, step by step in the browser, then play on it"),
    "calibrate": Message("learn a board from a picture of the starting position (better: one of the empty board too)"),
    "read": Message("read checkers, dice and cube from pictures of a calibrated board"),
    "watch": Message("follow a recording (or camera) as fast as it can; print its events, or keep it as a past match"),
    "plays": Message("list every legal play of a roll, from XGIDs or from JSON cases on standard input"),
    "judge": Message("judge plays, from two XGIDs (before with dice, after) or from JSON cases on standard input"),
    "id": Message("turn an XGID into GNU Backgammon's position and match ID, and back"),
    "export": Message("write a match of the journal, or a record file, as .mat, SGF, text or XGIDs"),
    "leds": Message("lights on the board, step by step: find the port, map the LEDs, walk along them, test"),
    "history": Message("show past matches in the browser: step through them, take them away, delete them"),
    "backup": Message("write matches, pictures, boards and settings into one file, also while a match is played"),
    "restore": Message("put a backup back into the data folder; what was there is kept beside it"),
    "doctor": Message("check cameras, serial ports, libraries, the page's port and the data folder"),
}


class Command(Protocol):
    """What a command's module offers."""

    EXAMPLE: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


def summaries() -> dict[str, Message]:
    """Every command with a line about it, plugins' last."""
    added = {each.name: each.summary for each in plugins().all("commands") if each.name not in SUMMARIES}
    return {**SUMMARIES, **added}


def load(name: str) -> Command:
    """The command's module. Only the one that is asked for: OpenCV and Flask take their time to load."""
    if name in SUMMARIES:
        return cast(Command, import_module(f"bookgammon.commands.{name}"))
    return cast(Command, import_module(next(each.module for each in plugins().all("commands") if each.name == name)))
