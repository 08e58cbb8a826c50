/* Converts blocks to another version or variant: each is rewritten where the two differ. */
#include "convert.h"

enum {
    LONGEST_NAME = UINT16_MAX, /* after a prefix of two bytes */
    HIGHEST_NARROW = UINT8_MAX,
    HIGHEST_GROUP_VALUE = UINT16_MAX - 1,
    OPAQUE = 255
};

#define WITHOUT_SETTINGS "blocks that have no settings in this variant lost their "

/* The mask bits of a block that has no settings: only speed and colour. */
static uint8_t mask_without_settings(uint8_t mask)
{
    enum { HAS = OW_STRUCTURE_HAS_NAME | OW_STRUCTURE_HAS_CONNECTIONS };
    enum { NO = OW_STRUCTURE_NO_METADATA | OW_STRUCTURE_NO_BEARING | OW_STRUCTURE_NO_INTEGERS };
    return (uint8_t)((mask & ~HAS) | NO);
}

static void change_mask(struct change *c, ow_structure_block *block, uint8_t mask)
{
    if (block->mask != mask)
        lose(c, "masks changed because they no longer matched the block", "mask", 1);
    block->mask = mask;
}

/* Whether metadata has no content; empty lists do not count. */
static bool is_empty(const ow_structure_metadata *metadata)
{
    return metadata->boolean_count + metadata->float_count + metadata->vector_count +
                   metadata->vertex_count + metadata->group_count + metadata->byte_count +
                   metadata->color_count + metadata->gradient_count + metadata->input_count +
                   metadata->slot_count ==
               0 &&
           metadata->formula.size == 0 && metadata->min == 0 && metadata->max == 0;
}

/* Only what the mask announces was ever in a file. */
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
    /* Speed was stored whatever the mask; now the mask has to announce it. */
    uint8_t speed =
        block->speed != 0 && structure_mask_has_speed(c->to->version) ? OW_STRUCTURE_HAS_SPEED : 0;
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

/* Converts colours to another number of bytes. */
static void recolor(struct change *c, uint8_t (*colors)[4], uint32_t count)
{
    bool has_alpha = c->to->variant.metadata_color_bytes == 4;
    for (uint32_t i = 0; i < count; i++) {
        lose(c, "metadata colours whose alpha is not 255, which this variant cannot store",
             "metadata", !has_alpha && colors[i][3] != OPAQUE);
        colors[i][3] = has_alpha ? OPAQUE : 0;
    }
}

static void recolor_metadata(struct change *c, ow_structure_metadata *metadata)
{
    if (c->from->variant.metadata_color_bytes == c->to->variant.metadata_color_bytes)
        return;
    recolor(c, metadata->colors, metadata->color_count);
    for (uint32_t i = 0; i < metadata->gradient_count; i++)
        recolor(c, metadata->gradients[i].colors, metadata->gradients[i].color_count);
}

/* In versions below 5, lists of colours and gradients are always present. From version 5 on, flags
 * say whether they are. */
static void convert_presence(struct change *c, ow_structure_metadata *metadata)
{
    bool was_optional = !structure_has_wide_bytes(c->from->version);
    bool is_optional = !structure_has_wide_bytes(c->to->version);
    if (was_optional && !is_optional) {
        lose(c, "empty lists of metadata colours, which this version has for every block",
             "metadata", metadata->colors && metadata->color_count == 0);
        lose(c, "empty lists of gradients, which this version has for every block", "metadata",
             metadata->gradients && metadata->gradient_count == 0);
    } else if (!was_optional && is_optional) {
        if (metadata->color_count == 0)
            metadata->colors = NULL;
        if (metadata->gradient_count == 0)
            metadata->gradients = NULL;
    }
}

