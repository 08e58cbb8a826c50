#!/bin/sh
# Makes the documentation that comes from the code's own tables.
# Usage: make-docs.sh [FOLDER] [COMMAND], by default docs/ and build/overworld.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-docs}
command=${2:-build/overworld}
mkdir -p "$folder"
{
    cat <<'END'
# Checks

Every code that `overworld check` can report, made from the program's own table by
`scripts/make-docs.sh`. An *error* breaks the file for its game; a *warning* is something that no
real file has; an *info* is worth knowing. *Fix* says whether a repair is known, and whether it loses
anything. Codes are stable: programs may rely on them.
END
    "$command" check --explain all | while read -r code severity fix; do
        printf '\n## %s\n\n*%s, fix: %s*\n' "$code" "$severity" "$fix"
        "$command" check --explain "$code" | tail -n +2 | fold -s -w 100 | sed 's/ *$//'
    done
} >"$folder/checks.md"
