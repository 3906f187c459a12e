"""The threads that work beside the table: each is known to one registry, contained, and begun again after a fault.

May import no other room; every room may import it.
"""
