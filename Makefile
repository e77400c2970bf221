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

.PHONY: install run test suite collected forked bench lint coverage lock oldest sbom site app clean

# Nothing is compiled beforehand: Python does so with what it imports, and of half of it nothing is.
install: $(READY)

$(READY): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Kessel needs Python 3.11 or newer: install it, or name it with make PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python's venv module is missing: on Debian install python3-venv."; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

run: install
	$(KESSEL) build dagc
	$(KESSEL) sheets dagc
	$(KESSEL) report docs/examples/evening.vlog
	@echo "The module and the sheets are in output/dagc."

# Beside each other, because the types are checked on one core, and no test measures a time.
test: install
	$(MAKE) -j 2 lint suite

# Three workers on two cores, because tests wait a quarter of their time: for browsers, for programs.
# Tests are collected once before that: else each worker compiles all of them anew.
# The breadth of the tests (marked wide) is not among them: `make bench` asks it.
# What forks is tried by itself, because in a worker, which has threads, Kessel does not fork.
suite: collected forked
	$(BIN)/python -m pytest -n 3 --dist worksteal

collected: install
	@$(BIN)/python -m pytest --collect-only -qq > $(VENV)/collected.txt || { cat $(VENV)/collected.txt; exit 1; }

forked: install
	$(BIN)/python -m pytest -q -rs tests/cli/test_read_beside.py

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The floor of coverage: slower than the suite by a third, so it stands beside it.
coverage: install
	$(BIN)/python -m pytest -n 3 --dist worksteal --cov

# The newest versions that pyproject.toml allows, for all systems, with their hashes; needs uv. Extras stay,
# because pip, checking hashes, takes "coverage[toml]" for unpinned where only "coverage" is.
lock:
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-emit-index-url --no-strip-extras --upgrade --quiet --output-file requirements.lock

# The suite with each library at the oldest version that pyproject.toml allows; needs uv. Starlette's
# test client of those days wants httpx.
oldest:
	uv venv --quiet --clear output/.oldest
	uv pip compile --quiet pyproject.toml --resolution lowest-direct --output-file output/.oldest/versions.txt
	uv pip install --quiet --python output/.oldest --constraint output/.oldest/versions.txt --editable '.[dev]' 'httpx<1'
	output/.oldest/bin/python -m pytest -n 3 --dist worksteal

# What is installed, and under which licences, as CycloneDX.
sbom: install
	@$(BIN)/python .ci/sbom.py

# The documentation as a site that opens from its folder too: output/site/index.html.
site: install
	$(BIN)/python .ci/site.py output/site
	@echo "Open output/site/index.html."

# Kessel with its Python, as a folder that starts where there is none: output/app/kessel.
app: install
	$(BIN)/python -m PyInstaller --noconfirm --log-level WARN --distpath output/app --workpath output/.app .ci/kessel.spec
	@echo "Start output/app/kessel/kessel; the whole folder belongs together."

bench: install
	$(BIN)/python -m tests.bench

clean:
	find output -mindepth 1 -maxdepth 1 ! -name README.md -exec rm -rf {} +
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
