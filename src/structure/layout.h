/* The bytes of .structure, versions 0 to 6, each field once and in file order, for all variants.
 *
 * Include structure.h and a codec first. `c->version` is the version. Section names are those of
 * the published specification, which only has version 6. docs/explanation/structure-variants.md
 * describes the source of the other versions, and the doubts that the variant settles. */
#ifndef OW_SRC_STRUCTURE_LAYOUT_H
#define OW_SRC_STRUCTURE_LAYOUT_H

#include <overworld/structure.h>

enum {
    VECTORS_FOLLOW = 127,        /* added to the count of groups */
    WIDE_VECTORS_FOLLOW = 32767, /* the same in version 0 */
    COLORS_FOLLOW = 0x40,
    GRADIENTS_FOLLOW = 0x80,
    EXTRA_BYTES = 0x3f,
    LAST_HEARD_OF = 8, /* of versions */
    /* the most rotations with a narrow index; variants differ in whether exactly as many have a
     * wide one */
    MOST_NARROW_ROTATIONS = 256
};

static const struct choice byte_orders[] = {
    {0, OW_STRUCTURE_LITTLE, "little"},
    {0, OW_STRUCTURE_BIG, "big"},
};
static const struct choice table_orders[] = {
    {0, OW_STRUCTURE_COUNTS_FIRST, "counts_first"},
    {0, OW_STRUCTURE_LENGTHS_FIRST, "lengths_first"},
};
static const struct choice string_prefixes[] = {
    {0, OW_STRUCTURE_VARINT, "varint"},
    {0, OW_STRUCTURE_U16, "u16"},
    {0, OW_STRUCTURE_U16_BIG, "u16_big"},
};

/* Common values of all blocks of a file, in one place for speed: there are thousands of blocks. */
struct shape {
    bool color_table, rotation_table, wide_index;
    bool empty_custom_bounds;
    bool wide_group_counts, wide_group_values;
    uint8_t string_prefix;
    uint16_t metadata_color_bytes;
    bool interactive[256]; /* by type */
};

VERB void make_shape_but_types(const ow_structure_build *v, struct shape *shape)
{
    const ow_structure_variant *variant = &v->variant;
    shape->color_table = v->color_count > 0;
    shape->rotation_table = v->rotation_count > 0;
    shape->wide_index = v->rotation_count >= structure_wide_index_from(variant);
    shape->string_prefix = variant->string_prefix;
    shape->empty_custom_bounds = variant->empty_custom_bounds;
    shape->metadata_color_bytes = structure_color_bytes(variant);
    shape->wide_group_counts = structure_group_count_bytes(v->version, variant) == 2;
    shape->wide_group_values = structure_group_value_bytes(v->version, variant) == 4;
}

VERB void make_shape(const ow_structure_build *v, struct shape *shape)
{
    make_shape_but_types(v, shape);
    for (unsigned id = 0; id < 256; id++)
        shape->interactive[id] = structure_has_settings(v, (uint8_t)id);
}

/* What each version has. */
VERB bool has_wide_counts(const struct codec *c)
{
    return c->version == 0;
}

VERB bool has_world_positions(const struct codec *c)
{
    return c->version == 0;
}

VERB bool has_alpha(const struct codec *c)
{
    return c->version == 0;
}

VERB bool has_packed_vertices(const struct codec *c, uint8_t id)
{
    return c->version >= 1 && structure_is_custom(id);
}

VERB bool has_bounds(const struct codec *c)
{
    return c->version >= 1;
}

VERB bool has_last_block(const struct codec *c)
{
    return structure_has_last_block(c->version);
}

/* Booleans share bytes, and extra lists share a count of one byte. */
VERB bool is_packed(const struct codec *c)
{
    return !structure_has_wide_bytes(c->version);
}

