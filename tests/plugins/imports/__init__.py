"""Matches played elsewhere become past matches."""
