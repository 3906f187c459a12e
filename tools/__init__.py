"""What makes catalogues, the served guide, references and counts of the code; run from the root, never installed."""
