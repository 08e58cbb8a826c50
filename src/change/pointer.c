/* Indices in a JSON Pointer. */
#include "pointer.h"

static bool take_index(const char **at, uint32_t *index)
{
    const char *digits = *at;
    uint64_t value = 0;
    for (; **at >= '0' && **at <= '9' && value <= UINT32_MAX; ++*at)
        value = value * 10 + (uint64_t)(**at - '0');
    *index = (uint32_t)value;
    return *at > digits && value <= UINT32_MAX;
}

bool pointer_indexes(const char *pointer, const char *pattern, uint32_t *indexes)
{
    for (; *pattern; pattern++) {
        if (*pattern == '*') {
            if (!take_index(&pointer, indexes++))
                return false;
        } else if (*pointer++ != *pattern) {
            return false;
        }
    }
    return *pointer == '\0';
}
