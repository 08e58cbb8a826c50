#!/bin/sh
# Builds the tests and the command without sanitizers and optimization in build-check. Any warning is an error.
set -eu
cd "$(dirname "$0")/.."
build="build-check"

[ -f "$build/build.ninja" ] ||
    CC=$(scripts/compiler.sh gcc) meson setup "$build" -Dtests=true -Dwerror=true --buildtype=debug -Ddebug=false \
        -Doptimization=0 -Dc_args=-DALWAYS_INLINE= >/dev/null
ninja -C "$build" --quiet
