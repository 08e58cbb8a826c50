#!/bin/sh
# Installs the Debian packages named that are not installed yet. Quick and silent when none is missing.
set -eu
missing=
for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
        echo "Needed, but not installed:$missing (and there is no sudo to install them)" >&2
        exit 1
    }
    as_root=sudo
fi
echo "Installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
# The lists may be old or absent: they are fetched if the first try fails.
install() {
    # shellcheck disable=SC2086 # a list of words
    # Another script may be installing.
    $as_root apt-get install -y -qq -o DPkg::Lock::Timeout=900 --no-install-recommends $missing >/dev/null
}
install 2>/dev/null || {
    $as_root apt-get update -qq
    install
}
