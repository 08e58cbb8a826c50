#!/bin/sh
# The amalgamation compiles alone, exports public names only, and reads a sample: TAP.
# Usage: amalgamation.sh SOURCE_ROOT BUILD_FOLDER
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)

# Usage: report NAME COMMAND...
report() {
    name=$1
    shift
    count=$((count + 1))
    if "$@" >"$work/log" 2>&1; then
        echo "ok $count - $name"
    else
        echo "not ok $count - $name"
        head -n 40 "$work/log" | sed 's/^/# /'
    fi
}

strict="-Wall -Wextra -pedantic -Werror"
# gcc 12 takes 14 seconds to look for misleading indentation in so long a file. Lint looks for it in the sources.
[ "${OVERWORLD_DEPTH:-}" = deep ] || strict="$strict -Wno-misleading-indentation"
# Verbs that are functions compile in a fraction of the time; deep runs compile what others do.
[ "${OVERWORLD_DEPTH:-}" = deep ] || strict="$strict -DALWAYS_INLINE="

compile_library() {
    # shellcheck disable=SC2086
    gcc -std=c11 $strict -c -o "$work/overworld.o" "$work/overworld.c"
}

# Usage: find_warnings COMPILER ARGUMENT...
find_warnings() {
    compiler=$1
    shift
    # shellcheck disable=SC2086
    "$compiler" $strict -fsyntax-only "$@"
}

exports_public_names() {
    nm -g --defined-only "$work/overworld.o" | awk '$3 !~ /^ow_/ { print; strangers = 1 }
        END { exit strangers || NR == 0 }'
}

run_program() {
    cat >"$work/program.c" <<'END'
#include "overworld.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    static char bytes[1 << 16];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    ow_document document;
    if (!file || ow_open(bytes, fread(bytes, 1, sizeof bytes, file), NULL, &document, NULL) != OW_OK)
        return 1;
    return document.as.blotter->component_count != 52;
}
END
    # shellcheck disable=SC2086
    gcc -std=c11 $strict -o "$work/program" "$work/program.c" "$work/overworld.o" -lm &&
        "$work/program" "$source/samples/four-bit-adder.partialworld"
}

report "is made" "$source/scripts/amalgamate.py" "$build" "$work"
report "compiles without warnings" compile_library
report "exports public names only" exports_public_names
report "ten lines read a sample with it" run_program
report "clang has no warnings either" find_warnings clang -std=c11 "$work/overworld.c"
report "neither without extensions" find_warnings clang -std=c11 -DOW_PLAIN_C11 \
    -Wno-unused-function -Wno-unused-const-variable "$work/overworld.c"
echo '#include "overworld.h"' >"$work/user.cpp"
report "the header is C++ too" find_warnings clang -x c++ -std=c++11 "$work/user.cpp"
echo "1..$count"
