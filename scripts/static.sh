#!/bin/sh
# Makes build-static/overworld-VERSION-linux-x86_64.tar.xz: the command as one program that runs on any Linux, with its
# page, its manual, completions and the terms of all that it contains. The same sources give the same bytes.
# Usage: static.sh
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh musl-tools ninja-build xz-utils python3
scripts/other-sources.sh
/usr/bin/python3 scripts/make-static.py build build-static
scripts/web.sh page

name=overworld-$(scripts/version.sh)-linux-x86_64
tree=build-static/$name
rm -rf "$tree"
# Usage: put MODE FILE PLACE
put() {
    install -D -m "$1" "$2" "$tree/$3"
}
put 755 build-static/overworld bin/overworld
put 644 web/viewer/dist/overworld.html share/overworld/overworld.html
put 644 LICENSE LICENSE
put 644 README.md README.md
mkdir -p "$tree/share/man/man1"
"$tree/bin/overworld" man >"$tree/share/man/man1/overworld.1"
while read -r shell place; do
    mkdir -p "$(dirname "$tree/share/$place")"
    "$tree/bin/overworld" completion "$shell" >"$tree/share/$place"
done <<END
bash bash-completion/completions/overworld.bash
zsh zsh/site-functions/_overworld
fish fish/vendor_completions.d/overworld.fish
END
cp build-web/sources/LICENSES "$tree/LICENSES"

scripts/pack.sh "$tree"
