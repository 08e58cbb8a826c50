/* Which byte order and variant a level has, as far as its version leaves that open. */
#include "leveld.h"

#include "../base/bytes.h"

enum { VARIANTS = 2, VERSION_SIZE = 2 };

/* The variants of each version, the published one first. */
static const uint8_t variants[OW_LEVELD_NEWEST + 1][VARIANTS] = {
    {OW_LEVELD_PLAIN, OW_LEVELD_SHORT_META}, {OW_LEVELD_PLAIN, OW_LEVELD_1B},
    {OW_LEVELD_PLAIN, OW_LEVELD_PLAIN},      {OW_LEVELD_PLAIN, OW_LEVELD_U64_COUNTS},
    {OW_LEVELD_PLAIN, OW_LEVELD_PLAIN},
};

static unsigned add_candidates(struct leveld_variant *candidates, unsigned count, uint16_t version,
                               uint8_t byte_order)
{
    candidates[count++] = (struct leveld_variant){byte_order, variants[version][0]};
    if (variants[version][1] != variants[version][0])
        candidates[count++] = (struct leveld_variant){byte_order, variants[version][1]};
    return count;
}

/* Any version is read in either order, though none was ever written in the wrong one. */
unsigned leveld_candidates(const void *bytes, size_t size,
                           struct leveld_variant candidates[LEVELD_MOST_CANDIDATES])
{
    static const uint8_t none[VERSION_SIZE] = {0};
    const uint8_t *at = size >= VERSION_SIZE ? bytes : none;
    uint16_t little = load_u16(at, false), big = load_u16(at, true);
    unsigned count = 0;
    if (little <= OW_LEVELD_NEWEST)
        count = add_candidates(candidates, count, little, OW_LEVELD_LITTLE);
    if (big <= OW_LEVELD_NEWEST)
        count = add_candidates(candidates, count, big, OW_LEVELD_BIG);
    if (count == 0) /* a version to come: the smaller number is meant */
        candidates[count++] = (struct leveld_variant){
            big < little ? OW_LEVELD_BIG : OW_LEVELD_LITTLE, OW_LEVELD_PLAIN};
    return count;
}

struct leveld_variant leveld_find_variant(const void *bytes, size_t size)
{
    struct leveld_variant candidates[LEVELD_MOST_CANDIDATES], best;
    unsigned count = leveld_candidates(bytes, size, candidates);
    ow_options options = options_or_default(NULL, size);
    uint64_t furthest = 0;
    best = candidates[0];
    for (unsigned i = 0; i < count && count > 1; i++) {
        ow_error error = {0};
        if (leveld_trace_variant(bytes, size, candidates[i], &options, NULL, NULL, &error) == OW_OK)
            return candidates[i];
        if (error.offset > furthest) {
            furthest = error.offset;
            best = candidates[i];
        }
    }
    return best;
}
