#!/bin/sh
# The library asks libc for little: memory and strings are looked at, numbers are computed. Whatever
# else its objects refer to has to be allowed here first. No call opens, reads or writes a file, none
# sorts with qsort (which may allocate behind the caller's allocator), none asks the locale what a letter
# is. malloc and its like are called in one file alone, threads started in another.
# Usage: check-symbols.sh ARCHIVE    (of the library's objects, before they are joined)
set -eu
archive=$1
allowed='memchr memcmp memcpy memmove memset strchr strcmp strlen strncmp strcspn strspn strrchr strstr
    snprintf vsnprintf strtof strtoull
    floor fmax fmaxf fmin fminf fmod log2 frexp ldexp nearbyint nextafterf rint round sqrt
    _GLOBAL_OFFSET_TABLE_'
allocator='malloc realloc free madvise'
pool='pthread_create pthread_join pthread_mutex_init pthread_mutex_lock pthread_mutex_unlock pthread_mutex_destroy
    pthread_cond_init pthread_cond_wait pthread_cond_signal pthread_cond_broadcast pthread_cond_destroy'

own=$(nm --defined-only -g "$archive" | awk 'NF == 3 { print $3 }')
strangers=$(nm -u -A "$archive" | awk -v "own=$own" -v "allowed=$allowed" -v "allocator=$allocator" \
    -v "pool=$pool" '
    function note(words, table,    list, count, i) {
        count = split(words, list)
        for (i = 1; i <= count; i++)
            table[list[i]] = 1
    }
    BEGIN { note(own, known); note(allowed, known); note(allocator, allocates); note(pool, shares) }
    # A call that _FORTIFY_SOURCE checks, such as __memcpy_chk for memcpy.
    $NF ~ /^__.*_chk$/ && substr($NF, 3, length($NF) - 6) in known { next }
    $NF in known { next }
    $NF in allocates && $1 ~ /src_base_memory\.c\.o:$/ { next }
    $NF in shares && $1 ~ /src_base_pool\.c\.o:$/ { next }
    { print $1, $NF }')
[ -n "$own" ] || {
    echo "$archive: no symbols found" >&2
    exit 1
}
[ -z "$strangers" ] || {
    printf 'the library refers to what it must not, or what scripts/check-symbols.sh does not know:\n%s\n' \
        "$strangers"
    exit 1
}
