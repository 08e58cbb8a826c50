/* The versions of LevelD and the variants that share their numbers: the only table of them, and
 * functions that use it. */
#include "leveld.h"

#include "../base/bytes.h"

#include <string.h>

/* In the order in which they are tried: the published one is first. */
const struct version leveld_versions[LEVELD_VERSIONS] = {
    {0, OW_LEVELD_PLAIN, NULL},
    {0, OW_LEVELD_SHORT_META, "short-meta"},
    {0, OW_LEVELD_V4_LAYOUT, "v4-layout"},
    {1, OW_LEVELD_PLAIN, NULL},
    {1, OW_LEVELD_1B, "1b"},
    {2, OW_LEVELD_PLAIN, NULL},
    {3, OW_LEVELD_PLAIN, NULL},
    {3, OW_LEVELD_U64_COUNTS, "u64-counts"},
    {4, OW_LEVELD_PLAIN, NULL},
};

/* A byte order is a variant too. Any version can be read in either order; only version 2 has been
 * written in both. */
const char *const leveld_variants[] = {"big", "little",     "short-meta", "v4-layout",
                                       "1b",  "u64-counts", NULL};

uint8_t leveld_usual_order(unsigned version, uint8_t variant)
{
    return version < 2 && variant != OW_LEVELD_V4_LAYOUT ? OW_LEVELD_LITTLE : OW_LEVELD_BIG;
}

void leveld_set_defaults(void *document)
{
    ow_leveld_level *level = document;
    if (level->byte_order == OW_LEVELD_USUAL_ORDER)
        level->byte_order = leveld_usual_order(level->version, level->variant);
}

void leveld_take_variant(const void *from, void *to)
{
    ((ow_leveld_level *)to)->byte_order = ((const ow_leveld_level *)from)->byte_order;
    ((ow_leveld_level *)to)->variant = ((const ow_leveld_level *)from)->variant;
}

/* The row with a name; NULL if it names a byte order. */
static const struct version *version_of(const char *name)
{
    for (unsigned i = 0; i < LEVELD_VERSIONS; i++)
        if (leveld_versions[i].name && strcmp(leveld_versions[i].name, name) == 0)
            return &leveld_versions[i];
    return NULL;
}

static uint8_t order_of(const char *name)
{
    return strcmp(name, "little") == 0 ? OW_LEVELD_LITTLE
           : strcmp(name, "big") == 0  ? OW_LEVELD_BIG
                                       : OW_LEVELD_USUAL_ORDER;
}

void leveld_name_variant(void *preset, const char *name)
{
    const struct version *found = version_of(name);
    ((ow_leveld_level *)preset)->variant = found ? found->variant : OW_LEVELD_PLAIN;
    ((ow_leveld_level *)preset)->byte_order =
        found && found->variant == OW_LEVELD_V4_LAYOUT ? OW_LEVELD_BIG : order_of(name);
}

/* Adds the variants of a version in one byte order, or only the variant that is known beforehand.
 * That variant may belong to another version; the layout then refuses it. */
static unsigned add_candidates(ow_leveld_level *candidates, unsigned count, uint16_t version,
                               uint8_t byte_order, const ow_leveld_level *preset)
{
    if (preset && preset->byte_order != OW_LEVELD_USUAL_ORDER && preset->byte_order != byte_order)
        return count;
    if (preset) {
        candidates[count].byte_order = byte_order;
        candidates[count].variant = preset->variant;
        return count + 1;
    }
    for (unsigned i = 0; i < LEVELD_VERSIONS; i++) {
        if (leveld_versions[i].version != version)
            continue;
        candidates[count].byte_order = byte_order;
        candidates[count++].variant = leveld_versions[i].variant;
    }
    return count;
}

/* Any version is read in either byte order, although none was ever written in the wrong one. */
unsigned leveld_candidates(const struct file *file, void *preset)
{
    static const uint8_t none[sizeof(uint16_t)];
    ow_leveld_level *candidates = preset;
    const uint8_t *at = file->size >= sizeof none ? file->bytes : none;
    uint16_t little = load_u16(at, false), big = load_u16(at, true);
    unsigned count = 0;
    if (little <= OW_LEVELD_NEWEST)
        count = add_candidates(candidates, count, little, OW_LEVELD_LITTLE, file->preset);
    if (big <= OW_LEVELD_NEWEST)
        count = add_candidates(candidates, count, big, OW_LEVELD_BIG, file->preset);
    if (count == 0) { /* a future version: the smaller number is more plausible */
        if (file->preset)
            leveld_take_variant(file->preset, candidates);
        if (candidates->byte_order == OW_LEVELD_USUAL_ORDER)
            candidates->byte_order = big < little ? OW_LEVELD_BIG : OW_LEVELD_LITTLE;
        count = 1;
    }
    return count;
}

static ow_status resolve_order(ow_leveld_level *to, uint8_t byte_order, ow_error *error)
{
    uint8_t usual = leveld_usual_order(to->version, to->variant);
    to->byte_order = byte_order;
    if (to->version == 2 || byte_order == usual)
        return OW_OK;
    return error_set(error, OW_BAD_ARGUMENT, 0, "/variant",
                     "version %u is always %s-endian; only version 2 exists in both byte orders",
                     to->version, usual == OW_LEVELD_BIG ? "big" : "little");
}

ow_status leveld_resolve_target(const ow_target *target, ow_leveld_level *to, ow_error *error)
{
    if (!target->has_version && !target->variant)
        return OW_OK; /* unchanged */
    if (target->has_version)
        to->version = (uint16_t)target->version;
    to->variant = OW_LEVELD_PLAIN;
    to->byte_order = leveld_usual_order(to->version, to->variant);
    if (!target->variant)
        return OW_OK;
    if (order_of(target->variant) != OW_LEVELD_USUAL_ORDER)
        return resolve_order(to, order_of(target->variant), error);
    const struct version *found = version_of(target->variant);
    if (target->has_version && target->version != found->version)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/variant",
                         "\"%s\" is a variant of version %u, not of version %u", found->name,
                         found->version, target->version);
    to->version = found->version;
    to->variant = found->variant;
    to->byte_order = leveld_usual_order(to->version, to->variant);
    return OW_OK;
}
