"""The seat of an opponent who is not at the table, whoever decides for it."""
