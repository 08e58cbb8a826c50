#!/bin/sh
# The main job on the project's own samples: what is it, is it sound, what is in it, and there and
# back again.
set -eu
cd "$(dirname "$0")/.."
PATH=$PWD/build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() {
    printf '\n$ %s\n' "$*"
    "$@"
}

adder=samples/four-bit-adder.partialworld
run overworld info "$adder"
run overworld check "$adder"
run overworld check samples/issues/BLOTTER_DANGLING_PEG.partialworld || true
run overworld show "$adder" /wires/0
run overworld convert "$adder" "$work/adder.json"
run overworld convert "$work/adder.json" "$work/adder.partialworld"
run cmp "$adder" "$work/adder.partialworld"
echo "The same, byte for byte."
run overworld convert samples/world-v5.logicworld "$work/new.logicworld" --version 7
run overworld info "$work/new.logicworld"
run overworld info samples/moated-keep.lvd
run overworld info --map samples/moated-keep.lvd
run overworld check samples/moated-keep.lvd
run overworld convert samples/level-v2-big.lvd "$work/new.lvd" --version 4
run overworld info samples/city-d3.city
run overworld convert samples/city-d3.city "$work/city.json"
scripts/draw-demo.sh build/demo
echo
echo "Pictures of a computer, a level, a city and a build: $PWD/build/demo/"
