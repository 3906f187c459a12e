# The same as ./run, for those whose fingers type make.
.PHONY: demo test clean

demo:
	@./run demo

test:
	@./run test

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
