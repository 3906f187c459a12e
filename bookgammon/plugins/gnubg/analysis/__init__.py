"""What the play was worth: GNU Backgammon, run as a program of its own, looks at positions and matches.

May import `files`, `terminal` and `table`, never `history`, which keeps what it finds.
"""
