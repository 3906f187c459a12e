"""Run by GNU Backgammon's own Python, never by ours: analyses the games of `request.json` and writes a file for each.

The folder it runs in is its own. Each result is renamed into place when it is whole.
"""

import json
import os

import gnubg

READY = ".json"


def analysed(job):
    """What GNU Backgammon finds in one game, and what its cube's values are worth at this score."""
    gnubg.command('load match "{}"'.format(job["sgf"]))
    gnubg.command("analyse match")
    gnubg.command('save match "{}"'.format(job["analysed"]))
    match = gnubg.match(analysis=1, boards=0, statistics=1, verbose=1)
    game = match["games"][0]
    return {"actions": game["game"], "stats": game["stats"], "stakes": [stake(job, cube) for cube in job["cubes"]]}


def stake(job, cube):
    """Player 0's chances to win the match after winning and after losing so many points; none in money play."""
    if not job["length"]:
        return None
    info = gnubg.cubeinfo(cube, -1, 0, job["length"], tuple(job["score"]), job["crawford"], 0)
    return [gnubg.eq2mwc(1.0, info), gnubg.eq2mwc(-1.0, info)]


def main():
    with open("request.json") as file:
        request = json.load(file)
    for command in request["commands"]:
        gnubg.command(command)
    for job in request["jobs"]:
        with open("growing", "w") as file:
            json.dump(analysed(job), file)
        os.rename("growing", job["result"])


main()
