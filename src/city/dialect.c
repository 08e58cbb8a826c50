/* Which dialect a city save is in, and whether bytes are one at all: the format has no magic number. */
#include "city.h"

#include "../base/bytes.h"

enum { HEADER = 6, EARLY_HEADER = 4 };

/* What the sizes that a save states say about it: the game's own are wrong in a known way (48 + the
 * name's length and 56 + the path's, where it is 6 + and 11 +). */
struct hints {
    bool header,
        early_header; /* the header's size is a usual one, for a header with a version or not */
    bool path_alone;  /* the terrain's is that of a path without z_scale */
    bool path_and_scale;
};

static struct hints read_hints(const uint8_t *bytes, size_t size)
{
    struct hints hints = {0};
    if (size < HEADER)
        return hints;
    uint16_t header_size = load_u16(bytes, true);
    size_t early_name = load_u16(bytes + 2, true), name = load_u16(bytes + 4, true);
    /* That the early game got this wrong in the same way is inferred: 32 bits of numbers. */
    hints.early_header =
        early_name > 0 && (header_size == EARLY_HEADER + early_name ||
                           header_size == 32 + early_name || header_size == 48 + early_name);
    hints.header = early_name == 0 && (header_size == HEADER + name || header_size == 48 + name);
    size_t terrain = HEADER + name;
    if (size < terrain + 7)
        return hints;
    uint32_t terrain_size = load_u32(bytes + terrain, true);
    uint32_t path = load_u16(bytes + terrain + 5, true);
    bool image = bytes[terrain + 4] == OW_CITY_IMAGE;
    hints.path_alone = image && terrain_size == 7 + path;
    hints.path_and_scale = image && (terrain_size == 11 + path || terrain_size == 56 + path);
    return hints;
}

static bool parses(const void *bytes, size_t size, uint8_t dialect, uint64_t *reached)
{
    ow_options options = options_or_default(NULL, size);
    ow_error error = {0};
    ow_status status = city_trace_dialect(bytes, size, dialect, &options, NULL, NULL, &error);
    *reached = status == OW_OK ? size : error.offset;
    return status == OW_OK;
}

/* Of a broken file: the final dialect and the published one differ by z_scale. */
static uint8_t likeliest(const void *bytes, size_t size, const uint64_t reached[CITY_DIALECTS])
{
    struct hints hints = read_hints(bytes, size);
    uint8_t best = OW_CITY_D3;
    if (hints.path_and_scale)
        return OW_CITY_D3;
    if (hints.path_alone)
        return reached[OW_CITY_P0] > reached[OW_CITY_S1] ? OW_CITY_P0 : OW_CITY_S1;
    for (uint8_t dialect = 0; dialect < CITY_DIALECTS; dialect++)
        if (reached[dialect] > reached[best])
            best = dialect;
    return best;
}

uint8_t city_find_dialect(const void *bytes, size_t size)
{
    uint64_t reached[CITY_DIALECTS];
    for (uint8_t dialect = 0; dialect < CITY_DIALECTS; dialect++)
        if (parses(bytes, size, dialect, &reached[dialect]))
            return dialect;
    return likeliest(bytes, size, reached);
}

/* The usual sizes at the front are enough, even of a file that is cut short. Where they are odd, the
 * file has to parse to its end. */
bool city_sniff(const uint8_t *bytes, size_t size)
{
    enum { SHORTEST = 9 };
    struct hints hints = read_hints(bytes, size);
    if (hints.header || hints.early_header)
        return true;
    if (size < SHORTEST || (!hints.path_alone && !hints.path_and_scale && size > 1 << 20))
        return false;
    uint64_t reached;
    for (uint8_t dialect = 0; dialect < CITY_DIALECTS; dialect++)
        if (parses(bytes, size, dialect, &reached))
            return true;
    return false;
}
