/* Detects the variant of a city save, and whether bytes are a city save at all: the format has no
 * magic number. */
#include "city.h"

#include "../base/bytes.h"

const struct version city_versions[CITY_VERSIONS] = {
    {0, OW_CITY_D3, "d3"}, {0, OW_CITY_S1, "s1"}, {0, OW_CITY_P0, "p0"},
    {0, OW_CITY_L2, "l2"}, {0, OW_CITY_L1, "l1"},
};

const char *const city_variant_names[] = {"d3", "s1", "p0", "l2", "l1", NULL};

void city_take_variant(const void *from, void *to)
{
    ((ow_city_save *)to)->variant = ((const ow_city_save *)from)->variant;
}

void city_name_variant(void *preset, const char *name)
{
    for (unsigned i = 0; i < CITY_VERSIONS; i++)
        if (strcmp(city_versions[i].name, name) == 0)
            ((ow_city_save *)preset)->variant = city_versions[i].variant;
}

/* The game added up bits instead of bytes: 48 for the three numbers of the header, 56 for those of
 * the terrain. That its first versions did the same with their fewer numbers (32 and 40) is
 * inferred. */
bool city_is_usual_error(uint8_t variant, enum city_part part, uint32_t stated, size_t text)
{
    size_t least = part == CITY_HEADER ? 48 : 56;
    return stated == least + text || (city_is_early(variant) && stated == least - 16 + text);
}

/* Evidence in the front of a file, for a reading with a version or as an early variant. */
struct look {
    uint16_t version;
    bool header; /* the stated size is right, or has the known error */
    bool terrain;
    bool name, path;          /* not empty, and text as far as it is in the file */
    bool no_z_scale, z_scale; /* according to the terrain's size */
    bool heights;             /* there are some */
};

/* Whether bytes are readable text; the last character may be `cut`. */
static bool is_plain_text(const uint8_t *bytes, size_t size, bool cut)
{
    enum { LONGEST_CHARACTER = 4 };
    for (size_t i = 0; i < size; i++)
        if (bytes[i] < ' ' || bytes[i] == 0x7f)
            return false;
    for (size_t missing = 0; missing < (cut ? LONGEST_CHARACTER : 1) && missing < size; missing++)
        if (ow_text_is_utf8((ow_text){(const char *)bytes, size - missing}))
            return true;
    return false;
}

/* `left` counts the bytes from the kind on, which is where `numbers` begins. */
static void examine_image(struct look *look, const uint8_t *numbers, size_t left, uint32_t stated,
                          bool early)
{
    enum { KIND_AND_LENGTH = 3 };
    size_t path = load_u16(numbers + 1, true), numbers_size = early ? 5 : 7;
    size_t there = left - KIND_AND_LENGTH < path ? left - KIND_AND_LENGTH : path;
    look->path = is_plain_text(numbers + KIND_AND_LENGTH, there, there < path);
    look->no_z_scale = stated == numbers_size + path;
    look->z_scale = stated == numbers_size + 4 + path;
    look->terrain = look->no_z_scale || look->z_scale;
    if (!look->terrain &&
        city_is_usual_error(early ? OW_CITY_L2 : OW_CITY_D3, CITY_TERRAIN, stated, path)) {
        look->terrain = true;
        look->z_scale = !early; /* an early variant does not show which of them wrote it */
    }
}

static void examine_terrain(struct look *look, const uint8_t *numbers, size_t left, uint32_t stated,
                            bool early)
{
    enum { KIND_AND_LENGTH = 3, KIND_AND_VERTICES = 9 };
    if (left >= KIND_AND_LENGTH && *numbers == OW_CITY_IMAGE)
        examine_image(look, numbers, left, stated, early);
    if (left < KIND_AND_VERTICES || *numbers != OW_CITY_HEIGHTS)
        return;
    uint64_t count = (uint64_t)load_u32(numbers + 1, true) * load_u32(numbers + 5, true);
    uint64_t size = (early ? 2u : 4u) + KIND_AND_VERTICES + count * 4;
    look->heights = count > 0;
    look->terrain = stated == (early ? (uint16_t)size : (uint32_t)size);
}

static struct look examine(const uint8_t *bytes, size_t size, bool early)
{
    struct look look = {0};
    size_t head = early ? 4 : 6, width = early ? 2 : 4;
    if (size < head)
        return look;
    size_t name = load_u16(bytes + head - 2, true), left = size - head;
    uint16_t stated = load_u16(bytes, true);
    look.version = early ? 0 : load_u16(bytes + 2, true);
    look.header = stated == head + name ||
                  city_is_usual_error(early ? OW_CITY_L2 : OW_CITY_D3, CITY_HEADER, stated, name);
    look.name = is_plain_text(bytes + head, left < name ? left : name, left < name);
    if (left < name + width)
        return look;
    const uint8_t *terrain = bytes + head + name;
    examine_terrain(&look, terrain + width, left - name - width,
                    early ? load_u16(terrain, true) : load_u32(terrain, true), early);
    return look;
}

/* Whether the front is no coincidence. For an unknown version, only the header counts. */
static bool is_clear(const struct look *look)
{
    enum { HIGHEST_LIKELY_VERSION = 255 };
    if (look->version > 0)
        return look->version <= HIGHEST_LIKELY_VERSION && look->header && look->name;
    if (look->name || look->path)
        return look->header || look->terrain;
    return look->header && look->terrain && look->heights;
}

