#!/bin/sh
# Measures how much of the command and the library the tests reach, without the corpus: lines and branches of each
# folder, which have to reach the limits below. counted.py says what counts as what. The page with every line is
# build-coverage/coverage/index.html; missing.txt beside it lists what is not reached.
set -eu
cd "$(dirname "$0")/.."
build="build-coverage"
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
    "$(apart sql "$command" . $nowhere "$build/sql/overworld.so")" "$(apart catalog/catalog "$command" .)" \
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
hold() { # folder, least percent of lines, of branches, options
    folder=$1 lines=$2 branches=$3
    shift 3
    echo "$folder:"
    gcovr --root . --add-tracefile "$build/coverage/all.json" --filter "$folder/" "$@" --print-summary \
        --fail-under-line "$lines" --fail-under-branch "$branches" --output "$build/coverage/$folder.txt" || failed=1
}
hold answers 99 90
hold cli 99 90
hold src 99 90
# What fails where memory or a file fails inside of SQLite is not reached.
hold sql 92 80
# What speaks to a server is for tests/peers/postgresql.py, which starts one.
hold catalog 85 70 --exclude 'catalog/(libpq|postgresql).*'
gcovr --root . --add-tracefile "$build/coverage/all.json" --html-details "$build/coverage/index.html"
exit $failed
