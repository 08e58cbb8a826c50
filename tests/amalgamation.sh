#!/bin/sh
# The amalgamation of each library compiles alone, exports the names of its header only, and reads a sample: TAP.
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

# Where nothing has changed, ccache knows the result, if the names of the files are the same each time.
cached=$(command -v ccache || true)

# Usage: compile_library LIBRARY
compile_library() {
    # shellcheck disable=SC2086
    (cd "$work" && $cached gcc -std=c11 $strict -c -o "$1.o" "$1.c")
}

# Usage: find_warnings COMPILER ARGUMENT...
find_warnings() {
    compiler=$1
    shift
    # shellcheck disable=SC2086
    "$compiler" $strict -fsyntax-only "$@"
}

# Usage: exports_header LIBRARY: what the header declares is there, and no other name.
exports_header() {
    nm -g --defined-only "$work/$1.o" | awk '$3 !~ /^ow_private_/ { print $3 }' | sort >"$work/exported"
    tr '\n' ' ' <"$work/$1.h" | grep -o 'OW_API [^;]*;' | sed 's/ *[(;[].*//; s/.*[ *]//' |
        grep -v '^__' | sort >"$work/declared"
    [ -s "$work/exported" ] && diff "$work/declared" "$work/exported"
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

# What formats ask of the libraries above them is refused by a sentence.
run_program_of_formats() {
    cat >"$work/alone.c" <<'END'
#include "overworld-formats.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    static char bytes[1 << 16];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    ow_document document, moved;
    ow_error error;
    ow_part_choice choice = {.selectors = "net:clock"};
    ow_rearrangement how = {.by = {1, 0, 0}};
    if (!file || ow_open(bytes, fread(bytes, 1, sizeof bytes, file), NULL, &document, NULL) != OW_OK)
        return 1;
    ow_status status = ow_find_parts(&document, &choice, NULL, NULL, NULL, NULL, &error);
    printf("%d %s\n", status == OW_BAD_ARGUMENT, error.message);
    status = ow_rearrange_parts(&document, "type:MHG.AndGate", &how, NULL, NULL, NULL, &moved, NULL, &error);
    printf("%d %s\n", status == OW_OK, error.message);
    ow_close(&moved);
    how.refuse_overlaps = true;
    status = ow_rearrange_parts(&document, "type:MHG.AndGate", &how, NULL, NULL, NULL, &moved, NULL, &error);
    printf("%d %s\n", status == OW_BAD_ARGUMENT, error.message);
    ow_close(&document);
    return 0;
}
END
    # shellcheck disable=SC2086
    gcc -std=c11 $strict -o "$work/alone" "$work/alone.c" "$work/overworld-formats.o" -lm &&
        "$work/alone" "$source/samples/four-bit-adder.partialworld" >"$work/said" &&
        diff "$work/said" - <<'END'
1 "net:" selects by circuits, and this library is one of formats alone
1 
1 overlaps are found in scenes, and this library is one of formats alone
END
}

# The library of formats is compiled and used; compiling all of them takes deep runs.
compiled=overworld-formats
[ "${OVERWORLD_DEPTH:-}" != deep ] || compiled="overworld overworld-formats overworld-pictures overworld-circuits"
# shellcheck disable=SC2086
report "is made" "$source/scripts/amalgamate.py" "$build" "$work" overworld $compiled
for library in $compiled; do
    report "$library compiles without warnings" compile_library "$library"
    report "$library exports what its header declares" exports_header "$library"
done
report "formats read a sample, and say what they lack" run_program_of_formats
if [ "${OVERWORLD_DEPTH:-}" = deep ]; then
    report "ten lines read a sample with all" run_program
else
    report "all of it has no warnings" find_warnings gcc -std=c11 "$work/overworld.c"
fi
report "clang has no warnings either" find_warnings clang -std=c11 "$work/overworld.c"
report "neither without extensions" find_warnings clang -std=c11 -DOW_PLAIN_C11 \
    -Wno-unused-function -Wno-unused-const-variable "$work/overworld.c"
for library in $compiled; do
    echo "#include \"$library.h\"" >"$work/user.cpp"
    report "the header of $library is C++ too" find_warnings clang -x c++ -std=c++11 "$work/user.cpp"
done
echo "1..$count"
