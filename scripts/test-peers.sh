#!/bin/sh
# Runs the tests that need other people's programs, tests/peers/*.py (tests/run.py, tests/suites.py). `make test` needs
# none of these programs. They are installed first; with `install`, nothing else is done. OVERWORLD_DRAW, any text, draws a
# share of the tests, unless a NAME picks them.
# Usage: test-peers.sh [install|NAME...]
# OVERWORLD_CORPUS names the folder of real files, ../shared/corpus by default.
set -eu
cd "$(dirname "$0")/.."

# In one go, which is faster than one after another.
if [ "${1:-}" = install ]; then
    # shellcheck disable=SC2046 # a list of words
    exec scripts/need.sh $(PYTHONPATH=tests /usr/bin/python3 -c '
import suites
print(*{package for suite in suites.drawn_of_peers() for package in suite.packages})')
fi
mkdir -p build-test
if [ $# -eq 0 ] && [ -n "${OVERWORLD_DRAW:-}" ]; then
    set -- drawn-peers
    echo "OVERWORLD_DRAW draws a share of the tests; \`make deep\` runs all"
else
    set -- peers "$@"
fi
exec /usr/bin/python3 tests/run.py "$@"
