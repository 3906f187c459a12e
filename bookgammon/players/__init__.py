"""Who played here: results, ratings, figures of the play and of the dice, over all matches of the journal.

May import `files`, `terminal`, `table`, `analysis`, `study` and `history`.
"""
