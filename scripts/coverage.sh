#!/bin/sh
# Measures how much of the command and the library the tests reach, without the corpus: lines and branches
# of cli/ and of src/, which both have to reach the limits below. The page with every line is
# build-coverage/coverage/index.html.
set -eu
cd "$(dirname "$0")/.."
build="build-coverage"
LINES_LIMIT=99
BRANCHES_LIMIT=90
nowhere=/nonexistent

[ -f "$build/build.ninja" ] ||
    CC=gcc meson setup "$build" -Dtests=true --buildtype=debug -Db_coverage=true \
        -Dc_link_args=-Wl,-u,__gcov_dump,--export-dynamic-symbol=__gcov_dump >/dev/null
ninja -C "$build" --quiet
find "$build" -name '*.gcda' -delete
# Some tests let a run have no room for files, which gcov then complains of.
export GCOV_ERROR_FILE=/dev/null OVERWORLD_CORPUS=$nowhere

set --
for name in cuts corruption allocations roundtrip edits back siblings patches scenes-of-saves; do
    set -- "$@" "'$build/tests/robust-$name' . $nowhere"
done
for program in "$build"/tests/unit-*; do
    if [ -f "$program" ] && [ -x "$program" ]; then
        set -- "$@" "'$program'"
    fi
done
set -- "$@" "/usr/bin/python3 tests/golden.py '$build/overworld' . $nowhere" \
    "/usr/bin/python3 tests/schema.py '$build/overworld' . $nowhere"
for script in faults meanwhile; do
    set -- "$@" "/usr/bin/python3 tests/$script.py '$build/overworld' '$build/tests/libfaults.so' ."
done
/usr/bin/python3 tests/run.py "$@"

mkdir -p "$build/coverage"
gcovr --root . --object-directory "$build" --gcov-ignore-parse-errors --exclude-unreachable-branches \
    --filter src/ --filter cli/ --json "$build/coverage/all.json" -j 2 "$build"
failed=0
for folder in cli src; do
    echo "$folder:"
    gcovr --root . --add-tracefile "$build/coverage/all.json" --filter "$folder/" --print-summary \
        --fail-under-line $LINES_LIMIT --fail-under-branch $BRANCHES_LIMIT \
        --output "$build/coverage/$folder.txt" || failed=1
done
gcovr --root . --add-tracefile "$build/coverage/all.json" --html-details "$build/coverage/index.html"
exit $failed
