#!/bin/sh
# Follows the recipes of CONTRIBUTING.md in a copy of the tree: adds a field to LevelD, and the pond of tests/pond as a
# fifth format, with one line in the list of formats. Then reader, writer, JSON both ways, show, maps of Tiled, schema,
# table of fields, SQL, docs and every verb have them. Prints TAP.
# Usage: try-recipes.sh [SOURCE_ROOT]
set -eu
cd "${1:-$(dirname "$0")/..}"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files | tar -cf - -T - --ignore-failed-read 2>/dev/null | tar -xf - -C "$copy"
cd "$copy"
count=0
failed=0

has() { # what shows it, what it should say, the command
    name=$1
    pattern=$2
    shift 2
    count=$((count + 1))
    if "$@" 2>&1 | grep -q -e "$pattern"; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        failed=1
    fi
}

# A field: a member of the record, and its line in the layout.
sed -i 's|^    uint32_t layer_id; /\* since version 4; 0 before \*/|&\n    uint16_t mood;|' \
    include/overworld/leveld.h
sed -i '/^VERB void thing(/,/^}/s|^    u16(c, "flags", &v->flags);|&\n    if (c->version >= 4)\n        u16(c, "mood", \&v->mood);\n    else\n        absent(c, "mood", v->mood);|' \
    src/leveld/layout.h

# A format: its header, layout and row, and a line in the list of formats.
mkdir src/pond
cp tests/pond/overworld/pond.h include/overworld/
cp tests/pond/pond.h tests/pond/layout.h tests/pond/format.c src/pond/
sed -i 's|^FORMAT(blotter, |FORMAT(pond, ow_pond)\n&|' src/formats.def

CC=$(scripts/compiler.sh gcc) meson setup build -Dwerror=true -Doptimization=0 -Dc_args=-DALWAYS_INLINE= >/dev/null
ninja -C build --quiet overworld pond.schema.json >build.log 2>&1 || {
    head -n 40 build.log | sed 's/^/# /'
    echo "not ok 1 - the copy builds"
    exit 1
}
has "the copy builds" pond ls build/pond.schema.json

overworld=build/overworld
sed 's|"flags": \([0-9]*\), "metadata"|"flags": \1, "mood": 7, "metadata"|' samples/level-v4.json >new.json
"$overworld" convert new.json new.lvd
has "a field from bytes to JSON, and the way before" '"mood": 7' "$overworld" convert new.lvd -
has "a field in show" 'mood: 7' "$overworld" show --full new.lvd
has "the loss of a field is told" 'mood' "$overworld" convert new.lvd old.lvd --version 3
for kind in tmj tmx; do
    "$overworld" convert new.lvd "map.$kind" >log 2>&1
    has "a field through a map of Tiled ($kind)" '"mood": 7' "$overworld" convert "map.$kind" - --to json
done
has "a field in SQL" '^ *7$' "$overworld" sql new.lvd 'SELECT max(mood) FROM things'
has "a field in the schema: required from version 4 on" '"required": \["layer_id", "mood"\]' "$overworld" schema leveld
has "a field in the table of fields" 'things/\*/mood.* u16 | .*4 ' "$overworld" schema --fields leveld

has "a format in ow_document" 'ow_pond \*pond;' grep -A9 'ow_document {' include/overworld/formats.h
has "the arrows of the house go down" '^fine$' sh -c 'scripts/check-arrows.sh && echo fine'
has "the schema of a format is installed" '"title": "Pond"' cat build/pond.schema.json
scripts/make-docs.sh made "$overworld"
has "a format in the docs" 'things/\*/ring' cat made/reference/fields/pond.md
/usr/bin/python3 tests/pond/verbs.py "$overworld" --bare >verbs.log || true
grep -v '^ok' verbs.log | sed 's/^/# /'
has "every verb takes a format" '^0$' grep -c '^not ok' verbs.log
echo "1..$count"
exit $failed
