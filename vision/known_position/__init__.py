"""Boards learned from a picture whose position is known, mostly the start."""
