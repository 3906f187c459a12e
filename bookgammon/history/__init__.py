"""What is kept: the journal, past matches, their pictures and records."""
