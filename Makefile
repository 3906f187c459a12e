# Two commands from a fresh clone: `make demo` and `make test`. Each sets up .venv first.
PYTHON ?= python3
PIP = .venv/bin/python -m pip --disable-pip-version-check install --quiet --constraint requirements.lock

.PHONY: demo test clean

demo: .venv/ready
	.venv/bin/bookgammon demo

test: .venv/ready-for-tests
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/python -m pytest --numprocesses 2 --dist worksteal

.venv/ready: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bookgammon needs Python 3.11 or newer: try make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	$(PIP) --editable .
	@touch $@

.venv/ready-for-tests: .venv/ready
	$(PIP) --editable '.[test]'
	@touch $@

clean:
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
