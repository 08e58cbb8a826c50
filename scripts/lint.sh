#!/bin/sh
# Everything that can be found without running the program. Stops at the first kind of finding.
# The build's warnings are errors from here on: build/ is set up so, and stays so.
set -eu
cd "$(dirname "$0")/.."

say() {
    printf 'lint: %s\n' "$*"
}

say "layout of the code (clang-format)"
git ls-files '*.c' '*.h' | xargs -P "$(nproc)" -n 40 clang-format --dry-run --Werror

# clang-format leaves comments and strings as long as they are.
say "lines of C have at most 100 columns"
! LC_ALL=C.UTF-8 git grep -nE '^.{101}' -- '*.c' '*.h' || exit 1

say "scripts (shellcheck)"
git ls-files '*.sh' .ci/run | xargs shellcheck

say "spelling (codespell)"
git ls-files | grep -v -e '\.json$' -e '^samples/.*world$' -e '\.tung$' -e '\.lvd$' -e '\.city$' \
    -e '\.png$' |
    xargs codespell --ignore-words-list "ba,te,sav,fo,nulll,ndoes,iterm,chek,alwys,inout,serch,upto"

say "spelling (aspell; scripts/words.txt has the project's words)"
/usr/bin/python3 scripts/check-spelling.py

say "prose of the pages (length of sentences, links, proselint)"
mkdir -p build-lint
/usr/bin/python3 scripts/check-prose.py --proselint build-lint/prose.json

say "each page has an example that is run"
/usr/bin/python3 scripts/check-examples.py

say "extensions of compilers stand in one header"
! git grep -nE '__(builtin_|attribute__|asm__|extension__|typeof__)' -- src ':!src/base/compiler.h' || exit 1

say "names of public calls, and their comments"
scripts/check-names.sh
/usr/bin/python3 scripts/check-headers.py

say "arrows of the house go down"
scripts/check-arrows.sh

say "warnings of gcc, as everybody builds"
meson introspect build --buildoptions | grep -q '"name": "werror", "value": true' ||
    meson configure build -Dwerror=true >/dev/null
ninja -C build --quiet

say "warnings of clang, of tests and benchmark too"
folder=build-lint
[ -f "$folder/build.ninja" ] ||
    CC=$(scripts/compiler.sh clang) meson setup "$folder" -Dwerror=true -Dtests=true -Dbench=true --buildtype=debug \
        -Ddebug=false -Dc_args=-DALWAYS_INLINE= >/dev/null
ninja -C "$folder" --quiet build.ninja # first, or the list below has the files of the last run
# Objects only: nothing here is run.
# shellcheck disable=SC2046
ninja -C "$folder" --quiet $(ninja -C "$folder" -t targets rule c_COMPILER) schemas.c circuits.c

say "only public names leave the archive"
strangers=$(nm -g --defined-only build/liboverworld.a build/liboverworld-formats.a build/liboverworld-pictures.a \
    build/liboverworld-circuits.a | awk 'NF == 3 && $3 !~ /^ow_/')
[ -z "$strangers" ] || {
    echo "$strangers"
    exit 1
}

say "the interface of the shared library is as described (abidiff)"
scripts/abi.py check "$folder/abi"

say "the three libraries refer to each other in one direction"
scripts/check-libraries.sh build

say "the library refers to nothing of libc that it must not"
scripts/check-symbols.sh build/liboverworld-objects.a

say "variables are constant, but for those of the command"
scripts/check-globals.sh build/liboverworld-*.a.p build/sql

say "cppcheck"
scripts/cppcheck.sh

say "the package for JavaScript (tsc, oxlint)"
scripts/web.sh lint

say "docs made from the code are up to date"
rm -rf build-lint/docs
scripts/make-docs.sh build-lint/docs build/overworld
# docs/schema has the schemas of what the command prints besides, which nothing makes.
(cd build-lint/docs && find . -type f) | sort | while read -r made; do
    diff -u "docs/$made" "build-lint/docs/$made" || exit 1
done

say "fine"
