#!/bin/sh
# Fetches the sources of the libraries that the command contains in WebAssembly, on any Linux and on Windows, from Debian's
# source packages, into build-web/sources. apt checks their signatures. Debian has binaries of these libraries for no
# WebAssembly, npm has them only inside of other packages. Of musl there are the regular expressions, which Windows lacks.
# Usage: other-sources.sh
set -eu
cd "$(dirname "$0")/.."
sources=$PWD/build-web/sources
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
libraries="zlib expat sqlite3 libspng libmd musl"
stamp="$libraries $release 3"
[ "$(cat "$sources/fetched" 2>/dev/null)" = "$stamp" ] && exit

# SQLite is written as one source by Tcl.
scripts/need.sh dpkg-dev tcl make gcc libc6-dev
rm -rf "$sources"
mkdir -p "$sources/lists/partial"
cd "$sources"
# A list of its own: machines need not have lists of sources.
list() {
    printf 'Types: deb-src\nURIs: http://deb.debian.org/%s\nSuites: %s\nComponents: main\n' "$1" "$2"
    printf 'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg\n\n'
}
apt() {
    apt-get -qq -o Dir::Etc::sourcelist="$sources/debian.sources" -o Dir::Etc::sourceparts=/nonexistent \
        -o Dir::State::lists="$sources/lists" -o APT::Sandbox::User=root "$@" >/dev/null
}
fetch() {
    # shellcheck disable=SC2086 # a list of words
    apt update && apt source --download-only $libraries
}
list debian "$release" >debian.sources
list debian-security "$release-security" >>debian.sources
# Mirrors may lack the latest corrections.
fetch 2>/dev/null || {
    echo "The sources of the security updates cannot be fetched; those of the release are taken" >&2
    list debian "$release" >debian.sources
    rm -f ./*.dsc ./*.tar.*
    fetch
}
for library in $libraries; do
    dpkg-source --no-check -x "$library"_*.dsc "$library" >/dev/null 2>&1
done
rm -rf lists ./*.tar.* ./*.dsc ./*.asc
mkdir regex
mv musl/src/regex/[rt]* musl/include/regex.h regex
# Their terms, to go with what contains them.
for library in $libraries; do
    printf '%s\n\n' "$library"
    cat "$library/debian/copyright"
done >LICENSES
rm -rf musl

# Their headers of configuration: what is not said by flags of the compiler.
: >config.h
cat >expat_config.h <<EOF
#include <stddef.h>
void arc4random_buf(void *bytes, size_t size);
EOF
(cd sqlite3 && ./configure --disable-readline >/dev/null 2>&1 && make sqlite3.c >/dev/null 2>&1)
echo "$stamp" >fetched
