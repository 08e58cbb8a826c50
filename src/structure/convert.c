/* A build in another variant: a copy whose blocks are rewritten where the two variants differ. */
#include "structure.h"

#include <string.h>

enum {
    LONGEST_NAME = UINT16_MAX, /* behind a prefix of two bytes */
    HIGHEST_NARROW = UINT8_MAX,
    OPAQUE = 255
};

/* A build whose blocks are changed one after another. */
struct change {
    struct conversion *conversion;
    const ow_structure_build *from;
    ow_structure_build *to;
    uint32_t block; /* that is being changed */
};

#define WITHOUT_SETTINGS "blocks that have no settings in this variant lost their "

static void lose(struct change *c, const char *words, const char *field, uint64_t count)
{
    losses_note(&c->conversion->losses, count, words, "/blocks/%u/%s", c->block, field);
}

/* The mask of a block without anything that a mask tells of but speed and colour. */
static uint8_t mask_without_settings(uint8_t mask)
{
    enum { HAS = OW_STRUCTURE_HAS_NAME | OW_STRUCTURE_HAS_CONNECTIONS };
    enum { NO = OW_STRUCTURE_NO_METADATA | OW_STRUCTURE_NO_BEARING | OW_STRUCTURE_NO_INTEGERS };
    return (uint8_t)((mask & ~HAS) | NO);
}

static void change_mask(struct change *c, ow_structure_block *block, uint8_t mask)
{
    if (block->mask != mask)
        lose(c, "masks that no longer told what the block has were changed", "mask", 1);
    block->mask = mask;
}

/* Whether metadata tells anything: empty lists do not. */
static bool is_empty(const ow_structure_metadata *metadata)
{
    return metadata->boolean_count + metadata->float_count + metadata->vector_count +
                   metadata->vertex_count + metadata->group_count + metadata->byte_count +
                   metadata->color_count + metadata->gradient_count + metadata->input_count +
                   metadata->slot_count ==
               0 &&
           metadata->formula.size == 0 && metadata->min == 0 && metadata->max == 0;
}

/* Only what the mask tells of was ever in a file. */
static void drop_settings(struct change *c, ow_structure_block *block)
{
    const ow_structure_settings *settings = block->settings;
    block->settings = NULL;
    if (settings) {
        uint8_t mask = block->mask;
        lose(c, WITHOUT_SETTINGS "signal", "signal", settings->signal != 0);
        lose(c, WITHOUT_SETTINGS "name", "name",
             mask & OW_STRUCTURE_HAS_NAME && settings->name.size > 0);
        lose(c, WITHOUT_SETTINGS "bearing", "bearing", !(mask & OW_STRUCTURE_NO_BEARING));
        lose(c, WITHOUT_SETTINGS "connections", "connections",
             mask & OW_STRUCTURE_HAS_CONNECTIONS && settings->connection_count > 0);
        lose(c, WITHOUT_SETTINGS "integers", "integers",
             !(mask & OW_STRUCTURE_NO_INTEGERS) && settings->integer_count > 0);
        lose(c, WITHOUT_SETTINGS "metadata", "metadata",
             !(mask & OW_STRUCTURE_NO_METADATA) && settings->metadata &&
                 !is_empty(settings->metadata));
    }
    /* Speed was there whatever the mask said; now the mask has to say so. */
    uint8_t speed = block->speed != 0 ? OW_STRUCTURE_HAS_SPEED : 0;
    change_mask(c, block, (uint8_t)(mask_without_settings(block->mask) | speed));
}

static bool add_settings(struct change *c, ow_structure_block *block)
{
    block->settings = arena_take(c->conversion->arena, sizeof *block->settings);
    if (!block->settings)
        return false;
    *block->settings = (ow_structure_settings){0};
    change_mask(c, block, mask_without_settings(block->mask));
    return true;
}

