"""The rules by number, each in one sentence for the people at the table. Numbers never change."""

from __future__ import annotations

from arbiter.message import Message

RULES: dict[str, Message] = {
    # board and set-up
    "R1": Message("The board has 24 points in four quarters; the bar between the halves is not counted as a point."),
    "R2": Message("Each player counts the points from their own home: 1 is the innermost, 24 the farthest."),
    "R3": Message("Each player has fifteen checkers of one colour."),
    "R4": Message("At the start each player has two checkers on the 24-point, five on 13, three on 8 and five on 6."),
    "R5": Message("Home may lie on the right or on the left; the rules are the same for both."),
    "R6": Message("Two dice are thrown each turn, and a cube marked 2 to 64 keeps the stake."),
    "R7": Message("Whoever first bears off all fifteen checkers wins; there is no tie."),
    # opening
    "R8": Message("To begin, each player rolls one die, and the higher plays both numbers as the first turn."),
    "R9": Message("Equal opening dice are rolled again."),
    "R10": Message("After the opening the players take turns, each rolling two dice."),
    # moving
    "R11": Message("Checkers move only forward, towards their own home."),
    "R12": Message("Each die moves one checker as many points as it shows; both dice may move the same checker."),
    "R13": Message("A checker that plays both dice must be able to stop on an open point in between."),
    "R14": Message("The player chooses which die is played first."),
    "R15": Message("A checker may land on an empty point, on its own colour, or on a single opposing checker."),
    "R16": Message("A checker may never land, even in passing, on a point held by two or more opposing checkers."),
    "R17": Message("A double is played four times."),
    "R18": Message("Both numbers must be played whenever that is possible."),
    "R19": Message("If only one number can be played, it must be played."),
    "R20": Message("If either number can be played but not both, it must be the higher one."),
    "R21": Message("Of a double, as many of the four moves as possible must be played."),
    "R22": Message("If no number can be played, the turn is lost."),
    "R23": Message("Nobody may pass: a play that is possible must be made."),
    "R24": Message("A player moves only their own checkers, apart from those they hit."),
    # hitting and entering
    "R25": Message("A single checker that is landed on is hit and goes to the bar at once."),
    "R26": Message("Landing on a single opposing checker always hits it, but nobody has to choose such a move."),
    "R27": Message("A player with a checker on the bar must enter it before moving any other."),
    "R28": Message("A checker enters the opponent's home on the open point that a die shows."),
    "R29": Message("A checker enters with one die, never with the sum of both."),
    "R30": Message("If neither number enters a checker from the bar, the turn is lost."),
    "R31": Message("With several checkers on the bar as many as possible enter, and the rest of the roll is lost."),
    "R32": Message("Once the last checker has entered, the numbers left are played with any checker."),
    "R33": Message("Against six made home points nobody enters, and the opponent goes on rolling until one opens."),
    # bearing off
    "R34": Message("Checkers may be borne off only when all that are left are in the home board."),
    "R35": Message("A die bears off a checker from the point of its number."),
    "R36": Message("If that point is empty, a checker on a higher point must be moved instead."),
    "R37": Message("If no checker stands that high, one is borne off from the highest point that is left."),
    "R38": Message("Nobody has to bear off: any other legal move may be made with the number."),
    "R39": Message("A smaller number never bears off a checker from a higher point."),
    "R40": Message("A checker hit during the bear-off must come home again before any more are borne off."),
    "R41": Message("A checker that has been borne off stays off."),
    # value of the game
    "R42": Message("A loser who has borne off at least one checker loses the value of the cube."),
    "R43": Message("A loser who has borne off none loses a gammon, twice the value of the cube."),
    "R44": Message("None off and one on the bar or in the winner's home it is a backgammon: three times the cube."),
    # doubling cube
    "R45": Message("Each game starts at a stake of one, with the cube in the middle and 64 up."),
    "R46": Message("While the cube is in the middle either player may double, afterwards only its owner."),
    "R47": Message("A double is offered only at the start of one's own turn, before rolling."),
    "R48": Message("To double, the player turns the cube to twice the stake and passes it over."),
    "R49": Message("Who takes a double owns the cube, and the game goes on at the new stake."),
    "R50": Message("Who drops a double loses the game at the stake before it."),
    "R51": Message("The owner of the cube may redouble, again and again; each take passes the cube on."),
    "R52": Message("If beavers are agreed, whoever is doubled may at once redouble and keep the cube."),
    "R53": Message("If automatic doubles are agreed, equal opening dice turn the cube, which stays in the middle."),
    "R54": Message("Under the Jacoby rule a gammon or backgammon counts single unless somebody has doubled."),
    "R55": Message("The first game after a player comes within one point of the match is played without the cube."),
    "R56": Message("A match is won by the first to reach its length; money games are settled one by one."),
    # procedure
    "R57": Message("Dice are rolled into the half of the board to the roller's right."),
    "R58": Message("Both dice must lie flat on the board; otherwise both are rolled again."),
    "R59": Message("Until the dice are picked up, the player may try moves out and take them back."),
    "R60": Message("Picking up the dice ends the turn."),
    "R61": Message("Nobody rolls before the opponent has finished and picked up the dice."),
    "R62": Message("An illegal play can be put right only until the next roll."),
    "R63": Message("Either player may point out an illegal play; the opponent decides whether it is put right."),
    "R64": Message("An illegal play that stands is played on from, and nothing is undone later."),
    # chouette
    "R65": Message("In a chouette the highest first roll is the box and plays alone against all the others."),
    "R66": Message("The captain moves the team's checkers and decides when they disagree."),
    "R67": Message("The first roll also fixes the order in which the others become captain."),
    "R68": Message("If the team loses, the box stays and the captain goes to the end of the line."),
    "R69": Message("If the team wins, its captain becomes the box and the old box goes to the end of the line."),
    "R70": Message("The team doubles the box as one."),
    "R71": Message("When the box doubles, each of the team decides alone to take or drop."),
    "R72": Message("Everybody still in wins from the box, or pays the box, the value of the game."),
    # what follows from these
    "R73": Message("No checker may vanish or appear: each side always has fifteen."),
    "R74": Message("Each die is used once, and the number of a double four times."),
    "R75": Message("What counts is where the checkers end up, not the way the hand took."),
}
