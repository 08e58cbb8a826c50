#!/bin/sh
# Builds what a change reaches and runs the tests that reach it: tests/check.py.
set -eu
cd "$(dirname "$0")/.."
git diff --name-only HEAD --diff-filter=d -- '*.c' '*.h' | xargs -r clang-format --dry-run --Werror
scripts/build-test.sh
export ASAN_OPTIONS="detect_leaks=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
exec /usr/bin/python3 tests/check.py
