#!/bin/sh
# Runs the tests that use threads under ThreadSanitizer, in build-threads.
set -eu
cd "$(dirname "$0")/.."
build="build-threads"
tests="threads pools picture-pools picture-gltf-pools circuit-contacts circuit-pools json-element-lanes"

[ -f "$build/build.ninja" ] ||
    CC=$(scripts/compiler.sh gcc) meson setup "$build" -Dtests=true -Dwerror=true --buildtype=debug -Doptimization=1 \
        -Db_sanitize=thread -Db_lundef=false -Dc_args=-DALWAYS_INLINE= >/dev/null
for test in $tests; do
    ninja -C "$build" --quiet "tests/unit-$test"
    "$build/tests/unit-$test"
done
