#!/bin/sh
# The folders of src/ include each other in one direction only, downwards in the table below. The
# command, the benchmark and other users know the public headers alone. A folder that the table does not
# have is an error: somebody has to say where it belongs.
set -eu
cd "$(dirname "$0")/.."
failed=0
formats=$(scripts/list_formats.py | tr '\n' ' ')

complain() {
    printf '%s\n' "$*"
    failed=1
}

# What the files of a folder may include of the others, besides their own.
may_include() {
    case $1 in
    base) echo '' ;;
    json) echo 'base' ;;
    jecs) echo 'base' ;;
    scene) echo 'base' ;;
    picture) echo 'base json scene' ;;
    codec) echo 'base json' ;;
    driver) echo 'base json codec change' ;;
    change) echo 'base json codec' ;;
    schema) echo 'base json codec driver' ;;
    circuit) echo 'base json jecs codec driver change blotter' ;;
    calls) echo 'base json jecs scene picture codec change driver schema formats.h' ;;
    *) echo 'base json jecs scene codec change driver' ;;
    esac
}

# Usage: check FOLDER: each include of another folder of src/ is one that the folder may have.
check() {
    allowed=" $1 $(may_include "$1") "
    find "src/$1" -name '*.[ch]' | sort | while read -r file; do
        sed -n 's/^#include "\(.*\)"$/\1/p' "$file" | while read -r path; do
            target=$(realpath -m --relative-to=src "$(dirname "$file")/$path")
            case $target in
            */*) folder=${target%%/*} ;;
            *) folder=$target ;;
            esac
            case "$allowed" in
            *" $folder "*) ;;
            *) echo "$file includes $path, which is above it or beside it" ;;
            esac
        done
    done
}

for folder in src/*/; do
    folder=$(basename "$folder")
    case " base json jecs scene picture codec change driver schema circuit calls $formats " in
    *" $folder "*)
        found=$(check "$folder")
        [ -z "$found" ] || complain "$found"
        ;;
    *) complain "src/$folder: a folder whose place in the house this script does not know" ;;
    esac
done
for user in answers catalog cli files sql bench web/binding; do
    found=$(grep -nE '^#include "(\.\./)+src' "$user"/*.[ch] || true)
    [ -z "$found" ] || complain "$user knows the public headers alone: $found"
done
exit $failed
