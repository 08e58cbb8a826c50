#!/bin/sh
# Makes every binary sample from its JSON, and the terrain that the cities refer to.
#
# Usage: make_samples.sh [COMMAND [FOLDER]]
#
# COMMAND is the overworld command (build/overworld beside this folder unless told), FOLDER is where
# the binaries go (this folder unless told). The JSON is only read; files there before are replaced.
set -eu

samples=$(cd "$(dirname "$0")" && pwd)
command=${1:-$samples/../build/overworld}
folder=${2:-$samples}

# Blotter's version 4 had an extension of its own; later saves have one for each of the two kinds.
extension_of() {
    if grep -q '^  "format": "leveld",' "$1"; then
        echo lvd
    elif grep -q '^  "format": "city",' "$1"; then
        echo city
    elif grep -q '^  "format": "structure",' "$1"; then
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

mkdir -p "$folder/issues" "$folder/terrain" "$folder/tiles"
for json in "$samples"/*.json "$samples"/mods/*.json "$samples"/issues/*.json "$samples"/issues/*/data.json; do
    name=${json#"$samples"/}
    name=${name%.json}
    mkdir -p "$(dirname "$folder/$name")"
    "$command" convert --force "$json" "$folder/$name.$(extension_of "$json")"
done
python3 -B "$samples/make_terrain.py" "$folder/terrain/river-valley.png"
python3 -B "$samples/make_tiles.py" "$folder/tiles/moated-keep.png"
# Of a size that the game does not use: 2 x 2 pixels.
{
    printf '\211PNG\r\n\032\n\000\000\000\015IHDR\000\000\000\002\000\000\000\002\010\002\000\000\000'
    printf '\375\324\232\163\000\000\000\031IDAT\170\001\001\016\000\361\377\000<x<<x<\000<x<<x<'
    printf '\032\116\003\301\341\053\023\067\000\000\000\000IEND\256\102\140\202'
} >"$folder/terrain/odd-size.png"

# Files whose names are not of their kind: a save as a level, and a part as a whole world.
cp "$folder/world-v7-empty.logicworld" "$folder/issues/FILE_WRONG_EXTENSION.lvd"
cp "$folder/four-bit-adder.partialworld" "$folder/issues/FILE_UNUSUAL_EXTENSION.logicworld"

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

# The same of a level: cut short, padded with zeros, which are no block, and of a version to come.
whole=$folder/level-v4.lvd
size=$(($(wc -c <"$whole")))
bytes "$whole" $((size - 20)) 0 >"$folder/issues/LEVELD_TRUNCATED.lvd"
{
    cat "$whole"
    printf '\000\000\000\000'
} >"$folder/issues/LEVELD_BROKEN.lvd"
{
    printf '\000\005'
    bytes "$whole" $((size - 2)) 2
} >"$folder/issues/LEVELD_UNKNOWN_VERSION.lvd"

# The same of a city: cut short, with bytes behind its end, and of a version that nobody knows.
whole=$folder/city-d3.city
size=$(($(wc -c <"$whole")))
bytes "$whole" $((size - 20)) 0 >"$folder/issues/CITY_TRUNCATED.city"
{
    cat "$whole"
    printf 'more'
} >"$folder/issues/CITY_BROKEN.city"
{
    bytes "$whole" 2 0
    printf '\000\001'
    bytes "$whole" $((size - 4)) 4
} >"$folder/issues/CITY_UNKNOWN_VERSION.city"

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
