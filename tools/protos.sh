#!/usr/bin/env bash
# Generates the Python stubs of protos/ and of the vendored validation rules into libs/.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
mapfile -t files < <(find protos third_party -name '*.proto' | sort)
rm -rf libs/buf
"$python" -m grpc_tools.protoc -I protos -I third_party \
  --python_out=libs --pyi_out=libs --grpc_python_out=libs "${files[@]}"
rm -f libs/buf/validate/validate_pb2_grpc.py
find libs/yiku -path '*/v1/*_pb2_grpc.py' -size -1k -delete
