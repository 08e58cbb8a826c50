#!/bin/sh
# Builds the fuzz targets with clang in build-fuzz and runs each of them for a while.
# Usage: fuzz.sh [SECONDS]    (a target's time, 120 by default; 0 builds only)
# What they find stays in build-fuzz: corpora that grow from run to run, and crash-* files.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-120}
build="build-fuzz"
corpus=${OVERWORLD_CORPUS:-../shared/corpus}

if [ ! -f "$build/build.ninja" ]; then
    CC=clang meson setup "$build" -Dfuzz=true --buildtype=debugoptimized \
        -Db_sanitize=address,undefined -Db_lundef=false \
        -Dc_args='-fsanitize=fuzzer-no-link -fno-sanitize-recover=undefined -DALWAYS_INLINE=' >/dev/null
fi
ninja -C "$build" --quiet fuzz/fuzz_bytes fuzz/fuzz_json fuzz/fuzz_leveld fuzz/fuzz_city \
    fuzz/fuzz_structure fuzz/fuzz_parts fuzz/fuzz_scene fuzz/fuzz_circuit fuzz/fuzz_netlist fuzz/fuzz_tiled \
    fuzz/fuzz_patch fuzz/fuzz_repair fuzz/fuzz_sql fuzz/seeds

# What the targets start from, made anew: samples and real files, sorted by format, and their JSON.
rm -rf "$build/seeds"
mkdir -p "$build/seeds"
find samples "$corpus" "$corpus-older-builds" -type f -size -40k -exec "$build/fuzz/seeds" "$build/seeds" {} + \
    2>/dev/null || true
cat fuzz/bytes.dict fuzz/json.dict >"$build/both.dict"
mkdir -p "$build/seeds/tiled"
for level in samples/level-*.lvd; do # and maps of levels
    build/overworld convert "$level" - --to tmj >"$build/seeds/tiled/$(basename "$level").tmj" 2>/dev/null
done
mkdir -p "$build/seeds/patch"
for kind in level build city world; do # and patches from one sample to the next, each behind its world
    before=
    for after in samples/"$kind"-*.json; do
        if [ -n "$before" ]; then
            { cat "$before"; printf '\0'; build/overworld diff --patch "$before" "$after"; } \
                >"$build/seeds/patch/$(basename "$after")" 2>/dev/null || true
        fi
        before=$after
    done
done
find "$build/seeds/patch" -size +64k -delete
mkdir -p "$build/seeds/bench" # and benches
find samples tests "$corpus" -name '*bench*.json' -not -name '*.schema.json' -size -20k \
    -exec cp {} "$build/seeds/bench" \; 2>/dev/null || true
[ "$seconds" -gt 0 ] || exit 0

run() { # target, dictionary, seed folders
    target=$1 dictionary=$2
    shift 2
    echo "$target: $seconds seconds"
    mkdir -p "$build/corpus/$target"
    "$build/fuzz/$target" -max_total_time="$seconds" -max_len=20000 -timeout=20 -rss_limit_mb=2048 \
        -dict="$dictionary" -artifact_prefix="$build/" -print_final_stats=1 \
        "$build/corpus/$target" "$@" 2>"$build/$target.log" || {
        tail -n 60 "$build/$target.log"
        exit 1
    }
    tail -n 7 "$build/$target.log"
}
seeds=$build/seeds
run fuzz_bytes fuzz/bytes.dict "$seeds/bytes"
run fuzz_json fuzz/json.dict "$seeds/json"
for format in leveld city structure; do
    run "fuzz_$format" "$build/both.dict" "$seeds/bytes/$format" "$seeds/json/$format"
done
run fuzz_parts "$build/both.dict" "$seeds/bytes" "$seeds/json"
run fuzz_scene "$build/both.dict" "$seeds/bytes" "$seeds/json"
run fuzz_circuit "$build/both.dict" "$seeds/bytes/blotter" "$seeds/json/blotter" "$seeds/bench"
run fuzz_tiled fuzz/json.dict "$seeds/tiled"
run fuzz_patch fuzz/json.dict "$seeds/patch"
run fuzz_repair fuzz/bytes.dict "$seeds/bytes"
run fuzz_sql fuzz/bytes.dict "$seeds/bytes"
run fuzz_netlist fuzz/json.dict samples/netlists "$seeds/json/blotter"
