#!/usr/bin/env bash
# Resolves pyproject.toml into requirements/*.txt: versions and hashes, no addresses. Needs uv on the PATH.
set -euo pipefail
cd "$(dirname "$0")/.."
compile() { uv pip compile -q --python-version 3.11 --generate-hashes --no-emit-index-url --no-header "$@"; }
echo hatchling | compile - -o requirements/build.txt
compile --extra local --extra dev --extra models --extra llm-local --extra train pyproject.toml -o requirements/full.txt
compile --extra local --extra dev -c requirements/full.txt pyproject.toml -o requirements/dev.txt
compile --extra local -c requirements/full.txt pyproject.toml -o requirements/local.txt
compile -c requirements/full.txt pyproject.toml -o requirements/base.txt
