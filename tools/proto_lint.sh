#!/usr/bin/env bash
# Lints the protos, and refuses a change that breaks callers of the last release (or of main, or HEAD).
set -euo pipefail
cd "$(dirname "$0")/.."
buf=.venv/bin/buf
"$buf" lint
base=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || git rev-parse --verify -q HEAD || true)
[ -n "$base" ] || exit 0
old=$(mktemp -d)
trap 'rm -rf "$old"' EXIT
if git archive "$base" -- buf.yaml protos third_party 2>/dev/null | tar -x -C "$old"; then
  "$buf" breaking --against "$old"
fi