/* Colours with another number of bytes. */
static bool recolor(struct change *c, uint8_t (**colors)[4], uint32_t count)
{
    if (!*colors)
        return true;
    uint8_t(*copies)[4] = arena_take(c->conversion->arena, count * sizeof *copies);
    if (!copies)
        return false;
    bool has_alpha = c->to->variant.metadata_color_bytes == 4;
    for (uint32_t i = 0; i < count; i++) {
        memcpy(copies[i], (*colors)[i], sizeof *copies);
        lose(c, "metadata colours whose alpha is not 255, which this variant lacks", "metadata",
             !has_alpha && copies[i][3] != OPAQUE);
        copies[i][3] = has_alpha ? OPAQUE : 0;
    }
    *colors = copies;
    return true;
}

static bool recolor_metadata(struct change *c, ow_structure_metadata *metadata)
{
    if (c->from->variant.metadata_color_bytes == c->to->variant.metadata_color_bytes)
        return true;
    if (!recolor(c, &metadata->colors, metadata->color_count))
        return false;
    if (metadata->gradient_count == 0)
        return true;
    size_t size = metadata->gradient_count * sizeof *metadata->gradients;
    ow_structure_gradient *gradients = arena_take(c->conversion->arena, size);
    if (!gradients)
        return false;
    memcpy(gradients, metadata->gradients, size);
    metadata->gradients = gradients;
    for (uint32_t i = 0; i < metadata->gradient_count; i++)
        if (!recolor(c, &gradients[i].colors, gradients[i].color_count))
            return false;
    return true;
}

static bool convert_metadata(struct change *c, ow_structure_block *block)
{
    ow_structure_metadata *copy = arena_take(c->conversion->arena, sizeof *copy);
    if (!copy)
        return false;
    *copy = *block->settings->metadata;
    block->settings->metadata = copy;
    if (structure_types[block->id].custom && copy->vertex_count == 0 &&
        c->from->variant.empty_custom_bounds && !c->to->variant.empty_custom_bounds) {
        lose(c,
             "custom blocks without vertices that lost their min and max, which are not there in "
             "this variant",
             "metadata", copy->min != 0 || copy->max != 0);
        copy->min = copy->max = 0;
    }
    return recolor_metadata(c, copy);
}

/* No more than `most` bytes, and no part of a character, which takes at most four. */
static size_t cut(ow_text text, size_t most)
{
    size_t size = most;
    while (most - size < 3 && ((unsigned char)text.data[size] & 0xc0) == 0x80)
        size--;
    return size;
}

static bool convert_settings(struct change *c, ow_structure_block *block)
{
    ow_structure_settings *copy = arena_take(c->conversion->arena, sizeof *copy);
    if (!copy)
        return false;
    *copy = *block->settings;
    block->settings = copy;
    if (c->to->variant.string_prefix == OW_STRUCTURE_U16 && copy->name.size > LONGEST_NAME) {
        lose(c, "names longer than the 65535 bytes of this variant were cut", "name", 1);
        copy->name.size = cut(copy->name, LONGEST_NAME);
    }
    return !copy->metadata || convert_metadata(c, block);
}

static bool has_wide_index(const ow_structure_build *build)
{
    return build->rotation_count >= build->variant.wide_index_from;
}

static bool convert_block(struct change *c, ow_structure_block *block)
{
    bool was = structure_is_interactive(&c->from->variant, block->id);
    bool is = structure_is_interactive(&c->to->variant, block->id);
    if (has_wide_index(c->from) && !has_wide_index(c->to) &&
        block->rotation_index > HIGHEST_NARROW) {
        lose(c, "rotation indices outside the table, which one byte cannot hold, became 255",
             "rotation_index", 1);
        block->rotation_index = HIGHEST_NARROW;
    }
    if (was && !is)
        drop_settings(c, block);
    else if (!was && is)
        return add_settings(c, block);
    return !block->settings || convert_settings(c, block);
}

ow_status structure_change(struct conversion *conversion)
{
    struct change change = {conversion, conversion->from, conversion->to, 0};
    for (; change.block < change.to->block_count; change.block++)
        if (!convert_block(&change, &change.to->blocks[change.block]))
            return conversion->arena->status;
    return OW_OK;
}

ow_status structure_convert(struct conversion *conversion, const ow_target *target, ow_error *error)
{
    (void)error;
    if (target->variant)
        structure_name_variant(conversion->to, target->variant);
    return structure_change(conversion);
}
