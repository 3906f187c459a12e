"""What the play was worth: GNU Backgammon, run as a program of its own, looks at the matches of the journal."""
