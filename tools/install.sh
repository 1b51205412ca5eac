#!/usr/bin/env bash
# install.sh PYTHON VENV SET: brings VENV to the locked packages of requirements/SET.txt, and Yiku itself.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$1 venv=$2 set=$3

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "Yiku needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11 ..." >&2
  exit 1
fi
if [ ! -x "$venv/bin/pip" ]; then
  "$python" -m venv "$venv" || {
    echo "python3 -m venv failed; on Debian: apt-get install python3-venv" >&2
    exit 1
  }
fi
echo "installing the locked packages of requirements/$set.txt (about a minute the first time)"
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-input --require-hashes -r "requirements/build.txt"
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-input --require-hashes -r "requirements/$set.txt"
"$venv/bin/pip" install --quiet --disable-pip-version-check --no-input --no-deps --no-build-isolation -e .
case $set in
  full) touch "$venv/.local" "$venv/.dev" "$venv/.full" ;;
  dev) touch "$venv/.local" "$venv/.dev" ;;
  *) touch "$venv/.$set" ;;
esac
