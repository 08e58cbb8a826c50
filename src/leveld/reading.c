/* Which byte order and layout a level has, as far as its version leaves that open. */
#include "leveld.h"

#include "../base/bytes.h"

enum { LAYOUTS = 2, VERSION_SIZE = 2 };

/* The layouts of each version, the published one first. */
static const uint8_t layouts[OW_LEVELD_NEWEST + 1][LAYOUTS] = {
    {OW_LEVELD_PLAIN, OW_LEVELD_SHORT_META}, {OW_LEVELD_PLAIN, OW_LEVELD_1B},
    {OW_LEVELD_PLAIN, OW_LEVELD_PLAIN},      {OW_LEVELD_PLAIN, OW_LEVELD_U64_COUNTS},
    {OW_LEVELD_PLAIN, OW_LEVELD_PLAIN},
};

static unsigned add_readings(struct leveld_reading *readings, unsigned count, uint16_t version,
                             uint8_t byte_order)
{
    readings[count++] = (struct leveld_reading){byte_order, layouts[version][0]};
    if (layouts[version][1] != layouts[version][0])
        readings[count++] = (struct leveld_reading){byte_order, layouts[version][1]};
    return count;
}

/* Any version is read in either order, though none was ever written in the wrong one. */
unsigned leveld_readings(const void *bytes, size_t size,
                         struct leveld_reading readings[LEVELD_MOST_READINGS])
{
    static const uint8_t none[VERSION_SIZE] = {0};
    const uint8_t *at = size >= VERSION_SIZE ? bytes : none;
    uint16_t little = load_u16(at, false), big = load_u16(at, true);
    unsigned count = 0;
    if (little <= OW_LEVELD_NEWEST)
        count = add_readings(readings, count, little, OW_LEVELD_LITTLE);
    if (big <= OW_LEVELD_NEWEST)
        count = add_readings(readings, count, big, OW_LEVELD_BIG);
    if (count == 0) /* a version to come: the smaller number is meant */
        readings[count++] = (struct leveld_reading){big < little ? OW_LEVELD_BIG : OW_LEVELD_LITTLE,
                                                    OW_LEVELD_PLAIN};
    return count;
}

struct leveld_reading leveld_find_reading(const void *bytes, size_t size)
{
    struct leveld_reading readings[LEVELD_MOST_READINGS], best;
    unsigned count = leveld_readings(bytes, size, readings);
    ow_options options = options_or_default(NULL, size);
    uint64_t furthest = 0;
    best = readings[0];
    for (unsigned i = 0; i < count && count > 1; i++) {
        ow_error error = {0};
        if (leveld_trace_reading(bytes, size, readings[i], &options, NULL, NULL, &error) == OW_OK)
            return readings[i];
        if (error.offset > furthest) {
            furthest = error.offset;
            best = readings[i];
        }
    }
    return best;
}
