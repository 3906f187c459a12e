"""Book boards drawn from physics: seeded, labelled, as hard to read as real ones."""
