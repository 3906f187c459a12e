"""What makes boards to learn from, and the benchmarks."""
