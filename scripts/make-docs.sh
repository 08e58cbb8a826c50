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

This page lists every code that `overworld check` can report. `scripts/make-docs.sh` makes it from the program's own
table. Codes are stable: programs may rely on them.

```console
$ overworld check --explain BLOTTER_MOD_TWICE
...
```

- An *error* breaks the file for its game.
- A *warning* is something that no real file has.
- An *info* is worth knowing.
- *Fix* says whether there is a fix, whether it loses anything, and what `overworld repair` calls it. Issues with the
  fix *none* stay, also with `--lossy`.
END
    "$command" check --explain all | while read -r code severity fix remedy; do
        printf '\n## %s\n\n*%s, fix: %s%s*\n' "$code" "$severity" "$fix" "${remedy:+, $remedy}"
        "$command" check --explain "$code" | tail -n +2 | fold -s -w 100 | sed 's/ *$//'
    done
} >"$folder/reference/checks.md"

scripts/mutate.py --page tests/mutants/thirty-in-each-folder.jsonl tests/mutants/sixty-more.jsonl \
    tests/mutants/another-sixty.jsonl >"$folder/reference/mutations.md"

for format in $(scripts/list_formats.py); do
    "$command" schema "$format" >"$folder/schema/$format.schema.json"
    {
        cat <<END
# Fields: $format

This page lists every field of the format in the order of the file. \`scripts/make-docs.sh\` makes it from the layout:

\`\`\`console
\$ overworld schema --fields $format
...
\`\`\`

| column | is |
|---|---|
| *Field* | its place in the JSON; \`*\` is any element of a list |
| *JSON* | what it is in JSON; counts and magic numbers are only in the file |
| *Bytes* | what it is in the file |
| *Depends on* | fields whose values decide whether it is there, or what it is |

END
        "$command" schema --fields "$format"
    } >"$folder/reference/fields/$format.md"
done
