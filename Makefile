# Two commands do everything: `make demo` and `make test`. STACK=full takes Apache Kafka and Neo4j.
STACK ?= local
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
YIKU := $(BIN)/yiku

.DEFAULT_GOAL := help
.PHONY: help demo up down status test test-unit test-full bench lint format protos train-student lock clean

help: ## This list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

demo: $(VENV)/.local ## Start the stack, let conversations become memories, and recall them
	$(YIKU) demo --stack $(STACK)

up: $(VENV)/.local ## Start the stack and leave it running
	$(YIKU) up --stack $(STACK)

down: $(VENV)/.local ## Stop it
	$(YIKU) down --stack $(STACK)

status: $(VENV)/.local ## What runs, and how it is
	$(YIKU) status --stack $(STACK)

test: $(VENV)/.dev ## Lint, then every test on the local stack
	$(MAKE) --no-print-directory lint
	$(BIN)/pytest

test-unit: $(VENV)/.dev ## The tests that open no socket
	$(BIN)/pytest tests/unit

test-full: $(VENV)/.full ## The tests again on Apache Kafka and Neo4j, and those of the heavy extras
	$(BIN)/pytest --stack full

bench: $(VENV)/.dev ## Latency and throughput, each beside its floor
	$(BIN)/python -m benchmarks.perf

lint: $(VENV)/.dev ## ruff, mypy, the arrows between packages, and the protos
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	tools/proto_lint.sh

format: $(VENV)/.dev ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

protos: $(VENV)/.dev ## Generate the stubs from protos/
	tools/protos.sh

train-student: $(VENV)/.full ## Train the student anew from training/corpus (torch; about an hour on two cores)
	$(BIN)/python -m training.student

lock: $(VENV)/.dev ## Resolve the dependencies anew into requirements/*.txt
	tools/lock.sh

clean: ## Stop the stacks, and remove what was installed or made
	-test ! -x $(YIKU) || $(YIKU) down --stack local
	-test ! -x $(YIKU) || $(YIKU) down --stack full
	rm -rf $(VENV) .yiku build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Each set is a superset of the one before, with the same versions.
$(VENV)/.local: requirements/local.txt pyproject.toml
	tools/install.sh $(PYTHON) $(VENV) local
$(VENV)/.dev: requirements/dev.txt pyproject.toml
	tools/install.sh $(PYTHON) $(VENV) dev
$(VENV)/.full: requirements/full.txt pyproject.toml
	tools/install.sh $(PYTHON) $(VENV) full
