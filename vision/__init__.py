"""Frames to evidence: sources, stillness and hands, checkers, dice and cube."""
