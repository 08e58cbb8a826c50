#!/bin/sh
# Every case of everything: all trials of all files, every case of the command under sanitizers, minutes of fuzzing,
# cppcheck for every compiler and system, coverage, other people's programs, other compilers and processors.
# Adds a line to tests/ledger.txt, to be committed: the date, the commit ("+" if something is changed besides), what ran
# and how it ended.
# OVERWORLD_FUZZ_SECONDS is a fuzz target's time, 120 by default.
set -u
cd "$(dirname "$0")/.." || exit
mkdir -p build-test
told=""
failed=0

part() { # name, command...
    name=$1
    shift
    echo "== $name"
    began=$(date +%s)
    status=0
    "$@" >"build-test/deep-$name.log" 2>&1 || status=$?
    # The last line with counts: a suite that fails prints its own before.
    counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed' "build-test/deep-$name.log" | tail -n 1)
    counts=${counts:-done}
    [ "$status" -eq 0 ] || {
        failed=1
        tail -n 60 "build-test/deep-$name.log"
        counts="$counts, exit status $status"
    }
    minutes=$((($(date +%s) - began + 30) / 60))
    told="$told; $name $counts, $minutes min"
    echo "$name: $counts, $minutes min; build-test/deep-$name.log"
}

commit=$(git rev-parse --short HEAD)
[ -z "$(git status --porcelain)" ] || commit="$commit+"
part cases scripts/test.sh deep
part cppcheck scripts/cppcheck.sh all
part coverage scripts/coverage.sh
told="$told ($(awk '/^[a-z]+:$/ { folder = $1 } /^lines:/ { printf "%s%s %s", separator, folder, $2; separator = ", " }' \
    build-test/deep-coverage.log) of lines)"
part peers env -u OVERWORLD_DRAW OVERWORLD_DEPTH=deep scripts/test-peers.sh
part portable make portable
echo "$(date +%F) $commit${told}" >>tests/ledger.txt
tail -n 1 tests/ledger.txt
exit $failed
