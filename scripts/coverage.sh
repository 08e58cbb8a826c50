#!/bin/sh
# Measures how much of the command and the library the tests reach, without the corpus: lines and branches
# of cli/ and of src/, which have to reach the limits below. counted.py says what counts as what. The page
# with every line is build-coverage/coverage/index.html; missing.txt beside it lists what is not reached.
set -eu
cd "$(dirname "$0")/.."
build="build-coverage"
LINES_LIMIT=99
BRANCHES_LIMIT=90
nowhere=/nonexistent

# Verbs are inlined into each line of a layout that says them; here each is a function, to be counted once.
[ -f "$build/build.ninja" ] ||
    CC=gcc meson setup "$build" -Dtests=true --buildtype=debug -Db_coverage=true -Dc_args=-DALWAYS_INLINE= \
        -Dc_link_args=-Wl,-u,__gcov_dump,--export-dynamic-symbol=__gcov_dump >/dev/null
ninja -C "$build" --quiet
rm -rf "$build/coverage"
mkdir -p "$build/coverage"
find "$build" -name '*.gcda' -delete
# Some tests let a run have no room for files, which gcov then complains of.
export GCOV_ERROR_FILE=/dev/null OVERWORLD_CORPUS=$nowhere

# What runs the command many times at once keeps counts of its own: all of them in one place wait for each other.
command="$build/overworld"
apart() { # name, arguments
    name=$1
    shift
    echo "env GCOV_PREFIX='$PWD/$build/coverage/runs/$(basename "$name")' /usr/bin/python3 tests/$name.py $*"
}
set -- "$(apart faults "$command" "$build/tests/libfaults.so" .)" "$(apart golden "$command" . $nowhere)" \
    "$(apart sql "$command" . $nowhere build/sql/overworld.so)" "$(apart catalog/catalog "$command" .)" \
    "$(apart schema "$command" . $nowhere)" "$(apart meanwhile "$command" "$build/tests/libfaults.so" .)"
for name in allocations roundtrip edits back parts siblings patches merges repair changes blocks scenes-of-saves thumbnails; do
    set -- "$@" "'$build/tests/robust-$name' . $nowhere"
done
# Without what takes long to reach nothing more, and without threads, whose counts are lost to each other.
for program in "$build"/tests/unit-*; do
    case $program in
    */unit-blotter-hostile | */unit-city-hostile | */unit-leveld-hostile | */unit-structure-hostile) continue ;;
    *-memory-limits | *-threads) continue ;;
    esac
    if [ -f "$program" ] && [ -x "$program" ]; then
        set -- "$@" "'$program'"
    fi
done
/usr/bin/python3 tests/run.py "$@"

/usr/bin/python3 scripts/counted.py "$build" "$build/coverage"
failed=0
for folder in answers cli src; do
    echo "$folder:"
    gcovr --root . --add-tracefile "$build/coverage/all.json" --filter "$folder/" --print-summary \
        --fail-under-line $LINES_LIMIT --fail-under-branch $BRANCHES_LIMIT \
        --output "$build/coverage/$folder.txt" || failed=1
done
gcovr --root . --add-tracefile "$build/coverage/all.json" --html-details "$build/coverage/index.html"
exit $failed
