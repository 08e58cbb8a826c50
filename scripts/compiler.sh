#!/bin/sh
# Prints how to call a compiler: through ccache, where that is installed, which remembers what was compiled before,
# in other checkouts too.
# Usage: compiler.sh NAME
set -eu
case $1 in
*ccache*) echo "$1" ;;
*) echo "$(command -v ccache >/dev/null && echo 'ccache ')$1" ;;
esac
