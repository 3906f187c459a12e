"""Doors held against spoilt input."""

from bookgammon.libraries import quiet_opencv

quiet_opencv()
