# `make demo` and `make test` install whatever they need; the rest assumes one of them has run.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
SHARED ?= ../shared
MODEL ?= symbolic
LIMIT ?= 40

.PHONY: demo test setup setup-dev format bench bench-spans bench-matching bench-schemas \
	bench-model bench-normalizers bench-scorers bench-batch lock clean

setup:
	@$(PYTHON) scripts/setup.py

setup-dev:
	@$(PYTHON) scripts/setup.py --dev

demo: setup
	@$(BIN)/veraz demo

test: setup-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

format:
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: bench-scorers bench-spans bench-matching bench-schemas bench-normalizers bench-model bench-batch

bench-spans bench-matching bench-schemas bench-model bench-normalizers bench-scorers bench-batch: bench-%:
	$(BIN)/python tests/benchmarks/bench_$*.py

lock:
	$(BIN)/pip freeze --exclude-editable | grep -v -i -e '^es[-_]core' -e ' @ ' > requirements.lock

clean:
	rm -rf .venv build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