static bool convert_bytes(struct change *c, ow_structure_metadata *metadata)
{
    bool was_wide = structure_has_wide_bytes(c->from->version);
    bool is_wide = structure_has_wide_bytes(c->to->version);
    uint32_t count = metadata->byte_count;
    if (was_wide == is_wide)
        return true;
    size_t width = is_wide ? sizeof *metadata->wide_bytes : sizeof *metadata->bytes;
    void *bytes = arena_take(c->conversion->arena, count * width);
    for (uint32_t i = 0; i < count && bytes; i++) {
        int32_t value = ow_structure_extra_byte(c->from, metadata, i);
        int32_t held = value < 0 ? 0 : value > UINT8_MAX ? UINT8_MAX : value;
        if (is_wide) {
            ((int32_t *)bytes)[i] = value;
            continue;
        }
        lose(c, "extra bytes outside 0 to 255, moved into this range", "metadata/bytes",
             held != value);
        ((uint8_t *)bytes)[i] = (uint8_t)held;
    }
    metadata->bytes = bytes;
    return bytes;
}

/* Converts a group between numbers of 16 and of 32 bits. */
static bool convert_group(struct change *c, ow_structure_group *group, bool is_wide)
{
    uint32_t count = group->value_count;
    size_t width = is_wide ? sizeof *group->wide_values : sizeof *group->values;
    void *values = arena_take(c->conversion->arena, count * width);
    for (uint32_t i = 0; i < count && values; i++) {
        int32_t value = ow_structure_group_value(c->from, group, i);
        bool held = value >= -1 && value <= HIGHEST_GROUP_VALUE;
        if (is_wide) {
            ((int32_t *)values)[i] = value;
            continue;
        }
        lose(c, "values of groups that do not fit into 16 bits, removed", "metadata/groups", !held);
        ((uint16_t *)values)[i] = held && value >= 0 ? (uint16_t)value : UINT16_MAX;
    }
    group->values = values;
    return values;
}

static bool convert_groups(struct change *c, ow_structure_metadata *metadata)
{
    bool was_wide = structure_group_value_bytes(c->from->version, &c->from->variant) == 4;
    bool is_wide = structure_group_value_bytes(c->to->version, &c->to->variant) == 4;
    bool converted = true;
    for (uint32_t i = 0; i < metadata->group_count && was_wide != is_wide && converted; i++)
        converted = convert_group(c, &metadata->groups[i], is_wide);
    return converted;
}

static bool convert_metadata(struct change *c, ow_structure_block *block)
{
    ow_structure_metadata *metadata = block->settings->metadata;
    if (structure_is_custom(block->id) && metadata->vertex_count == 0 &&
        c->from->variant.empty_custom_bounds && !c->to->variant.empty_custom_bounds) {
        lose(c, "custom blocks without vertices, whose min and max this variant cannot store",
             "metadata", metadata->min != 0 || metadata->max != 0);
        metadata->min = metadata->max = 0;
    }
    recolor_metadata(c, metadata);
    convert_presence(c, metadata);
    return convert_bytes(c, metadata) && convert_groups(c, metadata);
}

/* The largest size up to `most` bytes that ends between characters, which have at most four
 * bytes. */
static size_t cut(ow_text text, size_t most)
{
    size_t size = most;
    while (most - size < 3 && ((unsigned char)text.data[size] & 0xc0) == 0x80)
        size--;
    return size;
}

static bool convert_settings(struct change *c, ow_structure_block *block)
{
    ow_text *name = &block->settings->name;
    if (c->to->variant.string_prefix != OW_STRUCTURE_VARINT && name->size > LONGEST_NAME) {
        lose(c, "names cut to 65535 bytes, the limit of this variant", "name", 1);
        name->size = cut(*name, LONGEST_NAME);
    }
    return !block->settings->metadata || convert_metadata(c, block);
}

static bool has_wide_index(const ow_structure_build *build)
{
    return build->rotation_count >= build->variant.wide_index_from;
}

/* Without a table of rotations, a block stores its own. */
static void convert_rotation(struct change *c, ow_structure_block *block)
{
    const ow_structure_build *from = c->from;
    if (from->rotation_count == 0)
        return;
    if (!structure_has_tables(c->to->version)) {
        const uint16_t *rotation = structure_rotation_of(from, &from->blocks[c->block]);
        lose(c, "rotation indices outside the table, removed", "rotation_index", !rotation);
        memset(block->rotation, 0, sizeof block->rotation);
        if (rotation)
            memcpy(block->rotation, rotation, sizeof block->rotation);
    } else if (has_wide_index(from) && !has_wide_index(c->to) &&
               block->rotation_index > HIGHEST_NARROW) {
        lose(c, "rotation indices outside the table and above 255, set to 255", "rotation_index",
             1);
        block->rotation_index = HIGHEST_NARROW;
    }
}

