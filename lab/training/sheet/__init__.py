"""One network over the whole book: its picture of constant scale, its labels, its data and its learning (README)."""
