"""The lights along the board, driven beside the table."""
