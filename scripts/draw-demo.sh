#!/bin/sh
# Draws a sample of each format: the pictures of README, and what `make demo` leaves in build/demo/.
# Usage: draw-demo.sh FOLDER
set -eu
cd "$(dirname "$0")/.."
folder=$1
mkdir -p "$folder"
draw() { # name, file, options
    name=$1 file=$2
    shift 2
    build/overworld render "$file" -o "$folder/$name.png" --force --size 640x480 "$@"
}
draw computer samples/four-bit-adder.partialworld
draw level samples/moated-keep.lvd --tileset samples/tiles/moated-keep.png
draw city samples/city-town.city
draw build samples/build-cabin.structure
