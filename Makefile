# make run: build a module and its sheets, and ask the assistant about a save. make test: all checks.

PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
KESSEL := $(BIN)/kessel
READY := $(VENV)/ready

.PHONY: install run test bench lint clean

install: $(READY)

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Kessel needs Python 3.11 or newer: install it, or name it with make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python's venv module is missing: on Debian install python3-venv."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

run: install
	$(KESSEL) build dagc
	$(KESSEL) sheets dagc
	$(KESSEL) report docs/examples/evening.vlog
	@echo "The module and the sheets are in output/dagc."

test: install lint
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install
	$(BIN)/python -m tests.bench

clean:
	rm -rf output .mypy_cache .ruff_cache .pytest_cache .hypothesis
