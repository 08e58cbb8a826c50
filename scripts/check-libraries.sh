#!/bin/sh
# The three libraries refer to each other in one direction only, as the compiler made them: formats to none, pictures
# to formats, and circuits to formats.
# Usage: check-libraries.sh BUILD_FOLDER
set -eu
folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

for name in formats pictures circuits; do
    archive=$folder/liboverworld-$name-objects.a
    nm --defined-only -g "$archive" | awk 'NF == 3 { print $3 }' | sort -u >"$work/$name.has"
    nm -u "$archive" | awk '$1 == "U" { print $2 }' | sort -u | comm -23 - "$work/$name.has" >"$work/$name.needs"
    [ -s "$work/$name.has" ] || {
        echo "$archive: no symbols found" >&2
        exit 1
    }
done

# Usage: refuse LIBRARY OF: prints names of the library OF that LIBRARY refers to.
refuse() {
    found=$(comm -12 "$work/$1.needs" "$work/$2.has")
    [ -z "$found" ] || {
        printf 'the library of %s refers to that of %s:\n%s\n' "$1" "$2" "$found"
        failed=1
    }
}

refuse formats pictures
refuse formats circuits
refuse pictures circuits
refuse circuits pictures
exit $failed