/* The nearest number up to `most` that eight bits can represent. */
static unsigned narrow(unsigned value, unsigned most)
{
    return (value * most + 127) / 255;
}

static uint16_t nearest_color(const uint8_t rgba[4])
{
    return (uint16_t)(narrow(rgba[0], 31) << 11 | narrow(rgba[1], 63) << 5 | narrow(rgba[2], 31));
}

static void lose_shades(struct change *c, const uint8_t rgba[4])
{
    uint8_t kept[3];
    ow_structure_rgb(nearest_color(rgba), OW_STRUCTURE_RED_HIGH, kept);
    lose(c, "colours that do not fit into 16 bits, set to the nearest colour", "color",
         memcmp(kept, rgba, sizeof kept) != 0);
    lose(c, "colours whose alpha is not 255, which this version cannot store", "color",
         rgba[3] != OPAQUE);
}

/* A colour has 32 bits in version 0. Later it has 16, in the block or in a table. */
static void convert_color(struct change *c, ow_structure_block *block)
{
    const ow_structure_build *from = c->from;
    uint16_t color;
    bool wide = from->version == 0, is_wide = c->to->version == 0;
    bool keeps =
        wide == is_wide && (from->color_count == 0 || structure_has_tables(c->to->version));
    if (block->mask & OW_STRUCTURE_NO_COLOR || keeps)
        return;
    const ow_structure_block *was = &from->blocks[c->block];
    memset(block->rgba, 0, sizeof block->rgba);
    if (wide) {
        block->color = nearest_color(was->rgba);
        lose_shades(c, was->rgba);
    } else if (!ow_structure_color_of(from, was, &color)) {
        lose(c, "blocks whose colour is outside the table, now without colour", "color_index", 1);
        block->mask |= OW_STRUCTURE_NO_COLOR;
    } else if (is_wide) {
        ow_structure_rgba_of(from, was, OW_STRUCTURE_RED_HIGH, block->rgba);
    } else {
        block->color = color;
    }
}

/* From version 3 on, a mask bit says whether the speed is 0. */
static void convert_mask(struct change *c, ow_structure_block *block)
{
    bool said = structure_mask_has_speed(c->from->version),
         says = structure_mask_has_speed(c->to->version);
    uint8_t is = block->mask & OW_STRUCTURE_HAS_SPEED;
    uint8_t follows = block->speed != 0 ? OW_STRUCTURE_HAS_SPEED : 0;
    if (said == says)
        return;
    lose(c, "masks that do not say whether the speed is 0, as they do from version 3 on", "mask",
         is != (said ? follows : 0));
    block->mask = (uint8_t)((block->mask & ~OW_STRUCTURE_HAS_SPEED) | (says ? follows : 0));
}

static bool convert_block(struct change *c, ow_structure_block *block)
{
    bool was = structure_has_settings(c->from, block->id);
    bool is = structure_has_settings(c->to, block->id);
    convert_rotation(c, block);
    convert_color(c, block);
    convert_mask(c, block);
    if (was && !is)
        drop_settings(c, block);
    else if (!was && is)
        return add_settings(c, block);
    return !block->settings || convert_settings(c, block);
}

/* The entries of dropped tables are in the blocks now. */
static void drop_tables(struct change *c)
{
    ow_structure_build *to = c->to;
    struct losses *losses = &c->conversion->losses;
    if (structure_has_tables(to->version))
        return;
    if (to->colors)
        losses_note_sentence(losses, "/colors",
                             "this version has no table of colours: each block has its own colour");
    if (to->rotations)
        losses_note_sentence(
            losses, "/rotations",
            "this version has no table of rotations: each block has its own rotation");
    to->colors = NULL;
    to->rotations = NULL;
    to->color_count = to->rotation_count = 0;
}

ow_status structure_convert_blocks(struct change *change)
{
    for (change->block = 0; change->block < change->to->block_count; change->block++)
        if (!convert_block(change, &change->to->blocks[change->block]))
            return change->conversion->arena->status;
    drop_tables(change);
    return OW_OK;
}
