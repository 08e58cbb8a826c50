/* In place of unpack.c in a build without libarchive or without a sandbox. */
#include "unpack.h"

#include <stdio.h>

bool unpack_is_possible(const struct unpack_limits *limits, char why[APART_WHY])
{
    (void)limits;
    snprintf(why, APART_WHY,
             "--archives is not in this build: it takes Linux, and libarchive and libseccomp when "
             "Overworld is built");
    return false;
}

bool unpack(const void *bytes, size_t size, const struct unpack_limits *limits,
            bool (*visit)(void *context, const struct unpacked *file), void *context,
            char why[APART_WHY])
{
    (void)bytes, (void)size, (void)visit, (void)context;
    return unpack_is_possible(limits, why);
}
