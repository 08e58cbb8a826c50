/* The named variants, and the names of all others, which derive from them. */
#include "structure.h"

#include <stdio.h>
#include <string.h>

const ow_structure_variant ow_structure_game = {
    .byte_order = OW_STRUCTURE_LITTLE,
    .tables = OW_STRUCTURE_COUNTS_FIRST,
    .string_prefix = OW_STRUCTURE_VARINT,
    .metadata_color_bytes = 4,
    .wide_index_from = 257,
};

#define BIT(id) (1 << (id) % 8)

/* Follows the specification literally; it names the interactive types that differ from the
 * game's. */
const ow_structure_variant ow_structure_spec = {
    .byte_order = OW_STRUCTURE_BIG,
    .tables = OW_STRUCTURE_LENGTHS_FIRST,
    .string_prefix = OW_STRUCTURE_U16,
    .metadata_color_bytes = 3,
    .wide_index_from = 257,
    .flipped_ids = {[0] = BIT(6),
                    [1] = BIT(13),
                    [2] = BIT(16) | BIT(17) | BIT(19) | BIT(20) | BIT(21) | BIT(22),
                    [3] = BIT(25) | BIT(29),
                    [7] = BIT(56),
                    [13] = BIT(105) | BIT(106),
                    [14] = BIT(113) | BIT(116) | BIT(118) | BIT(119),
                    [15] = BIT(120) | BIT(121) | BIT(122)},
};

#undef BIT

static const struct {
    const char *name;
    const ow_structure_variant *variant;
} named[] = {{"game", &ow_structure_game}, {"spec", &ow_structure_spec}};

enum { NAMED = sizeof named / sizeof *named };

const struct version structure_versions[STRUCTURE_VERSIONS] = {
    {0, 0, NULL}, {1, 0, NULL}, {2, 0, NULL}, {3, 0, NULL},
    {4, 0, NULL}, {5, 0, NULL}, {6, 0, NULL},
};

const char *const structure_variants[] = {"game", "spec", NULL};

void structure_set_switch_defaults(ow_structure_variant *variant)
{
    variant->string_prefix = structure_string_prefix(variant);
    variant->metadata_color_bytes = structure_color_bytes(variant);
    variant->wide_index_from = structure_wide_index_from(variant);
}

void structure_set_defaults(void *document)
{
    ow_structure_build *build = document;
    structure_set_switch_defaults(&build->variant);
    build->variant = structure_with_group_defaults(build->version, build->variant);
}

void structure_take_variant(const void *from, void *to)
{
    ((ow_structure_build *)to)->variant = ((const ow_structure_build *)from)->variant;
}

void structure_name_variant(void *preset, const char *name)
{
    for (unsigned i = 0; i < NAMED; i++)
        if (strcmp(named[i].name, name) == 0)
            ((ow_structure_build *)preset)->variant = *named[i].variant;
}

static bool same_ids(const ow_structure_variant *a, const ow_structure_variant *b)
{
    return memcmp(a->flipped_ids, b->flipped_ids, sizeof a->flipped_ids) == 0;
}

/* 0 stands for the game's value. */
static unsigned or_game(uint16_t value, unsigned game)
{
    return value ? value : game;
}

/* Lists the names of the switches that differ; ends with NULL. */
static unsigned differences(const ow_structure_variant *a, const ow_structure_variant *b,
                            const char *names[SWITCHES + 1])
{
    const struct {
        const char *name;
        bool differs;
    } switches[SWITCHES] = {
        {"byte_order", a->byte_order != b->byte_order},
        {"tables", a->tables != b->tables},
        {"string_prefix", structure_string_prefix(a) != structure_string_prefix(b)},
        {"metadata_color_bytes", a->metadata_color_bytes != b->metadata_color_bytes},
        {"empty_custom_bounds", a->empty_custom_bounds != b->empty_custom_bounds},
        {"wide_index_from", a->wide_index_from != b->wide_index_from},
        {"flipped_ids", !same_ids(a, b)},
        {"group_count_bytes", or_game(a->group_count_bytes, 2) != or_game(b->group_count_bytes, 2)},
        {"group_value_bytes", or_game(a->group_value_bytes, 4) != or_game(b->group_value_bytes, 4)},
    };
    unsigned count = 0;
    for (unsigned i = 0; i < SWITCHES; i++)
        if (switches[i].differs)
            names[count++] = switches[i].name;
    names[count] = NULL;
    return count;
}

bool structure_same_variant(const ow_structure_variant *a, const ow_structure_variant *b)
{
    const char *names[SWITCHES + 1];
    return differences(a, b, names) == 0;
}

const char *structure_wrong_switch(const ow_structure_variant *variant)
{
    if (variant->byte_order > OW_STRUCTURE_BIG)
        return "byte_order";
    if (variant->tables > OW_STRUCTURE_LENGTHS_FIRST)
        return "tables";
    if (variant->string_prefix > OW_STRUCTURE_U16_BIG)
        return "string_prefix";
    if (variant->metadata_color_bytes != 3 && variant->metadata_color_bytes != 4)
        return "metadata_color_bytes";
    if (variant->wide_index_from != 256 && variant->wide_index_from != 257)
        return "wide_index_from";
    if (variant->group_count_bytes > 2)
        return "group_count_bytes";
    return variant->group_value_bytes > 4 || variant->group_value_bytes % 2 ? "group_value_bytes"
                                                                            : NULL;
}

void structure_variant_name(const ow_structure_variant *variant, char name[STRUCTURE_VARIANT_NAME])
{
    const char *names[SWITCHES + 1], *other[SWITCHES + 1];
    unsigned nearest = differences(variant, named[1].variant, other) <
                       differences(variant, named[0].variant, names);
    differences(variant, named[nearest].variant, names);
    size_t used = (size_t)snprintf(name, STRUCTURE_VARIANT_NAME, "%s", named[nearest].name);
    for (unsigned i = 0; names[i] && used < STRUCTURE_VARIANT_NAME; i++)
        used += (size_t)snprintf(name + used, STRUCTURE_VARIANT_NAME - used, "%s%s",
                                 i ? ", " : " with another ", names[i]);
}

bool structure_variant_by_name(ow_text name, ow_structure_variant *variant)
{
    for (unsigned i = 0; i < NAMED; i++) {
        size_t size = strlen(named[i].name);
        bool begins = name.size >= size && memcmp(name.data, named[i].name, size) == 0;
        if (begins && (name.size == size || name.data[size] == ' ')) {
            *variant = *named[i].variant;
            return true;
        }
    }
    return false;
}
