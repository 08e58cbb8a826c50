#!/bin/sh
# Makes everything that a release consists of in build-artefacts, from what git knows. See release.sh.
# Usage: artefacts.sh
set -eu
cd "$(dirname "$0")/.."
version=$(scripts/version.sh)
out=$PWD/build-artefacts
rm -rf "$out"
mkdir "$out"

make --silent all amalgamation
mkdir "$out/overworld-$version-amalgamation" "$out/overworld-$version"
cp build/amalgamation/* LICENSE "$out/overworld-$version-amalgamation"
git ls-files -z | xargs -0 cp --parents -t "$out/overworld-$version"
for folder in "$out/overworld-$version-amalgamation" "$out/overworld-$version"; do
    scripts/pack.sh "$folder"
    rm -rf "$folder"
done

scripts/web.sh
npm pack --silent --pack-destination "$out" ./web/overworld
cp "$(scripts/static.sh | tail -n 1)" "$out"
cp "$(scripts/windows.sh | tail -n 1)" "$out"
scripts/deb.sh
for package in build-deb/*.deb; do
    case $package in
    *-dbgsym_*) ;;
    *) cp "$package" "$out" ;;
    esac
done
(cd "$out" && sha256sum -- * >SHA256SUMS)
