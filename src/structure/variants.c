/* The named variants, and how others are called after them. */
#include "structure.h"

#include <stdio.h>
#include <string.h>

const ow_structure_variant ow_structure_game = {
    .byte_order = OW_STRUCTURE_LITTLE,
    .tables = OW_STRUCTURE_COUNTS_FIRST,
    .string_prefix = OW_STRUCTURE_VARINT,
    .metadata_color_bytes = 3,
    .wide_index_from = 257,
};

/* To the letter: its own word on which types are interactive where that is not the game's. */
const ow_structure_variant ow_structure_spec = {
    .byte_order = OW_STRUCTURE_BIG,
    .tables = OW_STRUCTURE_LENGTHS_FIRST,
    .string_prefix = OW_STRUCTURE_U16,
    .metadata_color_bytes = 3,
    .wide_index_from = 257,
    .flipped_ids = {[13 / 8] = 1 << 13 % 8,
                    [22 / 8] = 1 << 22 % 8,
                    [56 / 8] = 1 << 56 % 8,
                    [105 / 8] = 1 << 105 % 8,
                    [120 / 8] = 1 << 120 % 8 | 1 << 121 % 8},
};

static const struct {
    const char *name;
    const ow_structure_variant *variant;
} named[] = {{"game", &ow_structure_game}, {"spec", &ow_structure_spec}};

enum { NAMED = sizeof named / sizeof *named };

const struct version structure_versions[STRUCTURE_VERSIONS] = {{OW_STRUCTURE_VERSION, 0, NULL}};

const char *const structure_variants[] = {"game", "spec", NULL};

void structure_settle(void *document)
{
    ow_structure_variant *variant = &((ow_structure_build *)document)->variant;
    variant->metadata_color_bytes = structure_color_bytes(variant);
    variant->wide_index_from = structure_wide_index_from(variant);
}

void structure_take_variant(const void *from, void *to)
{
    ((ow_structure_build *)to)->variant = ((const ow_structure_build *)from)->variant;
}

void structure_name_variant(void *known, const char *name)
{
    for (unsigned i = 0; i < NAMED; i++)
        if (strcmp(named[i].name, name) == 0)
            ((ow_structure_build *)known)->variant = *named[i].variant;
}

static bool same_ids(const ow_structure_variant *a, const ow_structure_variant *b)
{
    return memcmp(a->flipped_ids, b->flipped_ids, sizeof a->flipped_ids) == 0;
}

/* Which switches differ, by their names; ends with NULL. */
static unsigned differences(const ow_structure_variant *a, const ow_structure_variant *b,
                            const char *names[SWITCHES + 1])
{
    const struct {
        const char *name;
        bool differs;
    } switches[SWITCHES] = {
        {"byte_order", a->byte_order != b->byte_order},
        {"tables", a->tables != b->tables},
        {"string_prefix", a->string_prefix != b->string_prefix},
        {"metadata_color_bytes", a->metadata_color_bytes != b->metadata_color_bytes},
        {"empty_custom_bounds", a->empty_custom_bounds != b->empty_custom_bounds},
        {"wide_index_from", a->wide_index_from != b->wide_index_from},
        {"flipped_ids", !same_ids(a, b)},
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
    if (variant->string_prefix > OW_STRUCTURE_U16)
        return "string_prefix";
    if (variant->metadata_color_bytes != 3 && variant->metadata_color_bytes != 4)
        return "metadata_color_bytes";
    return variant->wide_index_from != 256 && variant->wide_index_from != 257 ? "wide_index_from"
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
