#!/bin/sh
# Joins the objects of an archive into one and hides every name that is not public.
# Usage: make-archive.sh OBJECTS.a OUTPUT.a SCRATCH_FOLDER
set -eu
mkdir -p "$3"
ld -r --whole-archive "$1" -o "$3/overworld.o"
objcopy --localize-hidden "$3/overworld.o"
rm -f "$2"
ar rcs "$2" "$3/overworld.o"
