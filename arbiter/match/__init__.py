"""The match: events, commands, the state that follows from them, undo, cube, chouette, ledger."""
