"""What the figures of players and dice mean, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.message import Message
from arbiter.position import Side
from bookgammon.plugins.players.facts import RollCount, RollOrigin
from bookgammon.plugins.players.fairness import FEWEST_ROLLS, Fairness


def verdict(test: Fairness) -> Message:
    """One sentence on whether the dice are fair."""
    if test.share is None:
        return Message.counted(
            "No verdict: {count} roll was seen, and it takes {fewest}.",
            "No verdict: {count} rolls were seen, and it takes {fewest}.",
            test.rolls,
            fewest=FEWEST_ROLLS,
        )
    if test.verdict == "uneven":
        return Message("More uneven than dice are: {share} fair pairs look so uneven.", share=share_words(test.share))
    if test.verdict == "in doubt":
        return Message(
            "Rather uneven, but fair dice can be so: {share} fair pairs look as uneven.", share=share_words(test.share)
        )
    return Message("As even as dice are: {share} fair pairs look more uneven.", share=share_words(test.share))


def share_words(share: float) -> Message:
    """`3 in 10`, `2 in 100`, `fewer than 1 in 1,000`."""
    if share < 0.001:
        return Message("fewer than 1 in 1,000")
    if share > 0.95:
        return Message("more than 9 in 10")
    for of, shown in ((10, "10"), (100, "100"), (1000, "1,000")):
        if share >= 0.95 / of:
            return Message("{number} in {of}", number=max(1, round(share * of)), of=shown)
    return Message("{number} in {of}", number=1, of="1,000")


def reading(counts: Mapping[RollOrigin, RollCount]) -> Message:
    """How sure reading is, by what people corrected."""
    corrected = counts.get("corrected", RollCount()).rolls
    seen = counts.get("read", RollCount()).rolls + corrected
    if not seen:
        return Message("The camera read none of them.")
    if not corrected:
        return Message("The camera read {seen}, and people corrected none of them.", seen=seen)
    return Message(
        "The camera read {seen}, and people corrected {corrected} of them ({per_cent} %): these count as corrected.",
        seen=seen,
        corrected=corrected,
        per_cent=f"{100 * corrected / seen:.1f}",
    )


def apart(counts: Mapping[RollOrigin, RollCount]) -> Message | str:
    """Rolls that the verdict does not rest on; empty where there are none."""
    opening, entered, inferred = (_rolls(counts, origin) for origin in _APART)
    kinds = (
        Message.counted("{count} opening roll", "{count} opening rolls", opening),
        Message.counted("{count} entered by hand", "{count} entered by hand", entered),
        Message.counted("{count} inferred from the play", "{count} inferred from the plays", inferred),
    )
    found = [message for message in kinds if message.number]
    return Message("Not counted: {rolls}.", rolls=Message.joined(", ", found)) if found else ""


_APART: tuple[RollOrigin, ...] = ("opening", "entered", "inferred")


def _rolls(counts: Mapping[RollOrigin, RollCount], origin: RollOrigin) -> int:
    return counts.get(origin, RollCount()).rolls


_THROWN_BY = {
    Side.LIGHT: Message("{board}: thrown by light"),
    Side.DARK: Message("{board}: thrown by dark"),
}


def dice_name(board: str, side: Side) -> Message:
    """A set of dice: those that one side throws on a board."""
    return _THROWN_BY[side].filled(board=board or Message("A board without a name"))
