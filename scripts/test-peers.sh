#!/bin/sh
# Runs the tests that need other people's programs: every program of tests/peers, each of which ends with
# a line "N passed, N failed". What they need is installed first; `make test` needs none of it.
# OVERWORLD_CORPUS names the folder of real files, ../shared/corpus by default.
set -eu
cd "$(dirname "$0")/.."
corpus=${OVERWORLD_CORPUS:-../shared/corpus}

# All at once: what each program would install for itself takes longer one after another.
scripts/need.sh python3 tiled gcc libc6-dev yosys iverilog chromium libegl1 libgles2 libgl1-mesa-dri f3d xvfb xauth \
    postgresql-15 libpq-dev emscripten brotli
command -v npm >/dev/null || scripts/need.sh nodejs npm

failed=0
for program in tests/peers/*.py; do
    echo "== $program"
    last=$(/usr/bin/python3 "$program" build/overworld . "$corpus" | tee -a /dev/stderr | tail -n 1)
    case $last in
    *" passed, 0 failed"*) ;;
    *) failed=1 ;;
    esac
done
exit $failed
