"""Players: facts, index, ratings, dice and their pages."""
