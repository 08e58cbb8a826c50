#!/bin/sh
# Makes a release of the last commit in build-release/overworld-VERSION, with checksums. Everything is made twice, in
# folders of other names and without a compiler cache, and must have the same bytes. Then it is installed in systems that
# have nothing else, where all commands of the README run.
# Usage: release.sh
set -eu
cd "$(dirname "$0")/.."
fail() {
    echo "release.sh: $*" >&2
    exit 1
}
say() {
    echo "release.sh: $*"
}

say "versions and ABI"
[ -z "$(git status --porcelain)" ] || fail "commit your changes first: a release is made of a commit"
version=$(scripts/version.sh)
log=$(sed -n 's/^## //p' CHANGELOG.md | head -n 1)
[ "${log%%,*}" = "$version" ] || fail "CHANGELOG.md begins with \"$log\", the library has version $version"
case $log in
*unreleased*) say "note: CHANGELOG.md calls $version unreleased" ;;
esac
for place in web/overworld/package.json web/overworld/package-lock.json; do
    stated=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$place")
    [ "$stated" = "$version" ] || fail "$place has version $stated, the library $version"
done
stated=$(sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)
[ "$stated" = "$version" ] || fail "debian/changelog begins with version $stated, the library has $version"
scripts/need.sh abigail-tools debootstrap gcc git make xz-utils
scripts/abi.py check build-release/abi

rm -rf build-release
mkdir -p build-release
export CCACHE_DISABLE=1
commit=$(git rev-parse HEAD)
for folder in first the-second-with-a-longer-name; do
    say "making everything in build-release/$folder"
    git clone --quiet . "build-release/$folder"
    git -C "build-release/$folder" checkout --quiet "$commit" # which may no longer be the last
    "build-release/$folder/scripts/artefacts.sh" >"build-release/$folder.log" 2>&1 ||
        fail "it failed; see build-release/$folder.log"
done
diff -r build-release/first/build-artefacts build-release/the-second-with-a-longer-name/build-artefacts >&2 ||
    fail "the second time, other bytes were made"
cp -R build-release/first/build-artefacts "build-release/overworld-$version"

say "installing everything"
/usr/bin/python3 tests/peers/release.py "build-release/overworld-$version" . "$version"
say "the release is in build-release/overworld-$version"
