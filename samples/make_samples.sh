#!/bin/sh
# Makes every binary sample from its JSON.
#
# Usage: make_samples.sh [COMMAND [FOLDER]]
#
# COMMAND is the overworld command (build/overworld beside this folder unless told), FOLDER is where
# the binaries go (this folder unless told). The JSON is only read; files there before are replaced.
set -eu

samples=$(cd "$(dirname "$0")" && pwd)
command=${1:-$samples/../build/overworld}
folder=${2:-$samples}

# Version 4 had an extension of its own; later saves have one for each of the two kinds.
extension_of() {
    if grep -q '^  "format": "structure",' "$1"; then
        echo structure
    elif grep -q '^  "version": 4,' "$1"; then
        echo tung
    elif grep -q '^  "save_type": "subassembly",' "$1"; then
        echo partialworld
    else
        echo logicworld
    fi
}

bytes() { # $2 bytes of the file $1, from byte $3 on
    dd if="$1" bs=1 skip="$3" count="$2" 2>/dev/null
}

mkdir -p "$folder/issues"
for json in "$samples"/*.json "$samples"/issues/*.json; do
    name=${json#"$samples"/}
    name=${name%.json}
    "$command" convert --force "$json" "$folder/$name.$(extension_of "$json")"
done

# What JSON cannot say: a save that is cut short, one whose footer is another, and one of a version
# that nobody has published.
whole=$folder/world-v7-empty.logicworld
size=$(($(wc -c <"$whole")))
bytes "$whole" $((size - 20)) 0 >"$folder/issues/BLOTTER_TRUNCATED.logicworld"
{
    bytes "$whole" $((size - 3)) 0
    printf 'LOL'
} >"$folder/issues/BLOTTER_BROKEN.logicworld"
{
    bytes "$whole" 16 0
    printf '\010'
    bytes "$whole" $((size - 17)) 17
} >"$folder/issues/BLOTTER_UNKNOWN_VERSION.logicworld"

# The same for builds: cut short, with a byte too many, and of a version that nobody has published.
whole=$folder/build-math.structure
size=$(($(wc -c <"$whole")))
bytes "$whole" $((size - 9)) 0 >"$folder/issues/STRUCTURE_TRUNCATED.structure"
{
    bytes "$whole" "$size" 0
    printf '\000'
} >"$folder/issues/STRUCTURE_BROKEN.structure"
{
    printf '\007'
    bytes "$whole" $((size - 1)) 1
} >"$folder/issues/STRUCTURE_UNKNOWN_VERSION.structure"
