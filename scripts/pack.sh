#!/bin/sh
# Packs a folder as FOLDER.tar.xz beside it, and prints where. The same files give the same bytes: the time of the last
# commit stands in for that of the files.
# Usage: pack.sh FOLDER
set -eu
folder=$1
cd "$(dirname "$0")/.."
time=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)
tar -C "$(dirname "$folder")" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --mode=go=u-w \
    --format=gnu -cf - "$(basename "$folder")" | xz -9 -T1 >"$folder.tar.xz"
echo "$folder.tar.xz"
