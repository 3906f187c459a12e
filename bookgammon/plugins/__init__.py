"""What goes beyond the card: one folder a plugin, with its code, pages, templates, static files and page of docs.

May import every subpackage. A plugin imports the plugins that it names in `NEEDS`, and no other.
"""
