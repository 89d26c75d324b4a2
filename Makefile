# `make chat` runs the assistant and `make test` passes the tests, each from nothing but python3 >= 3.11 and make.
#   make chat ARGS="-C ~/some/project"    any arguments of `localcoder`
#   make test TESTS=tests/engine          a part of the tests

PYTHON ?=
ARGS ?=
TESTS ?=
BIN := .venv/bin
# What this make says to makes below it, which are not those that commands of the assistant start.
ALONE := env -u MAKELEVEL -u MAKEFLAGS -u MFLAGS -u MAKE_TERMOUT -u MAKE_TERMERR

.PHONY: help chat test lint format clean

help:
	@sed -n '1,/^$$/s/^# \{0,1\}//p' Makefile

chat: .venv/.runtime
	@$(ALONE) $(BIN)/python -m localcoder $(ARGS)

# A worker for each core: most tests wait for programs that they start.
test: lint
	$(ALONE) $(BIN)/python -m pytest -n logical --maxprocesses 8 --dist worksteal $(TESTS)

lint: .venv/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/.dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build

# Stamps: what they depend on decides when the environment is brought up to date again.
.venv/.runtime: pyproject.toml constraints.txt tools/setup.sh
	@PYTHON="$(PYTHON)" sh tools/setup.sh runtime
	@touch $@

.venv/.dev: pyproject.toml constraints.txt tools/setup.sh
	@PYTHON="$(PYTHON)" sh tools/setup.sh dev
	@touch $@ .venv/.runtime
