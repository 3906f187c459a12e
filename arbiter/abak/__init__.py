"""Abak Evolution: backgammon with six classes of checkers, as a library of its own (A1 to A17, docs/rules.md)."""
