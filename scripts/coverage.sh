#!/bin/sh
# Measures how much of the command and the library the tests reach, without the corpus: lines and branches of each
# folder, which have to reach the limits below. counted.py says what counts as what. The page with every line is
# build-coverage/coverage/index.html; missing.txt beside it lists what is not reached.
set -eu
cd "$(dirname "$0")/.."
build="build-coverage"

scripts/build-coverage.sh
rm -rf "$build/coverage"
mkdir -p "$build/coverage"
find "$build" -name '*.gcda' -delete
# Some tests let a run have no room for files, which gcov then complains of.
export GCOV_ERROR_FILE=/dev/null

/usr/bin/python3 tests/run.py coverage

/usr/bin/python3 scripts/counted.py "$build" "$build/coverage"
failed=0
hold() { # folder, least percent of lines, of branches, options
    folder=$1 lines=$2 branches=$3
    shift 3
    echo "$folder:"
    gcovr --root . --add-tracefile "$build/coverage/all.json" --filter "$folder/" "$@" --print-summary \
        --fail-under-line "$lines" --fail-under-branch "$branches" --output "$build/coverage/$folder.txt" || failed=1
}
hold answers 99 90
# A process in the sandbox can write no counts: tests/files/sandbox.c shows from inside what it does, and golden tests
# show what it says.
hold cli 99.2 90 --exclude 'cli/io/confine_stop.*'
hold src 99.2 90
hold files 94 90 --exclude 'files/sandbox.*'
# What fails where memory or a file fails inside of SQLite is not reached. The build itself runs make_tables.c.
hold sql 92 80 --exclude 'sql/(make_tables|tables_none).c'
# What speaks to a server is for tests/peers/postgresql.py, which starts one.
hold catalog 85 70 --exclude 'catalog/(libpq|postgresql).*'
gcovr --root . --add-tracefile "$build/coverage/all.json" --html-details "$build/coverage/index.html"
exit $failed
