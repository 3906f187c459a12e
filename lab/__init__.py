"""What is no product: the simulator, the training of the networks, the benchmarks. Nothing installed imports it."""