/* The fewest bytes that a block takes, to check their count against. */
VERB size_t block_least(const struct codec *c)
{
    return c->version == 0 ? 23 : c->version == 1 ? 15 : c->version < 6 ? 14 : 9;
}

/* The count of a list inside a block. */
VERB void short_count(struct codec *c, const char *name, uint32_t *n, size_t smallest)
{
    if (has_wide_counts(c))
        count(c, name, n, U16, smallest);
    else
        count(c, name, n, U8, smallest);
}

VERB void vector(struct codec *c, float (*v)[3])
{
    f32v(c, NULL, *v, 3);
}

VERB void angles(struct codec *c, uint16_t (*v)[3])
{
    u16v(c, NULL, *v, 3);
}

VERB void color(struct codec *c, uint8_t (*v)[4], const struct shape *shape)
{
    u8v(c, NULL, *v, shape->metadata_color_bytes);
    if (shape->metadata_color_bytes < 4)
        absent(c, "alpha", (*v)[3]);
}

VERB void colors(struct codec *c, const struct shape *shape, uint8_t (**v)[4], uint32_t *n)
{
    short_count(c, "color_count", n, 3);
    depends_on(c, SWITCH_COLOR_BYTES, *n > 0);
    array_list_with(c, "colors", *v, *n, color, shape);
}

/* Each list has its own count, although the two lists of a pair should have the same. */
VERB void gradient(struct codec *c, ow_structure_gradient *v, const struct shape *shape)
{
    count(c, "color_count", &v->color_count, U16, 3);
    depends_on(c, SWITCH_COLOR_BYTES, v->color_count > 0);
    array_list_with(c, "colors", v->colors, v->color_count, color, shape);
    count(c, "color_position_count", &v->color_position_count, U16, 4);
    f32s(c, "color_positions", &v->color_positions, &v->color_position_count);
    count(c, "alpha_count", &v->alpha_count, U16, 4);
    f32s(c, "alphas", &v->alphas, &v->alpha_count);
    count(c, "alpha_position_count", &v->alpha_position_count, U16, 4);
    f32s(c, "alpha_positions", &v->alpha_positions, &v->alpha_position_count);
}

VERB void group(struct codec *c, ow_structure_group *v, const struct shape *shape)
{
    depends_on(c, SWITCH_GROUP_COUNTS, has_wide_counts(c));
    if (shape->wide_group_counts)
        count(c, NULL, &v->value_count, U16, 2);
    else
        count(c, NULL, &v->value_count, U8, 2);
    depends_on(c, SWITCH_GROUP_VALUES,
               v->value_count > 0 && structure_has_group_values(c->version));
    if (shape->wide_group_values)
        i32s(c, NULL, &v->wide_values, &v->value_count);
    else
        u16s(c, NULL, &v->values, &v->value_count);
}

/* "Vertices of a custom block": from version 1 on it has no vectors and no groups. */
VERB void vertices(struct codec *c, ow_structure_metadata *v, const struct shape *shape)
{
    count(c, "vertex_count", &v->vertex_count, U8, 6);
    bool bounds = v->vertex_count > 0 || shape->empty_custom_bounds;
    bounds = present(c, "min", bounds, bounds);
    depends_on(c, SWITCH_EMPTY_BOUNDS, v->vertex_count == 0);
    if (bounds) {
        i8(c, "min", &v->min);
        i8(c, "max", &v->max);
    } else {
        absent(c, "min", v->min);
        absent(c, "max", v->max);
    }
    array_list(c, "vertices", v->vertices, v->vertex_count, angles);
    if (bounds != (v->vertex_count > 0 || shape->empty_custom_bounds)) /* only in JSON */
        refuse(c, OW_BAD_VALUE, "min", "min and max exist if there are vertices, %s",
               shape->empty_custom_bounds ? "and in this variant also if there are none"
                                          : "and in this variant only then");
    no_list(c, "vectors", v->vectors, v->vector_count);
    no_list(c, "groups", v->groups, v->group_count);
}

