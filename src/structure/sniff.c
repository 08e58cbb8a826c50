/* Whether bytes are a .structure: the format has no magic number. */
#include "structure.h"

#include "../base/bytes.h"

#include <math.h>

enum { ROOT_SIZE = 50, FLOATS = 12 };

/* The roots, as far as the file goes: finite numbers, and last blocks that rise. */
static bool are_roots(const uint8_t *bytes, size_t size, size_t at, bool big)
{
    if (size < at + 2)
        return true; /* cut short */
    uint32_t count = load_u16(bytes + at, big);
    int64_t last = -1;
    at += 2;
    for (uint32_t i = 0; i < count && size >= at + ROOT_SIZE; i++, at += ROOT_SIZE) {
        for (unsigned k = 0; k < FLOATS; k++)
            if (!isfinite(load_f32(bytes + at + 4 * (size_t)k, big)))
                return false;
        uint16_t next = load_u16(bytes + at + 4 * FLOATS, big);
        if (next <= last)
            return false;
        last = next;
    }
    return true;
}

static bool is_header(const uint8_t *bytes, size_t size, bool big, bool counts_first)
{
    enum { NO_COLORS = 255, NO_ROTATIONS = 65535 };
    size_t colors = bytes[1] == NO_COLORS ? 0 : 2 * (size_t)bytes[1];
    size_t count_at = counts_first ? 2 : 2 + colors;
    if (size < count_at + 2)
        return true;
    uint32_t rotations = load_u16(bytes + count_at, big);
    rotations = rotations == NO_ROTATIONS ? 0 : rotations;
    return are_roots(bytes, size, 4 + colors + 6 * (size_t)rotations, big);
}

bool structure_sniff(const uint8_t *bytes, size_t size)
{
    if (size < 4 || bytes[0] != OW_STRUCTURE_VERSION)
        return false;
    for (unsigned i = 0; i < 4; i++)
        if (is_header(bytes, size, i & 1, i & 2))
            return true;
    return false;
}
