"""Cameras and telephones: addresses, certificates, opening one, and what is done to its pictures on the way.

May import `files` and `terminal`.
"""
