#!/bin/sh
# Makes the Debian packages in build-deb from what git knows, and lets lintian read them. The version is that of
# debian/changelog. The page of `overworld view` is built here, because that needs packages of npm; the source package
# has its sources alone.
# Usage: deb.sh
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh dpkg-dev debhelper lintian fakeroot libarchive-dev libcurl4-openssl-dev libexpat1-dev libmd-dev libpq-dev libseccomp-dev libspng-dev libsqlite3-dev \
    meson pkgconf zlib1g-dev python3 git
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
[ "$version" = "$(scripts/version.sh)" ] || {
    echo "debian/changelog begins with version $version, the library has $(scripts/version.sh)" >&2
    exit 1
}
scripts/web.sh page

tree=build-deb/overworld-$version
rm -rf build-deb
mkdir -p "$tree"
git ls-files -z | xargs -0 cp --parents -t "$tree"
export OVERWORLD_PAGE="$PWD/web/viewer/dist/overworld.html"
(cd "$tree" && dpkg-buildpackage -us -uc)
lintian --fail-on error,warning build-deb/*.changes
ls build-deb/*.deb
