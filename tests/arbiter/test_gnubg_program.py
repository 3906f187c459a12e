"""Our records, loaded by GNU Backgammon itself (Debian package gnubg); skipped where it is not installed."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arbiter.notation import find_play
from arbiter.position import Side
from arbiter.records import CubeTurned, GameRecord, MatchRecord, Played, read_mat, write_mat, write_sgf
from arbiter.rules import Rules
from tests.arbiter.random_matches import random_match

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
MATCHES = sorted((Path(__file__).parent / "data" / "matches").glob("*.mat"))
PLAYERS = {Side.LIGHT: "X", Side.DARK: "O"}
"""What gnubg's Python calls player 0, the left column, and player 1."""
SCRIPT = """
import gnubg, json
gnubg.command("set automatic roll off")
gnubg.command("set automatic game off")
with open({told!r}, "w") as told:
    for line in open({listing!r}):
        command, path = line.split()
        gnubg.command(command.replace("_", " ") + " " + path)
        print(json.dumps([path, gnubg.match(analysis=0, statistics=0)["games"]]), file=told)
"""
"""Into a file: version 1.08 says things of its own in between on the same line."""

Games = list[dict[str, Any]]

pytestmark = pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon (package gnubg) is not installed")


def load(folder: Path, matches: dict[str, MatchRecord]) -> tuple[dict[str, Games], str]:
    """What gnubg makes of each match, as NAME.mat and NAME.sgf, and all it said."""
    commands = []
    for name, match in matches.items():
        (folder / f"{name}.mat").write_text(write_mat(match))
        (folder / f"{name}.sgf").write_text(write_sgf(match))
        commands += [f"import_mat {folder}/{name}.mat", f"load_match {folder}/{name}.sgf"]
    listing, script, into = folder / "listing.txt", folder / "script.py", folder / "told.jsonl"
    listing.write_text("\n".join(commands))
    script.write_text(SCRIPT.format(listing=str(listing), told=str(into)))
    done = subprocess.run(
        [str(GNUBG), "-t", "-q", "-p", str(script)],
        env={**os.environ, "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    told = [json.loads(line) for line in into.read_text().splitlines()] if into.exists() else []
    assert len(told) == len(commands), done.stdout[-1500:] + done.stderr
    return {Path(path).name: games for path, games in told}, done.stdout + done.stderr


def results(games: Games) -> list[tuple[str, int, bool]]:
    infos = [game["info"] for game in games]
    return [(info["winner"], info["points-won"], bool(info["resigned"])) for info in infos]


def our_results(match: MatchRecord) -> list[tuple[str, int, bool]]:
    found = [game.result for game in match.games if game.result]
    return [(PLAYERS[result.winner], result.points, result.ending == "resign") for result in found]


def actions(games: Games) -> list[list[list[Any]]]:
    """For each game: who did what; plays as dice and moves, smallest first."""
    return [
        [
            [each["player"], each["action"], sorted(each.get("dice", [])), sorted(each.get("move") or [])]
            for each in game["game"]
            if each["action"] != "resign"
        ]
        for game in games
    ]


def our_actions(match: MatchRecord) -> list[list[list[Any]]]:
    return [our_game_actions(game) for game in match.games]


def our_game_actions(game: GameRecord) -> list[list[Any]]:
    told: list[list[Any]] = []
    position = game.start
    for action in game.actions:
        if isinstance(action, CubeTurned):
            told.append([PLAYERS[action.side], action.verb, [], []])
            continue
        assert action.dice
        moves = [[m.start, m.end] for m in find_play(action.play, position, action.side, action.dice).moves]
        told.append([PLAYERS[action.side], "move", sorted(action.dice), sorted(moves)])
        position = action.after
    return told


def test_gnubg_finds_every_play_cube_action_and_result_of_its_own_matches(tmp_path: Path) -> None:
    matches = {path.stem: read_mat(path.read_text()) for path in MATCHES}
    matches["random"] = random_match(random.Random(2), Rules(length=9))
    told, said = load(tmp_path, matches)
    for name, match in matches.items():
        for games in (told[f"{name}.mat"], told[f"{name}.sgf"]):
            assert results(games) == our_results(match)
            assert actions(games) == our_actions(match)
            assert [(game["info"]["score-X"], game["info"]["score-O"]) for game in games] == [
                game.score for game in match.games
            ]
    assert "WARNING" not in said
    assert "Invalid" not in said


def test_gnubg_reads_what_the_formats_hardly_hold(tmp_path: Path) -> None:
    """Illegal plays that stood, beavers, automatic doubles (SGF only), unseen rolls, names with colons."""
    colons = ("Ann: the, great", "B" * 40)
    unseen = random_match(random.Random(4), Rules(length=3))
    first = unseen.games[0].actions[0]
    assert isinstance(first, Played)
    games = (replace(unseen.games[0], actions=(replace(first, dice=None), *unseen.games[0].actions[1:])),)
    matches = {
        "illegal": random_match(random.Random(11), Rules(length=5), illegal=0.1),
        "beavers": random_match(random.Random(11), Rules(length=0, jacoby=False, beavers=True)),
        "automatic": random_match(random.Random(11), Rules(length=0, automatic_doubles=1)),
        "unseen": replace(unseen, games=games, names=colons),
    }
    told, said = load(tmp_path, matches)
    for name, match in matches.items():
        for kind in ("mat", "sgf"):
            if (name, kind) != ("automatic", "mat"):
                assert results(told[f"{name}.{kind}"]) == our_results(match)
    assert "WARNING" not in said
    assert "Invalid" not in said
