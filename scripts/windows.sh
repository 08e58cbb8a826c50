#!/bin/sh
# Makes build-windows/overworld-VERSION-windows-x86_64.zip: the command and the library for 64-bit Windows, with the page,
# headers and the terms of all that they contain. The same sources give the same bytes.
# Usage: windows.sh
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh gcc-mingw-w64-x86-64-win32 binutils ninja-build python3
scripts/other-sources.sh
# One at a time: several tests begin with this.
mkdir -p build-windows
exec 9>build-windows/lock
flock 9
/usr/bin/python3 scripts/make-windows.py build build-windows
scripts/web.sh page

name=overworld-$(scripts/version.sh)-windows-x86_64
tree=build-windows/$name
rm -rf "$tree"
# Usage: put FILE PLACE
put() {
    install -D -m 644 "$1" "$tree/$2"
}
put build-windows/overworld.exe overworld.exe
put web/viewer/dist/overworld.html share/overworld/overworld.html
put LICENSE LICENSE
put README.md README.md
put build-windows/liboverworld.dll liboverworld.dll
put build-windows/liboverworld.dll.a lib/liboverworld.dll.a
put build-windows/overworld.def lib/overworld.def
for header in include/overworld/*.h; do
    put "$header" "$header"
done
{
    cat build-web/sources/LICENSES
    printf 'mingw-w64\n\n'
    cat /usr/share/doc/mingw-w64-common/copyright
} >"$tree/LICENSES"

/usr/bin/python3 scripts/pack_zip.py "$tree"