/* Without a version there is less evidence. */
static bool is_clear_and_early(const struct look *look)
{
    return look->header && look->terrain && (look->name || look->path);
}

static bool parses(const void *bytes, size_t size, uint8_t variant, uint64_t *reached)
{
    ow_options options = options_or_default(NULL, size);
    ow_error error = {0};
    ow_city_save preset = {.variant = variant};
    ow_status status =
        city_format.runs.trace(bytes, size, &preset, NULL, &options, NULL, NULL, &error);
    *reached = status == OW_OK ? size : error.offset;
    return status == OW_OK;
}

/* Whether a truncated file states 17 bytes for each of its things, where other variants have 21. */
static bool says_p0(const void *bytes, size_t size)
{
    enum { THING_IN_P0 = 17, HEAD = 8 };
    ow_options options = options_or_default(NULL, size);
    struct city_front front;
    city_read_front(bytes, size, OW_CITY_P0, &options, &front, NULL);
    if (front.sections < CITY_SECTIONS - 1 || size - front.things_at < HEAD)
        return false;
    const uint8_t *things = (const uint8_t *)bytes + front.things_at;
    uint64_t count = load_u32(things + 4, true);
    return count > 0 && load_u32(things, true) == HEAD + THING_IN_P0 * count;
}

/* The most likely variant of a broken file. */
static uint8_t most_likely(const void *bytes, size_t size, const uint64_t reached[CITY_VARIANTS])
{
    struct look look = examine(bytes, size, false), early = examine(bytes, size, true);
    bool clear = is_clear(&look), early_clear = !clear && is_clear_and_early(&early);
    if (clear && (look.no_z_scale || look.heights) && says_p0(bytes, size))
        return OW_CITY_P0;
    if (clear && look.terrain)
        return look.no_z_scale ? OW_CITY_S1 : OW_CITY_D3;
    if (early_clear && (early.no_z_scale || early.z_scale))
        return early.z_scale ? OW_CITY_L2 : OW_CITY_L1;
    uint8_t best = early_clear ? OW_CITY_L2 : OW_CITY_D3;
    for (uint8_t variant = best; variant < (clear ? OW_CITY_L2 : CITY_VARIANTS); variant++)
        if (reached[variant] > reached[best])
            best = variant;
    return best;
}

uint8_t city_count_variants(const void *bytes, size_t size)
{
    struct look look = examine(bytes, size, false);
    return is_clear(&look) ? OW_CITY_L2 : CITY_VARIANTS;
}

unsigned city_candidates(const struct file *file, void *preset)
{
    ow_city_save *candidates = preset;
    if (file->preset) {
        city_take_variant(file->preset, candidates);
        return 1;
    }
    uint8_t count = city_count_variants(file->bytes, file->size);
    for (uint8_t variant = 0; variant < count; variant++)
        candidates[variant].variant = variant;
    return count;
}

uint8_t city_find_variant(const struct file *file)
{
    uint64_t reached[CITY_VARIANTS] = {0};
    if (file->preset)
        return ((const ow_city_save *)file->preset)->variant;
    uint8_t count = city_count_variants(file->bytes, file->size);
    for (uint8_t variant = 0; variant < count; variant++)
        if (parses(file->bytes, file->size, variant, &reached[variant]))
            return variant;
    return most_likely(file->bytes, file->size, reached);
}

bool city_find(const struct file *file, void *preset)
{
    ((ow_city_save *)preset)->variant = city_find_variant(file);
    return true;
}

/* Whether the bytes after the front may be as many things as it states. */
static bool may_end_there(const struct city_front *front, size_t size, uint8_t variant)
{
    enum { IN_P0 = 17, LEAST = 21 };
    uint64_t left = size - front->first_thing_at, count = front->save.thing_count;
    if (variant == OW_CITY_P0)
        return left == count * IN_P0;
    return count > 0 ? left >= count * LEAST : left == 0;
}

uint8_t city_guess_variant(const struct file *file)
{
    struct city_front front;
    if (file->preset)
        return city_find_variant(file);
    uint8_t count = city_count_variants(file->bytes, file->size);
    for (uint8_t variant = 0; variant < count; variant++)
        if (city_read_front(file->bytes, file->size, variant, &file->options, &front, NULL) ==
                OW_OK &&
            may_end_there(&front, file->size, variant))
            return variant;
    return city_find_variant(file);
}

/* Whether a file that parses to its end has enough evidence. Zeros would parse, too. */
static bool has_evidence(const void *bytes, size_t size, uint8_t variant)
{
    ow_options options = options_or_default(NULL, size);
    struct city_front front;
    city_read_front(bytes, size, variant, &options, &front, NULL);
    struct look look = examine(bytes, size, city_is_early(variant));
    const ow_city_save *save = &front.save;
    bool table = save->meta_things_size.stated == front.things_at - front.table_at;
    bool things = save->things_size.stated == size - front.things_at;
    bool tables = !city_is_early(variant);
    return look.header + look.terrain + look.name + look.path + look.heights + (tables && table) +
               (tables && things) >=
           2;
}

/* A clear front is enough, even if the file is truncated. */
bool city_sniff(const uint8_t *bytes, size_t size)
{
    struct look look = examine(bytes, size, false), early = examine(bytes, size, true);
    uint64_t reached;
    if (is_clear(&look) || is_clear_and_early(&early))
        return true;
    for (uint8_t variant = 0; variant < CITY_VARIANTS; variant++)
        if (parses(bytes, size, variant, &reached))
            return has_evidence(bytes, size, variant);
    return false;
}
