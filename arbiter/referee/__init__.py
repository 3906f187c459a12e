"""The live referee: evidence in, events out."""
