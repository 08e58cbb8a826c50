#!/bin/sh
# Builds the tests with sanitizers in build-test and the fuzz targets in build-fuzz, runs them all.
# OVERWORLD_CORPUS names the folder of real files, ../shared/corpus by default.
set -eu
cd "$(dirname "$0")/.."
build="build-test"
corpus=${OVERWORLD_CORPUS:-../shared/corpus}

if [ ! -f "$build/build.ninja" ]; then
    CC=gcc meson setup "$build" -Dtests=true --buildtype=debugoptimized \
        -Db_sanitize=address,undefined -Db_lundef=false \
        '-Dc_args=-fno-sanitize-recover=undefined -DALWAYS_INLINE=' >/dev/null
fi
ninja -C "$build" --quiet
scripts/fuzz.sh 0

# A locale whose decimal point is a comma, for the test that JSON does not care; skipped without.
if [ ! -d "$build/locale/de_DE.UTF-8" ] && command -v localedef >/dev/null; then
    mkdir -p "$build/locale"
    localedef -i de_DE -f UTF-8 "$build/locale/de_DE.UTF-8" 2>/dev/null || true
fi
[ ! -d "$build/locale/de_DE.UTF-8" ] || export LOCPATH="$PWD/$build/locale"
export ASAN_OPTIONS="detect_leaks=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}"

# The long ones come first: run.py keeps every processor busy.
set --
for name in cuts corruption allocations roundtrip edits back parts siblings patches merges repair changes blocks scenes-of-saves thumbnails binding; do
    set -- "$@" "'$build/tests/robust-$name' . '$corpus'"
done
seeds="build-fuzz/seeds"
fuzz() { # target, dictionary, seed folders
    target=$1 dictionary=$2
    shift 2
    echo "/usr/bin/python3 tests/fuzz.py 5 '$PWD/build-fuzz/fuzz/$target' $dictionary $*"
}
set -- "$@" "$(fuzz fuzz_bytes fuzz/bytes.dict $seeds/bytes)" \
    "$(fuzz fuzz_json fuzz/json.dict $seeds/json)"
for format in leveld city structure; do
    set -- "$@" "$(fuzz "fuzz_$format" build-fuzz/both.dict $seeds/bytes/$format $seeds/json/$format)"
done
set -- "$@" "$(fuzz fuzz_parts build-fuzz/both.dict $seeds/bytes $seeds/json)"
set -- "$@" "$(fuzz fuzz_scene build-fuzz/both.dict $seeds/bytes $seeds/json)"
set -- "$@" "$(fuzz fuzz_circuit build-fuzz/both.dict $seeds/bytes/blotter $seeds/json/blotter $seeds/bench)"
set -- "$@" "$(fuzz fuzz_tiled fuzz/json.dict $seeds/tiled)"
set -- "$@" "$(fuzz fuzz_patch fuzz/json.dict $seeds/patch)"
set -- "$@" "$(fuzz fuzz_repair fuzz/bytes.dict $seeds/bytes)"
set -- "$@" "$(fuzz fuzz_sql fuzz/bytes.dict $seeds/bytes)"
set -- "$@" "$(fuzz fuzz_netlist fuzz/json.dict samples/netlists $seeds/json/blotter)"
for program in "$build"/tests/unit-*; do
    if [ -f "$program" ] && [ -x "$program" ]; then
        set -- "$@" "'$program'"
    fi
done
for script in schema golden; do
    if [ -f "tests/$script.py" ]; then
        set -- "$@" "/usr/bin/python3 'tests/$script.py' '$build/overworld' . '$corpus'"
    fi
done
set -- "$@" "/usr/bin/python3 tests/sql.py '$build/overworld' . '$corpus' build/sql/overworld.so"
set -- "$@" "/usr/bin/python3 tests/oracle/circuits.py '$build/overworld' 400" \
    "/usr/bin/python3 tests/lwcpu4.py '$build/overworld' . '$corpus'"
set -- "$@" "/usr/bin/python3 tests/catalog/catalog.py '$build/overworld' ."
# Calls are failed in the command as it is installed: a sanitizer has memory and signals of its own.
for script in faults meanwhile; do
    set -- "$@" "/usr/bin/python3 'tests/$script.py' build/overworld '$build/tests/libfaults.so' ."
done
set -- "$@" "tests/install.sh ." "tests/git.sh . '$build/overworld'" "tests/amalgamation.sh . '$build'"
exec /usr/bin/python3 tests/run.py "$@"
