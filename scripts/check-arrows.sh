#!/bin/sh
# Folders include each other in one direction only. may_include lists what each folder of src/ may include, and
# user_may_include what the command and other users of the library may include besides the public headers: never a
# folder of src/. A folder of src/ that may_include does not know is an error: add it there.
set -eu
cd "$(dirname "$0")/.."
failed=0
formats=$(scripts/list_formats.py | tr '\n' ' ')

complain() {
    printf '%s\n' "$*"
    failed=1
}

# What the files of a folder may include of the others, besides their own.
may_include() {
    case $1 in
    base) echo '' ;;
    json) echo 'base' ;;
    jecs) echo 'base' ;;
    scene) echo 'base' ;;
    picture) echo 'base json scene' ;;
    codec) echo 'base json' ;;
    driver) echo 'base json codec change' ;;
    change) echo 'base json codec' ;;
    schema) echo 'base json codec driver' ;;
    calls) echo 'base json jecs codec change driver schema formats.h above.h' ;;
    circuit) echo 'base json jecs codec driver change blotter above.h' ;;
    scenes) echo 'base scene change driver calls formats.h above.h' ;;
    together) echo 'base scene circuit blotter' ;;
    */scene) # fills the scene of a format's worlds
        echo 'base json jecs scene codec change driver' ;;
    *) echo 'base json jecs codec change driver' ;;
    esac
}

# What users of the library may include of each other.
user_may_include() {
    case $1 in
    bench) echo 'catalog' ;;
    catalog) echo 'answers files sql' ;;
    cli) echo 'answers catalog files sql' ;;
    sql) echo 'files' ;;
    web) echo 'answers' ;;
    *) echo '' ;;
    esac
}

# Usage: check FOLDER BASE ALLOWED: prints each include that leads from FOLDER into a folder of BASE that is not among
# ALLOWED. The folder scene in FOLDER is looked at by itself.
check() {
    find "$1" -name '*.[ch]' -not -path "$1/scene/*" | sort | while read -r file; do
        sed -n 's/^#include "\(.*\)"$/\1/p' "$file" | while read -r path; do
            case $path in
            *../*) ;;
            *) continue ;; # a header of the same folder, or of a folder that the build names
            esac
            target=$(realpath -m --relative-to="$2" "$(dirname "$file")/$path")
            case " $3 " in
            *" ${target%%/*} "*) ;;
            *) echo "$file includes $path, which is above it or beside it" ;;
            esac
        done
    done
}

for folder in src/*/; do
    folder=$(basename "$folder")
    case " base json jecs scene scenes picture codec change driver schema circuit calls together $formats " in
    *" $folder "*)
        found=$(check "src/$folder" src "$folder $(may_include "$folder")")
        [ -z "$found" ] || complain "$found"
        ;;
    *) complain "src/$folder: a folder whose place in the house this script does not know" ;;
    esac
done
for folder in src/*/scene; do
    found=$(check "$folder" src "$(basename "$(dirname "$folder")") $(may_include "$folder")")
    [ -z "$found" ] || complain "$found"
done
for user in answers bench catalog cli files sql web/binding; do
    folder=${user%%/*}
    found=$(check "$user" . "$folder $(user_may_include "$folder")")
    [ -z "$found" ] || complain "$found"
done
exit $failed
