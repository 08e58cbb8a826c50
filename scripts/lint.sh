#!/bin/sh
# Everything that can be found without running the program. Stops at the first kind of finding.
set -eu
cd "$(dirname "$0")/.."

say() {
    printf 'lint: %s\n' "$*"
}

say "layout of the code (clang-format)"
git ls-files '*.c' '*.h' | xargs clang-format --dry-run --Werror

say "warnings of gcc and clang"
for compiler in gcc clang; do
    folder=build-lint/$compiler
    [ -f "$folder/build.ninja" ] ||
        CC=$compiler meson setup "$folder" -Dwerror=true -Dtests=true -Dbench=true >/dev/null
    ninja -C "$folder" --quiet
done

say "only public names leave the archive"
strangers=$(nm -g --defined-only build-lint/gcc/liboverworld.a | awk 'NF == 3 && $3 !~ /^ow_/')
[ -z "$strangers" ] || {
    echo "$strangers"
    exit 1
}

say "the library refers to nothing of libc that it must not"
scripts/check-symbols.sh build-lint/gcc/liboverworld-objects.a

say "extensions of compilers stand in one header"
! git grep -nE '__(builtin_|attribute__|asm__|extension__|typeof__)' -- src ':!src/base/compiler.h' || exit 1

say "arrows of the house go down"
scripts/check-arrows.sh

say "cppcheck"
cppcheck --quiet -j "$(nproc)" --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
    --inline-suppr --suppress=missingIncludeSystem -I include src answers catalog cli sql bench web/binding

say "the package for JavaScript (tsc, oxlint)"
scripts/web.sh lint

say "scripts (shellcheck)"
git ls-files '*.sh' .ci/run | xargs shellcheck

say "spelling (codespell)"
git ls-files | grep -v -e '\.json$' -e '^samples/.*world$' -e '\.tung$' -e '\.lvd$' -e '\.city$' \
    -e '\.png$' |
    xargs codespell --ignore-words-list "ba,te,sav,fo,nulll,ndoes,iterm,chek,alwys,inout,serch"

say "docs made from the code are up to date"
rm -rf build-lint/docs
scripts/make-docs.sh build-lint/docs build-lint/gcc/overworld
# docs/schema has the schemas of what the command prints besides, which nothing makes.
(cd build-lint/docs && find . -type f) | sort | while read -r made; do
    diff -u "docs/$made" "build-lint/docs/$made" || exit 1
done

say "fine"
