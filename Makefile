# `make demo` and `make test` install whatever they need; the rest assumes one of them has run.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
# Processes that run the tests.
WORKERS ?= 2

BENCHES := bench-spans bench-dates bench-units bench-matching bench-examples bench-schemas \
	bench-long bench-model bench-normalizers bench-scorers bench-batch bench-playground bench-attacks \
	bench-before bench-forms bench-hints bench-symbolic bench-guarantee bench-taught bench-review \
	bench-typesetting

.PHONY: demo test lint pytest setup setup-dev first-minutes format bench bench-own bench-times $(BENCHES) docs lock clean

setup:
	@$(PYTHON) scripts/setup.py

setup-dev:
	@$(PYTHON) scripts/setup.py --dev

demo: setup
	@$(BIN)/veraz demo

# The tests start many interpreters: each would compile all of Veraz where bytecode may not be kept.
test: export PYTHONDONTWRITEBYTECODE =
test: setup-dev
	@$(MAKE) --no-print-directory --jobs 2 lint pytest

lint:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

pytest:
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

# What README.md tells a newcomer to do, from an empty home, timed.
first-minutes:
	@$(PYTHON) scripts/first_minutes.py

format:
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(BENCHES) bench-own bench-times

$(BENCHES): bench-%:
	$(BIN)/python tests/benchmarks/bench_$*.py

# The accuracy tools from start to end: docs/calibration.md.
bench-own:
	$(BIN)/python tests/benchmarks/bench_own_documents.py

# How the time of hostile texts grows with their length; wants a quiet machine.
bench-times:
	$(BIN)/pytest -m timed

docs:
	$(BIN)/mkdocs build

lock:
	$(BIN)/pip freeze --exclude-editable | grep -v -i -e '^es[-_]core' -e ' @ ' > requirements.lock

clean:
	rm -rf .venv build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
