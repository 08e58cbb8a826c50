#!/bin/sh
# Shows that the library makes the same of every file on every system: compiles the amalgamation with
# tests/portable/digest.c for each target, runs it on the samples and the real files, and holds the
# digests against those of the library that the build made. Needs build/liboverworld.a and
# build/amalgamation.
# Usage: portable.sh [TARGET]...
# OVERWORLD_CORPUS names the folder of real files, ../shared/corpus by default. Each file is damaged
# OVERWORLD_DAMAGE times as well, 16 by default.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
work=$root/build-portable
corpus=${OVERWORLD_CORPUS:-../shared/corpus}
damage=${OVERWORLD_DAMAGE:-16}
all_targets="gcc clang plain tcc fused musl i386 s390x wasm32 windows"

title() {
    case $1 in
    library) echo "x86-64, the library as it was built" ;;
    gcc) echo "x86-64, gcc" ;;
    clang) echo "x86-64, clang" ;;
    plain) echo "x86-64, clang without its extensions" ;;
    tcc) echo "x86-64, tcc (which has no builtins)" ;;
    fused) echo "x86-64, gcc in its GNU mode, with fused multiply and add" ;;
    musl) echo "x86-64, musl" ;;
    i386) echo "i386 (x87)" ;;
    s390x) echo "s390x (big-endian)" ;;
    wasm32) echo "wasm32 (WASI)" ;;
    windows) echo "Windows x86-64 (MinGW-w64, wine64)" ;;
    *)
        echo "portable.sh: there is no target $1" >&2
        return 2
        ;;
    esac
}

packages() {
    case $1 in
    gcc | fused) echo gcc libc6-dev ;;
    clang | plain) echo clang ;;
    tcc) echo tcc ;;
    musl) echo musl-tools ;;
    i386) echo gcc-i686-linux-gnu libc6-dev-i386-cross ;;
    s390x) echo gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static ;;
    # Node.js may come from elsewhere.
    wasm32)
        echo clang lld wasi-libc libclang-rt-14-dev-wasm32
        command -v node >/dev/null || echo nodejs
        ;;
    windows) echo gcc-mingw-w64-x86-64-win32 wine64 ;;
    esac
}

# Usage: compile TARGET OUTPUT
compile() {
    c11="-std=c11 -pedantic-errors -O2"
    case $1 in
    library) set -- "$2" gcc "$c11" build/liboverworld.a ;;
    gcc) set -- "$2" gcc "$c11 -Wall -Wextra -Werror" ;;
    clang) set -- "$2" clang "$c11 -Wall -Wextra -Werror" ;;
    # glibc has an INFINITY for other compilers that is a constant too large.
    plain) set -- "$2" clang "$c11 -DOW_PLAIN_C11 -U__GNUC__ -U__BYTE_ORDER__ -Wno-literal-range" ;;
    tcc) set -- "$2" tcc "-std=c11 -DOW_PLAIN_C11" ;;
    fused) set -- "$2" gcc "-std=gnu11 -O3 -march=haswell" ;;
    musl) set -- "$2" musl-gcc "$c11 -static" ;;
    i386) set -- "$2" i686-linux-gnu-gcc "$c11 -mfpmath=387 -static" ;;
    s390x) set -- "$2" s390x-linux-gnu-gcc "$c11 -static" ;;
    wasm32) set -- "$2" clang "$c11 --target=wasm32-wasi --sysroot=/usr" ;;
    windows) set -- "$2" x86_64-w64-mingw32-gcc "$c11 -static" ;;
    esac
    # shellcheck disable=SC2086
    "$2" $3 -I"$work/include" -o "$1" tests/portable/digest.c \
        "${4:-build/amalgamation/overworld.c}" -lm
}

# Usage: run TARGET PROGRAM ARGUMENT...
run() {
    target=$1
    shift
    case $target in
    s390x) qemu-s390x-static "$@" ;;
    wasm32) node --no-warnings "$root/tests/portable/wasi.mjs" "$@" ;;
    windows) /usr/lib/wine/wine64 "$@" ;;
    *) "$@" ;;
    esac | tr -d '\r'
}

# Compiles and runs one target; what it prints goes to build-portable/TARGET.txt.
measure() {
    export WINEPREFIX="$work/wine" WINEDEBUG=-all
    compile "$1" "$work/$1.program" 2>"$work/$1.log" || return 1
    cd "$work/files"
    run "$1" "$work/$1.program" -d "$damage" -l list >"$work/$1.part" 2>>"$work/$1.log"
    mv "$work/$1.part" "$work/$1.txt"
}

# The files to look at, by paths that mean the same everywhere.
gather() {
    rm -rf "$work/files"
    mkdir -p "$work/files"
    cp -R samples "$work/files/samples"
    if [ -d "$corpus" ]; then
        cp -R "$corpus" "$work/files/corpus"
        [ ! -d "$corpus-older-builds" ] || cp -R "$corpus-older-builds" "$work/files/older"
    else
        echo "Skipped: the real files, for there is no $corpus"
    fi
    (cd "$work/files" && find ./* -type f | LC_ALL=C sort >../list && mv ../list .)
    mkdir -p "$work/include/overworld"
    cp build/amalgamation/overworld.h "$work/include/overworld"
}

# Usage: compare TARGET. One line, and what differs.
compare() {
    count=$(grep -vc ' (damaged): ' "$work/library.txt")
    if [ ! -f "$work/$1.txt" ]; then
        echo "$(title "$1"): failed"
        tail -n 20 "$work/$1.log" | sed 's/^/    /'
        return 1
    fi
    if cmp -s "$work/library.txt" "$work/$1.txt"; then
        echo "$(title "$1"): $count files, the same"
        return 0
    fi
    diff "$work/library.txt" "$work/$1.txt" | sed -n 's/^> //p' >"$work/$1.differ"
    echo "$(title "$1"): $count files, $(wc -l <"$work/$1.differ") lines of digests differ"
    head -n 10 "$work/$1.differ" | while IFS= read -r line; do
        file=${line%%: *}
        grep -F "$file: " "$work/library.txt" | tr ' ' '\n' >"$work/$1.expected" || true
        printf '    %s:' "$file"
        echo "$line" | tr ' ' '\n' | diff "$work/$1.expected" - | sed -n 's/^> \([a-z]*\)=.*/ \1/p' |
            tr -d '\n'
        echo
    done
    return 1
}

if [ "${1:-}" = --measure ]; then
    measure "$2"
    exit
fi
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $all_targets
for target in "$@"; do
    title "$target" >/dev/null
    # shellcheck disable=SC2046
    scripts/need.sh $(packages "$target")
done
mkdir -p "$work"
rm -f "$work"/*.txt "$work"/*.log
gather
measure library || {
    cat "$work/library.log"
    exit 1
}
cd "$root"
printf '%s\n' "$@" | xargs -P "$(nproc)" -I '{}' scripts/portable.sh --measure '{}' || true
status=0
for target in "$@"; do
    compare "$target" || status=1
done
exit $status
