#!/bin/sh
# Joins the objects of archives into one and hides every name that is not public.
# Usage: make-archive.sh OUTPUT.a SCRATCH_FOLDER OBJECTS.a... [--needed OBJECTS.a...]
# Of the archives behind --needed, only the objects are taken that the others refer to.
set -eu
output=$1
scratch=$2
shift 2
mkdir -p "$scratch"
rest=$#
while [ "$rest" -gt 0 ]; do
    [ "$1" = --needed ] && word=--no-whole-archive || word=$1
    set -- "$@" "$word"
    shift
    rest=$((rest - 1))
done
ld -r --whole-archive "$@" -o "$scratch/overworld.o"
objcopy --localize-hidden "$scratch/overworld.o"
rm -f "$output"
ar rcs "$output" "$scratch/overworld.o"
