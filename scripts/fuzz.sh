#!/bin/sh
# Builds the fuzz targets with clang in build-fuzz and runs each of them for a while.
# Usage: fuzz.sh [SECONDS [TARGET...]]        (a target's time, 120 by default; 0 builds only)
#        fuzz.sh afl [SECONDS [TARGET...]]    (the same targets with AFL++, built in build-fuzz-afl)
# Each campaign goes on where the last one was: corpora grow in build-fuzz/corpus, which begins as fuzz/corpus, and
# fuzz/ledger.tsv gets a line for each target. Inputs that break a promise are in build-fuzz/found.
# `fuzz.sh keep [TARGET...]` puts a small corpus of each target into fuzz/corpus, to be committed with the ledger.
set -eu
cd "$(dirname "$0")/.."
[ "${1:-}" != keep ] || exec /usr/bin/python3 tests/fuzz.py "$@"
engine=libfuzzer
[ "${1:-}" != afl ] || {
    engine=afl
    shift
    scripts/need.sh afl++
}
seconds=${1:-120}
[ $# -eq 0 ] || shift
build="build-fuzz"
corpus=${OVERWORLD_CORPUS:-../shared/corpus}

# It converts and compares samples below.
[ -x build/overworld ] || make
compile() { # folder, compiler, targets...
    [ -f "$1/build.ninja" ] ||
        CC=$(scripts/compiler.sh "$2") meson setup "$1" -Dfuzz=true --buildtype=debug -Doptimization=1 \
            -Db_sanitize=address,undefined -Db_lundef=false \
            -Dc_args='-fsanitize=fuzzer-no-link -fno-sanitize-recover=undefined -DALWAYS_INLINE= -DOW_TINY_PIECES' >/dev/null
    folder=$1
    shift 2
    ninja -C "$folder" --quiet "$@"
}
compile "$build" clang fuzz-targets
if [ "$engine" = afl ]; then
    export AFL_QUIET=1
    targets=fuzz-targets
    [ $# -eq 0 ] || targets=$(printf 'fuzz/%s ' "$@")
    # shellcheck disable=SC2086 # a list of words
    compile "$build-afl" afl-clang-fast $targets
fi

# What the targets start from, made anew: samples sorted by format, and their JSON. Real files are apart, because nothing
# that comes from them may get into fuzz/corpus: only the runs of `make test` begin with them too.
rm -rf "$build/seeds" "$build/real-seeds"
mkdir -p "$build/seeds" "$build/real-seeds"
find samples -type f -size -40k -exec "$build/fuzz/seeds" "$build/seeds" {} +
"$build/fuzz/made" "$build/seeds" 3 # and files that the layouts make, in each version and variant
find "$corpus" "$corpus-older-builds" -type f -size -40k -exec "$build/fuzz/seeds" "$build/real-seeds" {} + \
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
find "$build/seeds/patch" -type f -size +64k -delete
mkdir -p "$build/seeds/pair" # and worlds behind each other, also of two formats
for kind in level build city world subassembly; do
    before=samples/city-s1.json
    for after in samples/"$kind"-*.json; do
        { cat "$before"; printf '\0'; cat "$after"; } >"$build/seeds/pair/$(basename "$after")"
        { cat "$before"; printf '\0'; cat "$after"; printf '\0'; cat "$before"; } >"$build/seeds/pair/3-$(basename "$after")"
        before=$after
    done
done
find "$build/seeds/pair" -type f -size +19k -delete # libFuzzer cuts what is longer
mkdir -p "$build/seeds/program" "$build/seeds/netlist" # and saves with what is put into them
for save in samples/*.json samples/issues/*.json fuzz/save-memories.json; do
    grep -q '"blotter"' "$save" || continue
    name=$(basename "$save")
    { cat "$save"; printf '\0program'; } >"$build/seeds/program/$name"
    for bench in samples/benches/*.json fuzz/bench-memory.json; do
        { cat "$save"; printf '\0'; cat "$bench"; } >"$build/seeds/program/$(basename "$bench" .json)-$name"
    done
    { cat fuzz/netlist-small.json; printf '\0'; cat "$save"; } >"$build/seeds/netlist/$name"
done
cp samples/netlists/*.csv "$build/seeds/netlist"
find "$build/seeds/program" "$build/seeds/netlist" -type f -size +19k -delete
mkdir -p "$build/seeds/bench" "$build/real-seeds/bench" # and benches
benches() {
    into=$1
    shift
    find "$@" -path '*bench*' -name '*.json' -not -name '*.schema.json' -size -20k -exec cp {} "$into/bench" \; 2>/dev/null || true
}
benches "$build/seeds" samples tests fuzz
benches "$build/real-seeds" "$corpus"
mkdir -p "$build/seeds/calls" # and calls of the headers, with small files of all kinds
find samples fuzz/jecs fuzz/mods fuzz/netlist-small.json "$build/seeds/tiled" -type f -size -3k \
    \( -name '*.json' -o -name '*.csv' -o -name '*.tmj' -o -path 'fuzz/*' \) -exec fuzz/make_calls.py seeds "$build/seeds/calls" {} +
cat fuzz/json.dict "$build/fuzz/calls.dict" >"$build/calls.dict"
mkdir -p "$build/real-seeds/jecs" # and text files, with a change behind each
find "$corpus" "$corpus/../mods" \( -name '*.jecs' -o -name '*.succ' \) -size -8k 2>/dev/null | sort |
    while read -r file; do
        { cat "$file"; printf '\0\003\000text'; } >"$build/real-seeds/jecs/$(printf %s "$file" | cksum | cut -d ' ' -f 1)"
    done
[ "$seconds" -gt 0 ] || exit 0

status=0
OVERWORLD_FUZZ_SECONDS=$seconds OVERWORLD_FUZZ_ENGINE=$engine /usr/bin/python3 tests/run.py fuzz "$@" || status=$?
awk 'NR > 1 { seconds += $4; inputs += $5; found += $8 }
    END { printf "all campaigns: %.1f hours of processor time, %d inputs, %d findings\n", seconds / 3600, inputs, found }' \
    fuzz/ledger.tsv
exit $status
