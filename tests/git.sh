#!/bin/sh
# Does with real git what docs/how-to/git.md says: a level and a save are shown as text, compared, merged.
# Usage: tests/git.sh SOURCE_ROOT OVERWORLD. Prints TAP.
set -eu
root=$(cd "$1" && pwd)
program=$(cd "$(dirname "$2")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PATH="$program:$PATH" HOME="$folder" GIT_CONFIG_NOSYSTEM=1 LC_ALL=C.UTF-8 NO_COLOR=1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export GIT_PAGER=cat GIT_EDITOR=true
count=0
failed=0

if ! command -v git >/dev/null; then
    echo "1..0 # SKIP there is no git"
    exit 0
fi

result() { # whether it is well, what
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - git: $2"
    else
        echo "not ok $count - git: $2"
        sed 's/^/# /' "$folder/told"
        failed=1
    fi
}

succeeds() { # what, command...
    what=$1
    shift
    status=0
    "$@" >"$folder/told" 2>&1 || status=$?
    result "$status" "$what"
}

fails() { # what, command...
    what=$1
    shift
    status=1
    "$@" >"$folder/told" 2>&1 || status=0
    result "$status" "$what"
}

tells() { # what, words that the last command told
    status=0
    grep -qF -- "$2" "$folder/told" || status=1
    result "$status" "$1"
}

lacks() { # what, words that the last command must not tell
    status=0
    ! grep -qF -- "$2" "$folder/told" || status=1
    result "$status" "$1"
}

field() { # what, file, pointer, value
    status=0
    overworld get "$2" "$3" >"$folder/told" 2>&1 || status=1
    [ "$(cat "$folder/told")" = "$4" ] || status=1
    result "$status" "$1"
}

# The settings as the page has them: its second and its first block of code.
page="$root/docs/how-to/git.md"
block() { # number, from 1
    awk -v wanted="$1" '/^```/ { inside = !inside; number += inside; next } inside && number == wanted' "$page"
}

mkdir "$folder/worlds"
cd "$folder/worlds"
git init -q -b main .
block 1 >.gitattributes
block 2 >"$folder/settings.sh"
succeeds "the settings of docs/how-to/git.md are taken" sh -e "$folder/settings.sh"
succeeds "four of them" test "$(wc -l <"$folder/settings.sh")" = 4

# A truncated world in history.
cp "$root/samples/level-v4.lvd" level.lvd
git add . && git commit -qm sound
head -c 300 "$root/samples/level-v4.lvd" >level.lvd
git commit -qam truncated
: >level.lvd
git commit -qam emptied
echo "no world" >level.lvd
git commit -qam text
head -c 310 "$root/samples/level-v4.lvd" >level.lvd
git commit -qam "truncated elsewhere"
cp "$root/samples/level-v4.lvd" level.lvd
git commit -qam fixed
succeeds "git log -p with a truncated world in history" git log -p
tells "the text says where it is broken" '+# broken: metadata should have 10 bytes, but the file has only 9 left (byte 290'
tells "the text says that a file is not a world" '+# not a world: the bytes have no known format'
lacks "no error" 'unable to read'
succeeds "git diff of a truncated world" git diff HEAD~5 HEAD~4
tells "it shows what is left" '-        {"x": 72, "y": 40, "layer_id": 1, "area_type": 1'
succeeds "git diff of a file that is no world" git diff HEAD~2 HEAD~3
succeeds "git blame of a file that was truncated" git blame level.lvd
succeeds "git blame of a truncated file" git blame HEAD~1 -- level.lvd
succeeds "git show of a truncated file" git show --textconv HEAD~1:level.lvd
succeeds "git diff in the working tree" sh -c 'head -c 90 level.lvd >cut && mv cut level.lvd && git diff --exit-code >diff || cat diff'
tells "it is broken" '+# broken: '
git checkout -q level.lvd && rm diff
cp "$root/samples/level-v4.lvd" ./-dash.lvd
git add ./-dash.lvd && git commit -qm dash
overworld set ./-dash.lvd /blocks/0/name Dash -i
succeeds "git diff of a name that begins with a dash" git diff
tells "it shows text" '+      "name": "Dash"'
git rm -qf -- ./-dash.lvd && git commit -qm "no dash"

# A layer has a line for each row of the map.
/usr/bin/python3 -c 'import json; print(json.dumps({"format": "leveld", "version": 4, "byte_order": "big", "blocks": [
    {"id": "META", "timestamp": "0", "level_id": "", "name": "", "author": "", "description": ""},
    {"id": "MESH", "tile_width": 16, "tile_height": 16, "width": 80, "height": 60, "layers": [[1] * 4800]}]}))' |
    overworld convert - big.lvd
