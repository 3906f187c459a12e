"""What the page says aloud: plays and rolls in the field's words, each thing that happens once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter.match.entered_events import CameraDiffers, PositionEntered, TurnEdited, TurnRevised, Undone
from arbiter.match.events import Event, IllegalPlay, Misplaced, OutOfStep, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import ROLLS, Dice, legal_plays
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.plugins.voice.spoken import asked_json, event_sentence
from bookgammon.plugins.voice.spoken_words import spoken_play, spoken_roll, spoken_sentence
from bookgammon.table.page import Page
from bookgammon.table.table import FrameTime, TableUpdate
from tests.web.table_parts import SEATS, game, match, view_of
from tests.web.tables import TABLES, misplay
from tests.web.whole_page import whole_page
from translation.catalogue import catalogue
from web.view import TableView, view_json

PLAYS = {
    "8/5 6/5": ("eight, five; six, five", "acht, fünf; sechs, fünf"),
    "13/7 8/7": ("thirteen, seven; eight, seven", "dreizehn, sieben; acht, sieben"),
    "24/14": ("twenty-four, fourteen", "vierundzwanzig, vierzehn"),
    "24/18 13/11": ("twenty-four, eighteen; thirteen, eleven", "vierundzwanzig, achtzehn; dreizehn, elf"),
    "24/23 13/9": ("twenty-four, twenty-three; thirteen, nine", "vierundzwanzig, dreiundzwanzig; dreizehn, neun"),
    "13/8": ("thirteen, eight", "dreizehn, acht"),
    "24/20(2)": ("twenty-four, twenty, twice", "vierundzwanzig, zwanzig, zweimal"),
    "13/7(2) 8/2(2)": ("thirteen, seven, twice; eight, two, twice", "dreizehn, sieben, zweimal; acht, zwei, zweimal"),
    "13/10(3)": ("thirteen, ten, three times", "dreizehn, zehn, dreimal"),
    "6/5(4)": ("six, five, four times", "sechs, fünf, viermal"),
    "8/4(2) 6/2(2)": ("eight, four, twice; six, two, twice", "acht, vier, zweimal; sechs, zwei, zweimal"),
    "bar/22": ("bar, twenty-two", "Bar, zweiundzwanzig"),
    "bar/25": None,
    "bar/21 bar/20": ("bar, twenty-one; bar, twenty", "Bar, einundzwanzig; Bar, zwanzig"),
    "bar/24(2)": ("bar, twenty-four, twice", "Bar, vierundzwanzig, zweimal"),
    "bar/19*": ("bar, nineteen, hit", "Bar, neunzehn, geschlagen"),
    "bar/20*/14": ("bar, twenty, hit, fourteen", "Bar, zwanzig, geschlagen, vierzehn"),
    "bar/23 6/1*": ("bar, twenty-three; six, One, hit", "Bar, dreiundzwanzig; sechs, eins, geschlagen"),
    "bar/22*/16*": ("bar, twenty-two, hit, sixteen, hit", "Bar, zweiundzwanzig, geschlagen, sechzehn, geschlagen"),
    "bar/21(2) 13/9(2)": (
        "bar, twenty-one, twice; thirteen, nine, twice", "Bar, einundzwanzig, zweimal; dreizehn, neun, zweimal",
    ),
    "13/7*": ("thirteen, seven, hit", "dreizehn, sieben, geschlagen"),
    "13/7*/4": ("thirteen, seven, hit, four", "dreizehn, sieben, geschlagen, vier"),
    "8/5* 6/5": ("eight, five, hit; six, five", "acht, fünf, geschlagen; sechs, fünf"),
    "17/15*/12*/9": (
        "seventeen, fifteen, hit, twelve, hit, nine", "siebzehn, fünfzehn, geschlagen, zwölf, geschlagen, neun",
    ),
    "6/4*(2)": ("six, four, hit, twice", "sechs, vier, geschlagen, zweimal"),
    "6/off": ("six, off", "sechs, draußen"),
    "6/off 5/off": ("six, off; five, off", "sechs, draußen; fünf, draußen"),
    "3/off(2)": ("three, off, twice", "drei, draußen, zweimal"),
    "2/off(4)": ("two, off, four times", "zwei, draußen, viermal"),
    "6/2 1/off": ("six, two; One, off", "sechs, zwei; eins, draußen"),
    "7/3/off": ("seven, three, off", "sieben, drei, draußen"),
    "5/1* 4/off": ("five, One, hit; four, off", "fünf, eins, geschlagen; vier, draußen"),
    "2/1(2) 1/off(2)": ("two, One, twice; One, off, twice", "zwei, eins, zweimal; eins, draußen, zweimal"),
    "no play": ("no play", "kein Zug"),
    "4/8": ("four, eight", "vier, acht"),
}  # fmt: skip
"""Written by hand. None: a text that is no play is said as it stands."""

ROLLS_SAID: dict[Dice, tuple[str, str]] = {
    (6, 3): ("six three", "sechs drei"), (3, 6): ("six three", "sechs drei"), (2, 1): ("two One", "zwei eins"),
    (6, 5): ("six five", "sechs fünf"), (5, 5): ("double fives", "Fünferpasch"), (1, 1): ("double ones", "Einserpasch"),
    (4, 4): ("double fours", "Viererpasch"),
}  # fmt: skip


@pytest.mark.parametrize("play", PLAYS)
def test_plays_are_said_as_players_say_them(play: str) -> None:
    said = spoken_play(play)
    wanted = PLAYS[play] or (play, play)
    assert (said, catalogue("de").translated(said)) == wanted


@pytest.mark.parametrize("dice", ROLLS_SAID, ids=str)
def test_rolls_are_said_as_players_say_them(dice: Dice) -> None:
    said = spoken_roll(dice)
    assert (said, catalogue("de").translated(said)) == ROLLS_SAID[dice]


def test_what_is_said_of_a_play_names_no_other_play() -> None:
    """Different plays never sound alike: every opening play, and every second one after it."""
    for dice in ROLLS:
        for play in legal_plays(START, Side.LIGHT, dice):
            after = legal_plays(play.result, Side.DARK, dice)
            texts = {format_play(each) for each in after}
            assert len({spoken_play(text) for text in texts}) == len(texts)


def test_plays_and_rolls_within_a_sentence_are_said_too() -> None:
    sentence = Message("{move} needs {needed}; the dice show {roll}.", move="8/4", needed="a 4", roll="6-3")
    assert spoken_sentence(sentence) == "eight, four needs a 4; the dice show six three."
    nested = Message("Taken back: {action}.", action=Message("{name}'s play {play}", name="Ben", play="bar/22*"))
    assert spoken_sentence(nested) == "Taken back: Ben's play bar, twenty-two, hit."
    counted = Message.counted("{count} point", "{count} points", 2)
    assert catalogue("de").translated(spoken_sentence(counted)) == "2 Punkte"
    alone = Message("{who}: {what}.", who="Ben", what=Message("{count} off", count=2))
    assert spoken_sentence(alone) == "Ben: 2 off."


WARNED = "Illegal play by Ben. eight, four needs a 4. The camera read six three."


def said(events: list[Event]) -> list[str]:
    """What is said of each event as it comes."""
    found = []
    for end in range(1, len(events) + 1):
        sentence = event_sentence(events[end - 1], fold(events[:end]))
        found += [str(spoken_sentence(sentence.text))] if sentence else []
    return found


def test_a_game_as_it_is_heard() -> None:
    assert said([*match(score=(0, 0)), *game()[:5]]) == [
        "Game 1. Anna 0, Ben 0.",
        "Ben begins: six two",
        "twenty-four, eighteen; thirteen, eleven",
        "five four",
        "twenty-four, twenty; thirteen, eight",
    ]


def test_what_the_camera_still_sees_is_said_with_its_number() -> None:
    light = list(START.light)
    light[6], light[8] = 4, 4
    entered = [PositionEntered(0, 0.0, START), CameraDiffers(0, 0.0, START.with_row(Side.LIGHT, tuple(light)))]
    words = "The camera still sees 4 on light's 6-point, 4 on light's 8-point."
    assert said([*match(), *game()[:1], *entered])[-1] == words


def test_a_warning_is_said_once_the_dice_are_lifted() -> None:
    assert said(misplay(provisional=True))[-1] == "six three"
    assert said(misplay(provisional=False))[-1] == WARNED
    *events, wrong = misplay(provisional=False)
    assert isinstance(wrong, IllegalPlay)
    asked = event_sentence(wrong, fold([*events, wrong]))
    assert asked
    assert (asked.level, asked.urgent, asked.asks) == ("warnings", True, True)


@pytest.mark.parametrize(("warnings", "provisional"), [("final", True), ("none", True), ("none", False)])
def test_what_the_players_agreed_not_to_be_warned_of_is_not_said_when_asked(warnings: Any, provisional: bool) -> None:
    view = view_of(misplay(provisional, Rules(length=5, warnings=warnings)))
    status = str(asked_json(view.state, view.seen, view_json(view, 1))["status"])
    assert "needs a 4" not in status
    assert "The roll is six three." in status


def test_no_ending_is_asked_for_where_no_game_is_under_way() -> None:
    asked = OutOfStep(0, 0.0, START, "ending")
    view = view_of([*match(), asked])
    assert event_sentence(asked, view.state) is None
    assert "How did the game end?" not in asked_json(view.state, view.seen, view_json(view, 1))["status"]


def test_the_computers_play_is_said_when_it_is_to_be_made_and_not_again() -> None:
    view = TABLES["against_computer"]()
    intended = view.state.intended
    assert intended
    play = str(spoken_play(intended.play))
    first = event_sentence(intended, view.state)
    assert first
    assert (first.level, first.text) == ("rolls", f"It plays {play}")
    made = PlayMade(0, 0.0, intended.player, intended.dice, intended.play, intended.position)
    assert event_sentence(made, view.state) is None
    wrong = event_sentence(Misplaced(0, 0.0, intended.player, START, ()), view.state)
    assert wrong
    assert wrong.text.startswith("Not quite: ")


def now(view: TableView) -> list[str]:
    return [str(each["text"]) for each in view_json(view, 1)["spoken"]["now"]]


@pytest.mark.parametrize(
    ("table", "said_now"),
    [
        ("setting_up", ["Set the board up. 3 points are not right yet."]),
        ("opening", ["Roll to begin. One die each; the higher number begins."]),
        ("to_roll", ["Ben to roll."]),
        ("moving", []),
        ("alarm", []),
        ("doubled", ["Anna: take at 2, or drop?"]),
        ("game_over", ["2 points. Set the board up for the next game."]),
        ("thrown_for_computer", ["Throw for it. With these dice or its own; the camera reads them."]),
        ("left_home", ["The camera has gone; plug it in again, and the game goes on by itself."]),
    ],
)
def test_how_the_table_stands(table: str, said_now: list[str]) -> None:
    assert now(TABLES[table]()) == said_now


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_table_can_be_asked_how_it_stands(table: str, language: str) -> None:
    view = TABLES[table]()
    answer = catalogue(language).translated(asked_json(view.state, view.seen, view_json(view, 1)))
    assert answer["status"]
    assert ("on thirteen" if language == "en" else "auf dreizehn") in answer["board"] or view.state.position != START
    assert "/" not in answer["status"].replace("http://", "")


def test_the_board_is_said_from_the_bar_on() -> None:
    view = view_of([*match(), *game()[:1]])
    board = str(asked_json(view.state, view.seen, view_json(view, 1))["board"])
    assert board == (
        "Anna: 2 on twenty-four, 5 on thirteen, 3 on eight, 5 on six. "
        "Ben: 2 on twenty-four, 5 on thirteen, 3 on eight, 5 on six."
    )


def shown(page: Page, events: list[Event], new: list[Event]) -> None:
    state = fold([*events, *new])
    page.show(TableUpdate(state, FrameTime(), tuple(new), None))


def events_of(page: Page) -> list[dict[str, object]]:
    found: list[dict[str, object]] = view_json(page.view, 1)["spoken"]["events"]
    return found


def test_each_event_has_a_number_of_its_own_and_a_restart_says_nothing_old() -> None:
    before = [*match(), *game()]
    roll = RollSeen(0, 0.0, Side.DARK, (6, 3))
    with whole_page(before, SEATS, "127.0.0.1", 0) as page:
        assert events_of(page) == []
        shown(page, before, [roll])
        shown(page, [*before, roll], [])
        (first,) = events_of(page)
        assert first["text"] == "six three"
        shown(page, [*before, roll], [Undone(0, 0.0, Message("Taken back: {action}.", action="x"))] * 2)
        again, second = events_of(page)
    assert again == first
    assert second["text"] == "Taken back: x."
    assert isinstance(first["number"], int)
    assert isinstance(second["number"], int)
    assert first["number"] < second["number"]


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("ends", ["roll", "warning"])
def test_what_a_revision_ends_with_is_said_once(ends: str, known: bool) -> None:
    """The better account of turn 6 comes with the roll after it, or with a warning, that nobody has heard of yet."""
    *made, roll, wrong = misplay(provisional=False)
    was = made[-1]
    assert isinstance(was, PlayMade)
    newest = [roll] if ends == "roll" else [roll, wrong]
    line = Message("Turn {turn} corrected: {new} instead of {old}.", turn=6, new="20/9", old="bar/14")
    before = [*made, *newest] if known else made
    taken_back = [Undone(9, 0.3, line)] * (1 + len(before) - len(made))
    published = [*taken_back, was, *(replace(event, frame=9, time=0.3) for event in newest)]
    with whole_page(made, SEATS, "127.0.0.1", 0) as page:
        if known:
            shown(page, made, newest)
        old = events_of(page)
        shown(page, before, [TurnRevised(9, 0.3, 1, 6, line, follows=len(published)), *published])
        new = [str(each["text"]) for each in events_of(page)[len(old) :]]
    texts = {"roll": ["six three"], "warning": ["six three", WARNED]}[ends]
    assert new == ["Turn 6 corrected: twenty, nine instead of bar, fourteen.", *([] if known else texts)]


def test_a_revision_is_one_sentence() -> None:
    state = TABLES["revised"]().state
    line = Message("Turn {turn} corrected: {new} instead of {old}.", turn=6, new="20/9", old="bar/14")
    better = PlayMade(0, 0.0, Side.LIGHT, (6, 5), "20/9", state.position)
    events = (TurnRevised(0, 0.0, 1, 6, line, follows=2), Undone(0, 0.0, line), better)
    with whole_page([*match(), *game()], SEATS, "127.0.0.1", 0) as page:
        page.show(TableUpdate(state, FrameTime(), events, None))
        (only,) = events_of(page)
    assert only["text"] == "Turn 6 corrected: twenty, nine instead of bar, fourteen."


def test_an_earlier_turn_edited_under_a_warning_has_what_is_left_of_it_said() -> None:
    """Turn 6 was another one: what lies there is judged anew, and who does not see the card hears the verdict."""
    events = misplay(provisional=False)
    before = fold(events)
    start = fold(game()[:-2], fold(match())).position
    play = next(play for play in legal_plays(start, Side.LIGHT, before.turns[5].dice or (1, 1)))
    edit = TurnEdited(9, 9.0, 1, 6, None, format_play(play), play.result)
    after = fold([*events, edit])
    assert after.warning
    assert after.warning.fault
    said = event_sentence(edit, after)
    assert said
    assert said.text.startswith("Turn 6 of game 1 is corrected. Illegal play by Ben.")
    assert after.warning.fault.verdict in said.text
    assert (said.level, said.urgent, said.asks) == ("warnings", True, True)
