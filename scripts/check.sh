#!/bin/sh
# Checks the layout of the changed files, builds, and runs the tests that the change reaches (tests/check.py).
# A change of a header that everything includes reaches more objects than can be compiled in a minute with sanitizers,
# and again optimized. Then the tests run in build-check, which has neither.
set -eu
cd "$(dirname "$0")/.."
most_objects=300

git diff --name-only HEAD --diff-filter=d -- '*.c' '*.h' | xargs -r clang-format --dry-run --Werror

pending() { # build folder: how many steps its build has to make
    [ -f "$1/build.ninja" ] || {
        echo 1000
        return
    }
    ninja -C "$1" -n | grep -c '^\[' || true
}

reached=$(($(pending build) + $(pending build-test)))
if [ "$reached" -le "$most_objects" ]; then
    ninja -C build --quiet
    exec scripts/test.sh check
fi
echo "$reached objects have to be compiled: without optimization and sanitizers, in build-check"
scripts/build-check.sh
exec /usr/bin/python3 tests/check.py build-check