/* How many groups fit into the number that also says whether there are vectors. */
VERB uint32_t most_groups(const ow_structure_metadata *v, bool wide)
{
    uint32_t follow = wide ? WIDE_VECTORS_FOLLOW : VECTORS_FOLLOW;
    return v->vectors ? (wide ? UINT16_MAX : UINT8_MAX) - follow : follow - 1;
}

/* "Vectors" and "additional two-dimensional array" share a number: the count of groups. If vectors
 * come first, a constant is added to it. */
VERB void vectors_and_groups(struct codec *c, ow_structure_metadata *v, const struct shape *shape)
{
    uint16_t length = 0;
    bool wide = has_wide_counts(c);
    uint32_t follow = wide ? WIDE_VECTORS_FOLLOW : VECTORS_FOLLOW;
    derived(c, "group_length", &length, wide ? U16 : U8,
            v->group_count + (v->vectors ? follow : 0));
    refuse_held(c, v->group_count > most_groups(v, wide), OW_BAD_VALUE, "group_length",
                "%u groups are too many; the file can store %u", v->group_count,
                most_groups(v, wide));
    bool vectors = present(c, "vectors", v->vectors, length >= follow);
    if (vectors) {
        short_count(c, "vector_count", &v->vector_count, 12);
        array_list(c, "vectors", v->vectors, v->vector_count, vector);
    } else {
        no_list(c, "vectors", v->vectors, v->vector_count);
    }
    count_follows(c, "groups", &v->group_count, vectors ? length - follow : length, 1);
    array_list_with(c, "groups", v->groups, v->group_count, group, shape);
    no_list(c, "vertices", v->vertices, v->vertex_count);
    absent(c, "min", v->min);
    absent(c, "max", v->max);
}

/* "Custom metadata": only the math block has it. */
VERB void math(struct codec *c, ow_structure_metadata *v)
{
    text(c, "formula", &v->formula, U16);
    count(c, "input_count", &v->input_count, U8, 1);
    u8s(c, "inputs", &v->inputs, &v->input_count);
    count(c, "slot_count", &v->slot_count, U8, 1);
    u8s(c, "slots", &v->slots, &v->slot_count);
}

VERB void gradients(struct codec *c, ow_structure_metadata *v, const struct shape *shape)
{
    short_count(c, "gradient_count", &v->gradient_count, 8);
    list_with(c, "gradients", v->gradients, v->gradient_count, gradient, shape);
}

VERB void plain_extras(struct codec *c, ow_structure_metadata *v, const struct shape *shape)
{
    short_count(c, "byte_count", &v->byte_count, 4);
    i32s(c, "bytes", &v->wide_bytes, &v->byte_count);
    colors(c, shape, &v->colors, &v->color_count);
    gradients(c, v, shape);
}

/* One byte counts the bytes and says whether colours and gradients follow. */
VERB void packed_extras(struct codec *c, ow_structure_metadata *v, const struct shape *shape)
{
    uint16_t length = 0;
    derived(c, "byte_length", &length, U8,
            v->byte_count | (v->colors ? COLORS_FOLLOW : 0) |
                (v->gradients ? GRADIENTS_FOLLOW : 0));
    refuse_held(c, v->byte_count > EXTRA_BYTES, OW_BAD_VALUE, "byte_length",
                "%u bytes are too many; the file can store %d", v->byte_count, EXTRA_BYTES);
    bool has_colors = present(c, "colors", v->colors, length & COLORS_FOLLOW);
    bool has_gradients = present(c, "gradients", v->gradients, length & GRADIENTS_FOLLOW);
    count_follows(c, "bytes", &v->byte_count, length & EXTRA_BYTES, 1);
    u8s(c, "bytes", &v->bytes, &v->byte_count);
    if (has_colors)
        colors(c, shape, &v->colors, &v->color_count);
    else
        no_list(c, "colors", v->colors, v->color_count);
    if (has_gradients)
        gradients(c, v, shape);
    else
        no_list(c, "gradients", v->gradients, v->gradient_count);
}

