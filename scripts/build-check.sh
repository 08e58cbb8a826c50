#!/bin/sh
# Builds the tests and the command without sanitizers in build-check. Any warning is an error.
# Usage: build-check.sh [LEVEL]        of optimization, when the folder is new: 0, which compiles fastest
set -eu
cd "$(dirname "$0")/.."
build="build-check"

[ -f "$build/build.ninja" ] ||
    CC=$(scripts/compiler.sh gcc) meson setup "$build" -Dtests=true -Dwerror=true --buildtype=debug -Ddebug=false \
        -Doptimization="${1:-0}" -Dc_args=-DALWAYS_INLINE= >/dev/null
ninja -C "$build" --quiet
