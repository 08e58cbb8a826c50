#!/bin/sh
# Checks the sources with cppcheck, as Debian with gcc compiles them. With `all`, it checks them for every combination
# of compilers and systems that they mention, which takes six times as long. Results are kept in build-lint/cppcheck.
# Usage: cppcheck.sh [all]
set -eu
cd "$(dirname "$0")/.."
kept="build-lint/cppcheck${1:+-$1}"
mkdir -p "$kept"
[ "${1:-}" = all ] ||
    set -- -D__GNUC__=12 -D__linux__ -D__GLIBC__=2 -DSYS_renameat2=316 -DUINTPTR_MAX=0xffffffffffffffff \
        -DUINT32_MAX=0xffffffff -D__ORDER_LITTLE_ENDIAN__=1234 -D__BYTE_ORDER__=1234 -DHAVE_SQLITE -DHAVE_POSTGRESQL \
        -DHAVE_LIBMD
[ "${1:-}" != all ] || shift
# Findings across sources leave the exit status at 0, so what is printed decides.
findings="$kept/findings"
cppcheck --quiet -j "$(nproc)" --cppcheck-build-dir="$kept" --std=c11 \
    --enable=warning,performance,portability --inline-suppr --suppress=missingIncludeSystem "$@" \
    -I include src answers catalog cli files sql bench web/binding 2>"$findings"
cat "$findings" >&2
[ ! -s "$findings" ]
