"""The rules of Abak Evolution by number, each in one sentence. Numbers never change."""

from __future__ import annotations

from arbiter.message import Message

ABAK_RULES: dict[str, Message] = {
    "A1": Message("All rules of backgammon hold, with what follows."),
    "A2": Message("Each side has nine soldiers, two guards, a general, a druid, an even and an odd wounded."),
    "A3": Message("At most five checkers stand on a point; the bar and what is borne off have no limit."),
    "A4": Message("Only the highest checker of a point can move."),
    "A5": Message("The game starts as Nackgammon does, with each class on its own place."),
    "A6": Message("The even wounded starts on the 24-point, the odd one on the 23-point."),
    "A7": Message("An even wounded moves by 2, 4 and 6 alone, an odd one by 1, 3 and 5."),
    "A8": Message("The general may go backward once a turn, while others of its side are outside the home."),
    "A9": Message("As many dice as possible are played, and the general's way back counts among them."),
    "A10": Message("A single guard holds its point against soldiers, wounded and generals."),
    "A11": Message("A single guard can be hit by a guard, and held by a druid."),
    "A12": Message("A druid holds a single opposing checker from the 7- to the 18-point; in either home it hits."),
    "A13": Message("A druid that holds a checker can be hit, and the held checker is free then."),
    "A14": Message("Others may land above their own druid that holds a checker."),
    "A15": Message("A wounded is borne off by its own numbers alone."),
    "A16": Message("Any checker on the bar may enter first, and a wounded enters by its own numbers alone."),
    "A17": Message("Gammons, cube and match are those of backgammon."),
}
