"""Runs too long for the tests: thousands of games, kills, spoilt inputs, crowds; each prints what it found."""
