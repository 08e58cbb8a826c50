#!/bin/sh
# Builds the npm package in web/overworld/dist, with the command, and the page in web/viewer/dist. Needs the library's
# own build, which says which sources there are.
# Usage: web.sh [package|command|page|lint]
# `package` leaves out the command and the page, `command` the page, and `page` the command.
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
    node web/overworld/node_modules/typescript/bin/tsc --noEmit -p web/command
    # The compiler tells of private members that nobody uses; oxlint takes some that are used for such.
    web/overworld/node_modules/oxlint/bin/oxlint --deny-warnings -A no-unused-private-class-members \
        --ignore-pattern 'web/*/dist' web
    exit
fi
/usr/bin/python3 scripts/make-wasm.py build build-web
(cd web/overworld && node node_modules/typescript/bin/tsc -p .)
cp build-web/overworld.wasm LICENSE web/overworld/dist/

# The command is one file for Node.js, which starts faster than modules do. The terms of the libraries that are in
# command.wasm go with it.
if [ "$what" = all ] || [ "$what" = command ]; then
    install web/command
    scripts/other-sources.sh
    /usr/bin/python3 scripts/make-command.py build build-web
    node web/overworld/node_modules/typescript/bin/tsc --noEmit -p web/command
    command=web/overworld/dist/command
    mkdir -p "$command"
    web/command/node_modules/.bin/esbuild web/command/overworld.ts --bundle --platform=node --format=cjs \
        --target=node18 --outfile="$command/overworld.cjs" --log-level=warning
    cp build-web/command.wasm "$command/"
    cp build-web/sources/LICENSES "$command/"
fi

if [ "$what" = all ] || [ "$what" = page ]; then
    install web/viewer
    (cd web/viewer && npm run --silent build)
    # `overworld view` of the command looks for it there.
    mkdir -p web/overworld/dist/share/overworld
    cp web/viewer/dist/overworld.html web/overworld/dist/share/overworld/
fi
