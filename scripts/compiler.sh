#!/bin/sh
# Prints the command of a compiler, with ccache in front if ccache is installed. Meson adds ccache by itself only if
# the compiler is not named.
# Usage: compiler.sh NAME
set -eu
echo "$(command -v ccache >/dev/null && echo 'ccache ')$1"
