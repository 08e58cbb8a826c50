#!/bin/sh
# The folders of src/ include each other in one direction only: a format knows codec, json and base, and
# no other format; codec knows json and base; json knows base; base knows nothing of ours. The command
# knows the public headers alone.
set -eu
cd "$(dirname "$0")/.."
failed=0
formats='blotter leveld city structure'
any_format=$(echo "$formats" | tr ' ' '|')

# Usage: forbid FOLDER PATTERN: no file in the folder includes what the pattern matches.
forbid() {
    found=$(grep -nE "^#include \"$2" "$1"/*.[ch] || true)
    [ -z "$found" ] && return
    printf 'an arrow that goes up, from %s:\n%s\n' "$1" "$found"
    failed=1
}

forbid src/base '\.\./'
forbid src/json "\\.\\./(codec|$any_format|format)"
forbid src/codec "\\.\\./($any_format|format)"
for format in $formats; do
    for other in $formats; do
        [ "$format" = "$other" ] || forbid "src/$format" "\\.\\./$other/"
    done
done
forbid cli '(\.\./)+src'
forbid bench '(\.\./)+src'
exit $failed
