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

has() { # what shows it, what it should say
    count=$((count + 1))
    if grep -q -- "$2"; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
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

# shellcheck disable=SC2119
echo | has "the copy builds" ''
sed 's|"flags": \([0-9]*\), "metadata"|"flags": \1, "mood": 7, "metadata"|' samples/level-v4.json >new.json
build/overworld convert new.json new.lvd
build/overworld convert new.lvd - | has "a field from bytes to JSON, and the way before" '"mood": 7'
build/overworld show --full new.lvd | has "a field in show" 'mood: 7'
build/overworld convert new.lvd - --version 3 --to leveld 2>&1 >old.lvd | has "the loss of a field is told" mood
for kind in tmj tmx; do
    build/overworld convert new.lvd "map.$kind"
    build/overworld convert "map.$kind" - --to json | has "a field through a map of Tiled ($kind)" '"mood": 7'
done
build/overworld sql new.lvd 'SELECT max(mood) FROM things' | has "a field in SQL" '^7$'
build/overworld schema leveld | has "a field in the schema: required from version 4 on" \
    '"required": \["layer_id", "mood"\]'
build/overworld schema --fields leveld | has "a field in the table of fields" 'things/\*/mood.* u16 | 4 '

grep -A9 'ow_document {' include/overworld/overworld.h | has "a format in ow_document" 'ow_pond \*pond;'
scripts/check-arrows.sh && echo fine | has "the arrows of the house go down" fine
has "the schema of a format is installed" '"title": "Pond"' <build/pond.schema.json
scripts/make-docs.sh made build/overworld
has "a format in the docs" 'things/\*/ring' <made/fields/pond.md
/usr/bin/python3 tests/pond/verbs.py build/overworld --bare | sed 's/^ok/# ok/' >verbs.log
grep -v '^# ok' verbs.log | sed 's/^/# /'
grep -c '^not ok' verbs.log | has "every verb takes a format" '^0$'
echo "1..$count"
exit $failed
