#!/bin/sh
# Names of public calls pair up: what ow_X_open opens is given back with ow_X_close, what other calls make with
# ow_X_free, which ends the name. What a document has is changed by ow_VERB_parts, lists of records by ow_list_VERB.
set -eu
cd "$(dirname "$0")/.."
calls=$(cat include/overworld/*.h | grep -oE '\bow_[a-z0-9_]+ ?\(' | tr -d ' (' | sort -u)
odd=$(echo "$calls" | awk '
    { call[$0] = 1 }
    END {
        for (name in call) {
            stem = name
            if (sub(/_open$/, "", stem) && !((stem "_close") in call))
                print name " has no " stem "_close"
            stem = name
            if (sub(/_close$/, "", stem) && !((stem "_open") in call))
                print name " has no " stem "_open"
            stem = name
            if (sub(/_free$/, "", stem) && ((stem "_open") in call))
                print name " stands beside " stem "_open"
            if (name ~ /_free_/)
                print name " does not end with _free"
            if (name ~ /^ow_(find|remove|replace|extract|insert|append|reserve|unshare)$/)
                print name " does not say of what: ow_VERB_parts, ow_list_VERB"
        }
    }')
[ -z "$odd" ] || {
    echo "$odd"
    exit 1
}
