"""Run by GNU Backgammon's own Python, never by ours.

It answers the questions on its standard input, one a line: each answer is a line of JSON behind MARK, whatever else the
program prints is none, and it ends with its input, so that it never outlives whoever asks.
"""

import json
import sys

import gnubg

MARK = "\x1ebookgammon "


# ------------------------------------------------------------------ games


def forget():
    """Forget what was worked out before: 1.08.003 also takes it for positions at another score or with another cube."""
    gnubg.command("clear cache")


def analysed(job):
    """What GNU Backgammon finds in one game, and what its cube's values are worth at this score."""
    gnubg.command('load match "{}"'.format(job["sgf"]))
    gnubg.command("analyse match")
    match = gnubg.match(analysis=1, boards=0, statistics=1, verbose=1)
    game = match["games"][0]
    return {"actions": game["game"], "stats": game["stats"], "stakes": [stake(job, cube) for cube in job["cubes"]]}


def stake(job, cube):
    """Player 0's chances to win the match after winning and after losing so many points; none in money play."""
    if not job["length"]:
        return None
    info = gnubg.cubeinfo(cube, -1, 0, job["length"], tuple(job["score"]), job["crawford"], 0)
    return [gnubg.eq2mwc(1.0, info), gnubg.eq2mwc(-1.0, info)]


def game(asked):
    """One game, given as the text of its SGF: the account, and the SGF with the analysis in it."""
    for command in asked["commands"]:
        gnubg.command(command)
    with open("game.sgf", "w") as file:
        file.write(asked["sgf"])
    found = analysed({**asked, "sgf": "game.sgf"})
    gnubg.command('save match "analysed.sgf"')
    with open("analysed.sgf", encoding="utf-8") as file:
        return {**found, "sgf": file.read()}


# ------------------------------------------------------------------ single positions


def context(asked):
    """How deeply a position is looked at. Noise that depends on the position alone is broken in version 1.07.001."""
    noise = asked["noise"]
    return gnubg.evalcontext(1, asked["plies"], 0 if noise else 1, 1, noise)


def cube(asked):
    """The cube as gnubg wants it, with the player who decides as its player 1."""
    owner, length = asked["owner"], asked["length"]
    info = gnubg.cubeinfo(asked["cube"], owner, 1, length, tuple(asked["score"]), asked["crawford"], 0)
    info["jacoby"], info["beavers"] = asked["jacoby"], asked["beavers"]
    return info


def board(asked):
    """(the other's checkers, those of the player who decides), each as points 1 to 24 and the bar."""
    return tuple(asked["other"]), tuple(asked["own"])


def evaluation(asked):
    """Chances without the cube: to win, with gammon, backgammon, to lose a gammon, a backgammon; then the equity."""
    return list(gnubg.evaluate(board(asked), cube(asked), context(asked)))


def cube_decision(asked):
    """Equities of the player on roll: without a double, doubled and taken, doubled and dropped; then gnubg's words."""
    _, no_double, take, drop, _, words = gnubg.cfevaluate(board(asked), cube(asked), context(asked))
    return {"no_double": no_double, "take": take, "drop": drop, "words": words}


def plays(asked):
    """The best plays, each with its moves (25 the bar, 0 off), equity and chances."""
    kind = "set evaluation chequerplay evaluation "
    gnubg.command(kind + "plies {}".format(asked["plies"]))
    gnubg.command(kind + "noise {}".format(asked["noise"]))
    gnubg.command(kind + "deterministic {}".format("off" if asked["noise"] else "on"))
    for plies in (1, 2, 3, 4):
        gnubg.command(f"set evaluation movefilter {plies} 0 0 {asked['candidates']} {asked['within']}")
    # its predefined filters, "normal" and "large", keep a quarter of both for the last look of 3 plies
    gnubg.command(f"set evaluation movefilter 3 2 0 {asked['candidates'] // 4} {asked['within'] / 4}")
    gnubg.command("set xgid " + asked["xgid"])
    found = gnubg.hint(asked["most"])["hint"]
    return [
        {
            "moves": gnubg.parsemove(each["move"]),
            "equity": each["equity"],
            "chances": each["details"]["probs"],
        }
        for each in found
    ]


KINDS = {"evaluation": evaluation, "cube": cube_decision, "plays": plays, "game": game}


def answer_questions():
    """Until there are none any more."""
    gnubg.command("set threads 1")
    print(MARK + json.dumps({"number": 0}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        forget()
        try:
            answer = {"answer": KINDS[asked["kind"]](asked)}
        except OSError as error:  # a full disk: the games go through files
            answer = {"cannot": error.strerror or repr(error)}
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever asks must be given it
            answer = {"error": repr(error)}
        print("\n" + MARK + json.dumps({"number": asked["number"], **answer}), flush=True)


answer_questions()