VERB void booleans(struct codec *c, ow_structure_metadata *v)
{
    if (is_packed(c)) {
        bits_u8(c, "booleans", &v->booleans, &v->boolean_count);
    } else {
        short_count(c, "boolean_count", &v->boolean_count, 1);
        bits_as_u8(c, "booleans", &v->booleans, &v->boolean_count);
    }
}

VERB void metadata(struct codec *c, ow_structure_metadata *v, uint8_t id, const struct shape *shape)
{
    booleans(c, v);
    short_count(c, "float_count", &v->float_count, 4);
    f32s(c, "floats", &v->floats, &v->float_count);
    if (has_packed_vertices(c, id))
        vertices(c, v, shape);
    else
        vectors_and_groups(c, v, shape);
    if (is_packed(c))
        packed_extras(c, v, shape);
    else
        plain_extras(c, v, shape);
    if (id == OW_STRUCTURE_MATH_BLOCK) {
        math(c, v);
    } else {
        no_text(c, "formula", &v->formula);
        no_list(c, "inputs", v->inputs, v->input_count);
        no_list(c, "slots", v->slots, v->slot_count);
    }
}

VERB void named_metadata(struct codec *c, ow_structure_metadata *v, uint8_t id,
                         const struct shape *shape)
{
    begin_object(c, "metadata");
    metadata(c, v, id, shape);
    end_object(c);
}

VERB void block_name(struct codec *c, ow_text *v, uint8_t prefix)
{
    depends_on(c, SWITCH_PREFIX, true);
    depends_on(c, SWITCH_PREFIX_ORDER, prefix != OW_STRUCTURE_VARINT && !c->big_endian);
    if (prefix == OW_STRUCTURE_VARINT)
        text(c, "name", v, VARINT);
    else if (prefix == OW_STRUCTURE_U16)
        text(c, "name", v, U16);
    else
        text(c, "name", v, U16_BIG);
}

VERB void settings(struct codec *c, ow_structure_settings *v, const ow_structure_block *block,
                   const struct shape *shape)
{
    if (block->mask & OW_STRUCTURE_HAS_NAME)
        block_name(c, &v->name, shape->string_prefix);
    else
        no_text(c, "name", &v->name);
    u8(c, "signal", &v->signal);
    if (!(block->mask & OW_STRUCTURE_NO_BEARING))
        u16(c, "bearing", &v->bearing);
    else
        absent(c, "bearing", v->bearing);
    if (block->mask & OW_STRUCTURE_HAS_CONNECTIONS) {
        short_count(c, "connection_count", &v->connection_count, 2);
        u16s(c, "connections", &v->connections, &v->connection_count);
    } else {
        no_list(c, "connections", v->connections, v->connection_count);
    }
    if (!(block->mask & OW_STRUCTURE_NO_INTEGERS)) {
        short_count(c, "integer_count", &v->integer_count, 4);
        i32s(c, "integers", &v->integers, &v->integer_count);
    } else {
        no_list(c, "integers", v->integers, v->integer_count);
    }
    if (!(block->mask & OW_STRUCTURE_NO_METADATA))
        one(c, "metadata", v->metadata, named_metadata(c, v->metadata, block->id, shape));
    else
        absent_pointer(c, "metadata", v->metadata);
}

VERB void block_color(struct codec *c, ow_structure_block *v, const struct shape *shape)
{
    if (v->mask & OW_STRUCTURE_NO_COLOR) {
        for (unsigned i = 0; i < sizeof v->rgba; i++) /* the largest member of the union */
            absent(c, "color", v->rgba[i]);
    } else if (has_alpha(c)) {
        u8v(c, "color", v->rgba, 4);
    } else if (shape->color_table) {
        u8(c, "color_index", &v->color_index);
    } else {
        u16(c, "color", &v->color);
    }
}

