"""Boards and dice never seen before, read from one photograph."""
