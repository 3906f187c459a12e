"""The opponent that is no person: what it answers, and a game against it."""