VERB void block(struct codec *c, ow_structure_block *v, const struct shape *shape)
{
    if (has_world_positions(c))
        f32v(c, "position", v->world_position, 3);
    else
        i16v(c, "position", v->position, 3);
    if (!shape->rotation_table)
        u16v(c, "rotation", v->rotation, 3);
    else if (shape->wide_index)
        u16(c, "rotation_index", &v->rotation_index);
    else
        u16_as_u8(c, "rotation_index", &v->rotation_index);
    u8(c, "id", &v->id);
    if (has_last_block(c))
        absent(c, "root", v->root);
    else
        u8(c, "root", &v->root);
    u8(c, "mask", &v->mask);
    bool interactive = shape->interactive[v->id];
    depends_on_element(c, SWITCH_IDS, v->id, c->version > 0);
    if (interactive || (structure_mask_has_speed(c->version) && v->mask & OW_STRUCTURE_HAS_SPEED))
        u8(c, "speed", &v->speed);
    else
        absent(c, "speed", v->speed);
    if (interactive)
        one(c, "settings", v->settings, settings(c, v->settings, v, shape));
    else
        absent_pointer(c, "settings", v->settings);
    block_color(c, v, shape);
}

VERB void no_vector(struct codec *c, const char *name, float *v)
{
    (void)name, (void)v;
    for (unsigned axis = 0; axis < 3; axis++)
        absent(c, name, v[axis]);
}

VERB void bounds(struct codec *c, ow_structure_root *v)
{
    if (has_bounds(c)) {
        f32v(c, "bounds_center", v->bounds_center, 3);
        f32v(c, "bounds_size", v->bounds_size, 3);
    } else {
        no_vector(c, "bounds_center", v->bounds_center);
        no_vector(c, "bounds_size", v->bounds_size);
    }
}

VERB void root(struct codec *c, ow_structure_root *v)
{
    f32v(c, "position", v->position, 3);
    f32v(c, "rotation", v->rotation, 3);
    bounds(c, v);
    if (has_last_block(c))
        u16(c, "last_block", &v->last_block);
    else
        absent(c, "last_block", v->last_block);
}

VERB void color_table(struct codec *c, ow_structure_build *v, bool none)
{
    if (null_instead(c, "colors", none)) {
        no_list(c, "colors", v->colors, v->color_count);
    } else {
        u16s(c, "colors", &v->colors, &v->color_count);
    }
}

VERB void rotation_table(struct codec *c, ow_structure_build *v, bool none)
{
    if (null_instead(c, "rotations", none)) {
        no_list(c, "rotations", v->rotations, v->rotation_count);
    } else {
        array_list(c, "rotations", v->rotations, v->rotation_count, angles);
    }
}

/* The switches of a variant take no bytes. JSON may omit them: the default is that of the named
 * variant, or of `game`. */
VERB void variant(struct codec *c, ow_structure_variant *v)
{
    static const char name[] = "group_value_bytes";
    fact(c, *v, structure_with_group_defaults(c->version, *v));
    if (!begin_external(c, "variant"))
        return;
    external_name(c, "name", v, structure_variant_name, structure_variant_by_name,
                  "\"game\" and \"spec\"");
    fact(c, *v, structure_with_group_defaults(c->version, *v)); /* of what the name has set */
    external(c, "byte_order", &v->byte_order, byte_orders, 2);
    external(c, "tables", &v->tables, table_orders, 2);
    external(c, "string_prefix", &v->string_prefix, string_prefixes, 3);
    external_number(c, "metadata_color_bytes", &v->metadata_color_bytes, 3, 4);
    external_flag(c, "empty_custom_bounds", &v->empty_custom_bounds);
    external_number(c, "wide_index_from", &v->wide_index_from, 256, 257);
    external_set(c, "flipped_ids", v->flipped_ids);
    if (structure_has_group_counts(c->version))
        external_number(c, "group_count_bytes", &v->group_count_bytes, 1, 2);
    else
        absent(c, "group_count_bytes", v->group_count_bytes);
    if (structure_has_group_values(c->version)) {
        external_number(c, name, &v->group_value_bytes, 2, 4);
        if (v->group_value_bytes == 3)
            refuse(c, OW_BAD_VALUE, name, "%s is 3; it can be 2 or 4", name);
    } else {
        absent(c, name, v->group_value_bytes);
    }
    end_external(c);
}

