#!/bin/sh
# Prints the version that include/overworld/version.h states: major.minor.patch.
set -eu
cd "$(dirname "$0")/.."
part() {
    sed -n "s/^#define OW_VERSION_$1 *\([0-9][0-9]*\)$/\1/p" include/overworld/version.h
}
echo "$(part MAJOR).$(part MINOR).$(part PATCH)"
