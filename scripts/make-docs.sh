#!/bin/sh
# Makes the documentation that comes from the code's own tables.
# Usage: make-docs.sh [FOLDER] [COMMAND], by default docs/ and build/overworld.
set -eu
cd "$(dirname "$0")/.."
folder=${1:-docs}
command=${2:-build/overworld}
mkdir -p "$folder/schema" "$folder/reference/fields"
{
    cat <<'END'
# Checks

Every code that `overworld check` can report, made from the program's own table by
`scripts/make-docs.sh`. An *error* breaks the file for its game; a *warning* is something that no
real file has; an *info* is worth knowing. *Fix* says whether a repair is known, whether it loses
anything, and what `overworld repair` calls it. Codes are stable: programs may rely on them.
END
    "$command" check --explain all | while read -r code severity fix remedy; do
        printf '\n## %s\n\n*%s, fix: %s%s*\n' "$code" "$severity" "$fix" "${remedy:+, $remedy}"
        "$command" check --explain "$code" | tail -n +2 | fold -s -w 100 | sed 's/ *$//'
    done
} >"$folder/reference/checks.md"

for format in blotter leveld city structure; do
    "$command" schema "$format" >"$folder/schema/$format.schema.json"
    {
        cat <<END
# Fields: $format

Every field of the format in the order of the file, made from the layout by \`scripts/make-docs.sh\`.
*Field* is its place in the JSON, \`*\` any element of a list. *JSON* is what it is there; counts and magic
numbers are in the file alone. *Bytes* is what it is in the file. *Depends on* names fields whose values
decide whether it is there, or what it is.

END
        "$command" schema --fields "$format"
    } >"$folder/reference/fields/$format.md"
done
