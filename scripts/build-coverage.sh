#!/bin/sh
# Builds the tests and the command in build-coverage, so that each run adds to gcov's counts.
set -eu
cd "$(dirname "$0")/.."
build="build-coverage"

# -Og halves the time of the tests. It drops a few lines that -O0 counts. -fno-inline keeps the counts of each function.
# Verbs are inlined into each line of a layout that says them; here each is a function, to be counted once.
mkdir -p "$build"
gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -fPIC -c tests/faults/counts.c -o "$build/counts.o"
[ -f "$build/build.ninja" ] ||
    CC=$(scripts/compiler.sh gcc) meson setup "$build" -Dtests=true --buildtype=debug -Doptimization=g -Db_coverage=true \
        "-Dc_args=-DALWAYS_INLINE= -fno-inline" \
        "-Dc_link_args=['$PWD/$build/counts.o','-Wl,-u,__gcov_dump,--export-dynamic-symbol=__gcov_dump']" >/dev/null
ninja -C "$build" --quiet
