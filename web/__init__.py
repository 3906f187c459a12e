"""The page: what the players see of the table, served to browsers in the room."""
