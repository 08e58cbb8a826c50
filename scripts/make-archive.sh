#!/bin/sh
# Joins the objects of archives into one and hides every name that is not public.
# Usage: make-archive.sh OUTPUT.a SCRATCH_FOLDER OBJECTS.a...
set -eu
output=$1
scratch=$2
shift 2
mkdir -p "$scratch"
ld -r --whole-archive "$@" -o "$scratch/overworld.o"
objcopy --localize-hidden "$scratch/overworld.o"
rm -f "$output"
ar rcs "$output" "$scratch/overworld.o"
