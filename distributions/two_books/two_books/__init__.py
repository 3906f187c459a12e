"""One match at two boards: each player at their own, however far apart."""
