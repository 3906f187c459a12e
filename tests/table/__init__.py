"""The table: its loop, what it does when something dies, and how it is stopped."""
