"""The analysis held against GNU Backgammon's own printed account."""