/* "Header": the tables. */
VERB void tables(struct codec *c, ow_structure_build *v)
{
    if (!structure_has_tables(c->version)) {
        no_list(c, "colors", v->colors, v->color_count);
        no_list(c, "rotations", v->rotations, v->rotation_count);
        return;
    }
    bool no_colors, no_rotations;
    table_count(c, "color_count", v->colors, &v->color_count, &no_colors, U8, 2);
    depends_on(c, SWITCH_TABLES, v->color_count > 0);
    if (v->variant.tables == OW_STRUCTURE_LENGTHS_FIRST)
        color_table(c, v, no_colors);
    table_count(c, "rotation_count", v->rotations, &v->rotation_count, &no_rotations, U16, 6);
    if (v->variant.tables == OW_STRUCTURE_COUNTS_FIRST)
        color_table(c, v, no_colors);
    rotation_table(c, v, no_rotations);
    depends_on(c, SWITCH_WIDE_INDEX, v->rotation_count == MOST_NARROW_ROTATIONS);
}

VERB void resume(struct codec *c, const ow_structure_build *v)
{
    c->version = v->version;
    c->big_endian = v->variant.byte_order == OW_STRUCTURE_BIG;
}

/* Everything up to the first block. */
VERB void prologue(struct codec *c, ow_structure_build *v, struct shape *shape)
{
    u8(c, "version", &v->version);
    c->version = v->version;
    if (v->version > OW_STRUCTURE_NEWEST)
        refuse(c, OW_UNKNOWN_VERSION, "version",
               "unknown version %u%s; versions %d to %d are known", v->version,
               v->version <= LAST_HEARD_OF ? ", which exists but has no published description" : "",
               OW_STRUCTURE_OLDEST, OW_STRUCTURE_NEWEST);
    variant(c, &v->variant);
    resume(c, v);
    tables(c, v);
    count(c, "root_count", &v->root_count, U16, structure_root_size(c->version));
    list(c, "roots", v->roots, v->root_count, root);
    make_shape(v, shape);
    count(c, "block_count", &v->block_count, U16, block_least(c));
}

VERB void blocks(struct codec *c, ow_structure_build *v, const struct shape *shape)
{
    list_with(c, "blocks", v->blocks, v->block_count, block, shape);
}

VERB void single_block(struct codec *c, ow_structure_block *v, const ow_structure_build *build)
{
    struct shape shape;
    make_shape(build, &shape);
    block(c, v, &shape);
}

/* See runs/run.h. */
#define RECORDS(RECORD, NUMBER)                                                                    \
    RECORD(PART_ROOT, "/roots/*", ow_structure_root, root(c, &record))                             \
    RECORD(PART_BLOCK, "/blocks/*", ow_structure_block, single_block(c, &record, v))

/* The newest version, as the game writes it, has code of its own: a branch for every field would
 * take a fifth more time. */
VERB void document(struct codec *c, ow_structure_build *v)
{
    struct shape shape;
    prologue(c, v, &shape);
    if (c->version == OW_STRUCTURE_NEWEST && v->variant.byte_order == OW_STRUCTURE_LITTLE) {
        c->version = OW_STRUCTURE_NEWEST;
        blocks(c, v, &shape);
    } else {
        blocks(c, v, &shape);
    }
    end_of_file(c);
}

#endif
