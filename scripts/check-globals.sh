#!/bin/sh
# No object keeps state outside of what its caller holds: every variable of the library and of what is built on it for
# several users (answers, tables of SQL, catalogues, opening files) is constant. The command and the npm package's
# binding are one process or module each, and may keep theirs. SQLite's own macro defines sqlite3_api; libpq,
# libarchive and libcurl are loaded once, and a process enters the sandbox once.
# Usage: check-globals.sh FOLDER...    (of objects)
set -eu
found=$(find "$@" -name '*.o' -exec nm -A -f sysv {} + | awk -F'|' '
    { gsub(/ /, "", $7) }
    NF >= 7 { objects++ }
    $7 ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)$/ {
        sub(/ +$/, "", $1)
        if ($1 !~ /(sqlite3_api|catalog_libpq\.c\.o:(libpq|library\.[0-9]+)|catalog_unpack\.c\.o:archive|catalog_s3_request\.c\.o:curl|files_sandbox(_calls)?\.c\.o:(stop|seccomp))$/)
            print $1
    }
    END { if (objects == 0) print "no symbols found" }')
[ -z "$found" ] || {
    printf 'variables that are not constant:\n%s\n' "$found"
    exit 1
}