git add big.lvd && git commit -qm big
overworld set big.lvd /blocks/1/layers/0/1234 7 -i
succeeds "git diff of one cell" git diff big.lvd
result "$(awk 'length > 500 { long = 1 } END { print long + 0 }' "$folder/told")" "no line is longer than a row of the map"
result "$([ "$(grep -c '^[-+] ' "$folder/told")" = 2 ] && echo 0 || echo 1)" "one row differs"
git rm -qf big.lvd && git commit -qm "no big level"

cp "$root/samples/level-v4.lvd" level.lvd
cp "$root/samples/world-v7.logicworld" data.logicworld
git add . && git commit -qm base --allow-empty

# Different things: merged by itself.
git checkout -qb ours
overworld set level.lvd /blocks/0/author Ada -i
overworld set data.logicworld C-41/position '[450, 150, 150]' -i
git commit -qam ours
git checkout -qb theirs main
overworld set level.lvd /blocks/0/name New -i
overworld set data.logicworld C-42/position '[0, 0, 900]' -i
git commit -qam theirs

succeeds "git diff" git diff main level.lvd
tells "it shows text" '+      "name": "New"'
succeeds "git log -p" git log -p -1
tells "it shows text of a save" '"position": '
succeeds "git difftool" git difftool -y -x 'overworld diff' main level.lvd
tells "it shows records" 'name: "Things and triggers" -> "New"'

git checkout -q ours
succeeds "two branches that changed different things are merged" git merge -q -m merged theirs
field "ours is in it" level.lvd /blocks/0/author Ada
field "theirs is in it" level.lvd /blocks/0/name New
overworld diff data.logicworld "$root/samples/world-v7.logicworld" >"$folder/told" 2>&1 || true
tells "a save has the component of ours" "C-41"
tells "and that of theirs" "C-42"
succeeds "nothing is left over" test -z "$(git status --porcelain)"
succeeds "the merged save is sound" overworld check data.logicworld

# One thing, differently: a conflict.
git checkout -qb other theirs
overworld set level.lvd /blocks/0/author Bob -i
overworld set level.lvd /blocks/0/description different -i
git commit -qam other
git checkout -q ours
before=$(git rev-parse HEAD)
fails "the same field is a conflict" git merge -m merged other
tells "which is named" 'overworld: level.lvd: conflict: META  /blocks/0/author: ours made it "Ada", theirs "Bob"; ours is kept'
tells "git says so" 'CONFLICT (content): Merge conflict in level.lvd'
field "ours is kept in the file" level.lvd /blocks/0/author Ada
field "the rest is merged" level.lvd /blocks/0/description different
git show :3:level.lvd >third.lvd
field "theirs is there as ever" third.lvd /blocks/0/author Bob
rm third.lvd
overworld set level.lvd /blocks/0/author Bob -i
succeeds "put right, it is added" git add level.lvd
succeeds "and committed" git commit -qm merged
field "as it was put right" level.lvd /blocks/0/author Bob

# The other way round, and without a base.
git checkout -qb picked main
overworld set level.lvd /blocks/0/level_id e9m9 -i
git commit -qam picked
succeeds "git rebase" git rebase -q ours
field "has what was picked" level.lvd /blocks/0/level_id e9m9
field "and what it is on" level.lvd /blocks/0/author Bob
git checkout -q "$before" && git checkout -qb first
cp "$root/samples/city-d3.city" new.city && git add new.city && git commit -qm first
git checkout -q "$before" && git checkout -qb second
cp "$root/samples/city-town.city" new.city && git add new.city && git commit -qm second
fails "a file that both added is a conflict" git merge -m both first
succeeds "ours is kept" cmp new.city "$root/samples/city-town.city"

echo "1..$count"
exit "$failed"
