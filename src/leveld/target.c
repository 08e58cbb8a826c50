/* What a level is to become: the version, byte order and variant that a target asks for. */
#include "leveld.h"

#include "../base/error.h"

#include <string.h>

/* The variants that have a name, and the one version that each is of. */
static const struct {
    const char *name;
    uint8_t variant;
    uint16_t version;
} named_variants[] = {
    {"short-meta", OW_LEVELD_SHORT_META, 0},
    {"1b", OW_LEVELD_1B, 1},
    {"u64-counts", OW_LEVELD_U64_COUNTS, 3},
};

const char *const leveld_variants[] = {"big", "little", "short-meta", "1b", "u64-counts", NULL};

static uint8_t usual_order(unsigned version)
{
    return version < 2 ? OW_LEVELD_LITTLE : OW_LEVELD_BIG;
}

static ow_status resolve_order(ow_leveld_level *to, const char *variant, ow_error *error)
{
    to->byte_order = strcmp(variant, "little") == 0 ? OW_LEVELD_LITTLE : OW_LEVELD_BIG;
    if (to->version == 2 || to->byte_order == usual_order(to->version))
        return OW_OK;
    return error_set(error, OW_BAD_ARGUMENT, 0, "/byte_order",
                     "version %u is %s-endian; only version 2 was ever either", to->version,
                     usual_order(to->version) == OW_LEVELD_BIG ? "big" : "little");
}

ow_status leveld_resolve_target(const ow_leveld_level *from, const ow_target *target,
                                ow_leveld_level *to, ow_error *error)
{
    if (!target->has_version && !target->variant)
        return OW_OK; /* as it is */
    if (target->has_version && target->version > OW_LEVELD_NEWEST)
        return error_set(error, OW_BAD_ARGUMENT, 0, "/version",
                         "LevelD version %u cannot be written; versions %d to %d can",
                         target->version, OW_LEVELD_OLDEST, OW_LEVELD_NEWEST);
    to->version = (uint16_t)(target->has_version ? target->version : from->version);
    to->variant = OW_LEVELD_PLAIN;
    if (target->variant &&
        (strcmp(target->variant, "big") == 0 || strcmp(target->variant, "little") == 0))
        return resolve_order(to, target->variant, error);
    for (size_t i = 0; target->variant && i < sizeof named_variants / sizeof *named_variants; i++) {
        if (strcmp(named_variants[i].name, target->variant) != 0)
            continue;
        if (target->has_version && target->version != named_variants[i].version)
            return error_set(error, OW_BAD_ARGUMENT, 0, "/variant",
                             "\"%s\" is a variant of version %u, not of version %u",
                             named_variants[i].name, named_variants[i].version, target->version);
        to->version = named_variants[i].version;
        to->variant = named_variants[i].variant;
    }
    if (target->variant && to->variant == OW_LEVELD_PLAIN)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "LevelD has no variant called \"%s\"",
                         target->variant);
    to->byte_order = usual_order(to->version);
    return OW_OK;
}
