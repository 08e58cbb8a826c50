#!/bin/sh
# Checks the layout of the changed files, builds, and runs the tests that the change reaches.
set -eu
cd "$(dirname "$0")/.."
git diff --name-only HEAD --diff-filter=d -- '*.c' '*.h' | xargs -r clang-format --dry-run --Werror
exec scripts/test.sh check
