#!/bin/sh
# Builds the npm package in web/overworld/dist and the page in web/viewer/dist. Needs the library's own build,
# which says which sources there are.
# Usage: web.sh [package|page|lint]
set -eu
cd "$(dirname "$0")/.."
what=${1:-all}

# One at a time: the tests of the package and of the page both begin with this.
mkdir -p build-web
exec 9>build-web/lock
flock 9

[ "$what" = lint ] || scripts/need.sh emscripten brotli
# Node.js may come from elsewhere than Debian's packages.
command -v node >/dev/null || scripts/need.sh nodejs
command -v npm >/dev/null || scripts/need.sh npm

# Usage: install FOLDER. What the lock file of a folder asks for, unless it is there.
install() {
    cmp -s "$1/package-lock.json" "$1/node_modules/installed" && return
    (cd "$1" && npm ci --no-audit --no-fund --silent)
    cp "$1/package-lock.json" "$1/node_modules/installed"
}

install web/overworld
if [ "$what" = lint ]; then
    (cd web/overworld && node node_modules/typescript/bin/tsc --noEmit -p .)
    # The compiler tells of private members that nobody uses; oxlint takes some that are used for such.
    web/overworld/node_modules/oxlint/bin/oxlint --deny-warnings -A no-unused-private-class-members \
        --ignore-pattern 'web/*/dist' web
    exit
fi
/usr/bin/python3 scripts/make-wasm.py build build-web
(cd web/overworld && node node_modules/typescript/bin/tsc -p .)
cp build-web/overworld.wasm LICENSE web/overworld/dist/

if [ "$what" != package ]; then
    install web/viewer
    (cd web/viewer && npm run --silent build)
fi
