#!/bin/sh
# Builds the tests with sanitizers in build-test and the fuzz targets in build-fuzz, then runs a list of suites.
# Usage: test.sh test|deep [NAME...]    (tests/run.py, tests/suites.py)
#        test.sh check                  (tests/check.py, without fuzz targets)
# OVERWORLD_CORPUS names the folder of real files, ../shared/corpus by default.
set -eu
cd "$(dirname "$0")/.."
build="build-test"

scripts/build-test.sh

# A locale whose decimal point is a comma, for the test that JSON does not care; skipped without.
if [ ! -d "$build/locale/de_DE.UTF-8" ] && command -v localedef >/dev/null; then
    mkdir -p "$build/locale"
    localedef -i de_DE -f UTF-8 "$build/locale/de_DE.UTF-8" 2>/dev/null || true
fi
[ ! -d "$build/locale/de_DE.UTF-8" ] || export LOCPATH="$PWD/$build/locale"
# Short stacks of allocations, and freed memory that is kept less long, save a seventh of the time.
export ASAN_OPTIONS="detect_leaks=1:malloc_context_size=8:quarantine_size_mb=16${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
export LSAN_OPTIONS="suppressions=$PWD/tests/leaks.txt:print_suppressions=0${LSAN_OPTIONS:+:$LSAN_OPTIONS}"
[ "$1" != check ] || exec /usr/bin/python3 tests/check.py
scripts/fuzz.sh 0
exec /usr/bin/python3 tests/run.py "$@"
