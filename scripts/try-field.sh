#!/bin/sh
# Adds a field to a layout in a copy of the tree, and shows that everything made from layouts has it: reader,
# writer, JSON both ways, `show`, the schema and the table of fields.
set -eu
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
git ls-files | tar -cf - -T - | tar -xf - -C "$copy"
cd "$copy"

sed -i 's|^    uint32_t layer_id; /\* since version 4; 0 before \*/|&\n    uint16_t mood;|' \
    include/overworld/leveld.h
sed -i '/^VERB void thing(/,/^}/s|^    u16(c, "flags", &v->flags);|&\n    if (c->version >= 4)\n        u16(c, "mood", \&v->mood);\n    else\n        absent(c, "mood", v->mood);|' \
    src/leveld/layout.h
meson setup build >/dev/null
ninja -C build --quiet

has() { # what shows it, what it should say
    if grep -q "$2"; then
        echo "ok - $1"
    else
        echo "not ok - $1"
        exit 1
    fi
}
sed 's|"flags": \([0-9]*\), "metadata"|"flags": \1, "mood": 7, "metadata"|' samples/level-v4.json >new.json
build/overworld convert new.json new.lvd
build/overworld convert new.lvd - | has "from bytes to JSON, and the way before" '"mood": 7'
build/overworld show --full new.lvd | has "show" 'mood: 7'
build/overworld convert new.lvd - --version 3 --to leveld 2>&1 >old.lvd | has "what is lost is told" mood
build/overworld schema leveld | has "the schema: required from version 4 on" '"required": \["layer_id", "mood"\]'
build/overworld schema --fields leveld | has "the table of fields" 'things/\*/mood.* u16 | 4 '
