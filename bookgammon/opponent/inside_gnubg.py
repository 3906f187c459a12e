"""Run by GNU Backgammon's own Python, never by ours: answers the questions on its standard input, one a line.

Each answer is a line of JSON behind MARK; whatever else the program prints is none. It ends with its input, so that it
never outlives whoever asks.
"""

import json
import sys

import gnubg

MARK = "\x1ebookgammon "


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


KINDS = {"evaluation": evaluation, "cube": cube_decision, "plays": plays}


def main():
    gnubg.command("set threads 1")
    print(MARK + json.dumps({"number": 0}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = {"answer": KINDS[asked["kind"]](asked)}
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever asks must be given it
            answer = {"error": repr(error)}
        print("\n" + MARK + json.dumps({"number": asked["number"], **answer}), flush=True)


main()
