/* Builds of .structure with a bit of everything. */
#include "varied_builds.h"

#include <stdlib.h>
#include <string.h>

const uint8_t doubtful_types[11] = {6, 13, 17, 22, 29, 56, 105, 106, 120, 121, 126};

struct maker {
    const struct variety *variety;
    const ow_structure_variant *variant;
    uint64_t seed;
    uint8_t *memory;
    size_t used;
    ow_structure_build build;
};

uint32_t varied_number(uint64_t *seed, uint32_t limit)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)((*seed * 0x2545f4914f6cdd1d) >> 33) % limit;
}

static uint32_t any(struct maker *maker, uint32_t limit)
{
    return varied_number(&maker->seed, limit);
}

/* One in so many. */
static bool one_in(struct maker *maker, uint32_t many)
{
    return any(maker, many) == 0;
}

static void *take(struct maker *maker, size_t size)
{
    void *memory = maker->memory + maker->used;
    maker->used += (size + 15) & ~(size_t)15;
    return memory;
}

static float any_float(struct maker *maker)
{
    static const float floats[] = {0, 1, 0.5f, -1.5f, 3.25f, 100, 7.1e-5f, 0.1f};
    return floats[any(maker, sizeof floats / sizeof *floats)];
}

static unsigned version_of(const struct maker *maker)
{
    return maker->build.version;
}

static void make_tables(struct maker *maker)
{
    const struct variety *variety = maker->variety;
    ow_structure_build *build = &maker->build;
    if (version_of(maker) < 6)
        return;
    if (variety->color_count >= 0) {
        build->color_count = (uint32_t)variety->color_count;
        build->colors = take(maker, build->color_count * sizeof *build->colors);
    }
    if (variety->rotation_count >= 0) {
        build->rotation_count = (uint32_t)variety->rotation_count;
        build->rotations = take(maker, build->rotation_count * sizeof *build->rotations);
    }
    for (uint32_t i = 0; i < build->color_count; i++)
        build->colors[i] = (uint16_t)any(maker, 65536);
    for (uint32_t i = 0; i < build->rotation_count; i++)
        for (unsigned k = 0; k < 3; k++)
            build->rotations[i][k] = (uint16_t)(any(maker, 24) * 341);
}

static void make_roots(struct maker *maker)
{
    ow_structure_build *build = &maker->build;
    build->root_count = maker->variety->block_count > 3 ? 2 : 1;
    build->roots = take(maker, build->root_count * sizeof *build->roots);
    for (uint32_t i = 0; i < build->root_count; i++) {
        ow_structure_root *root = &build->roots[i];
        bool last = i + 1 == build->root_count;
        for (unsigned k = 0; k < 3; k++) {
            root->position[k] = any_float(maker);
            root->bounds_size[k] = version_of(maker) > 0 ? 1 : 0;
        }
        if (version_of(maker) > 1)
            root->last_block = (uint16_t)(last ? build->block_count - 1 : build->block_count / 3);
    }
}

/* All four lists of one gradient. */
static void make_gradient(struct maker *maker, ow_structure_metadata *metadata)
{
    ow_structure_gradient *gradient = metadata->gradients = take(maker, sizeof *gradient);
    static float positions[] = {0, 1};
    metadata->gradient_count = 1;
    gradient->color_count = gradient->color_position_count = 2;
    gradient->colors = take(maker, 8);
    gradient->color_positions = gradient->alphas = gradient->alpha_positions = positions;
    gradient->alpha_count = gradient->alpha_position_count = 1;
}

static void make_extras(struct maker *maker, ow_structure_metadata *metadata)
{
    static int32_t wide[] = {3, -1, 70000};
    metadata->byte_count = any(maker, 3);
    if (version_of(maker) < 5)
        metadata->wide_bytes = wide;
    else
        metadata->bytes = take(maker, 4);
    if (one_in(maker, 3)) {
        metadata->color_count = 1 + any(maker, 2);
        metadata->colors = take(maker, 8);
        for (uint32_t i = 0; i < metadata->color_count; i++)
            for (unsigned k = 0; k < maker->variant->metadata_color_bytes; k++)
                metadata->colors[i][k] = (uint8_t)any(maker, 256);
    }
    if (one_in(maker, 6))
        make_gradient(maker, metadata);
}

static void make_vertices(struct maker *maker, ow_structure_metadata *metadata)
{
    metadata->vertex_count = one_in(maker, 3) ? 0 : 8;
    metadata->vertices = take(maker, 48);
    for (uint32_t i = 0; i < metadata->vertex_count; i++)
        for (unsigned k = 0; k < 3; k++)
            metadata->vertices[i][k] = (uint16_t)(any(maker, 2) * 65535);
    if (metadata->vertex_count > 0 || maker->variant->empty_custom_bounds) {
        metadata->min = -1;
        metadata->max = 1;
    }
}

static void make_vectors_and_groups(struct maker *maker, ow_structure_metadata *metadata)
{
    static uint16_t values[] = {1, 65535};
    static int32_t wide[] = {1, -1};
    const ow_structure_variant *variant = maker->variant;
    bool is_wide =
        version_of(maker) == 0 || (version_of(maker) < 5 && variant->group_value_bytes != 2);
    ow_structure_group group = {.value_count = 2};
    if (is_wide)
        group.wide_values = wide;
    else
        group.values = values;
    if (one_in(maker, 3)) {
        metadata->vector_count = 1;
        metadata->vectors = take(maker, 12);
    }
    metadata->group_count = any(maker, 3);
    metadata->groups = take(maker, 3 * sizeof *metadata->groups);
    for (uint32_t i = 0; i < metadata->group_count; i++)
        metadata->groups[i] = group;
}

static ow_structure_metadata *make_metadata(struct maker *maker, uint8_t id, bool custom)
{
    enum { MATH_BLOCK = 129 };
    static uint8_t inputs[] = {0, 1};
    ow_structure_metadata *metadata = take(maker, sizeof *metadata);
    metadata->boolean_count = any(maker, 10);
    metadata->booleans = take(maker, 2);
    if (metadata->boolean_count % 2)
        metadata->booleans[0] = 0x80;
    metadata->float_count = any(maker, 4);
    metadata->floats = take(maker, 16);
    for (uint32_t i = 0; i < metadata->float_count; i++)
        metadata->floats[i] = any_float(maker);
    if (custom && version_of(maker) > 0)
        make_vertices(maker, metadata);
    else
        make_vectors_and_groups(maker, metadata);
    make_extras(maker, metadata);
    if (id == MATH_BLOCK) {
        metadata->formula = (ow_text){"A + B", 5};
        metadata->input_count = metadata->slot_count = 2;
        metadata->inputs = metadata->slots = inputs;
    }
    return metadata;
}

static void make_lists(struct maker *maker, ow_structure_block *block)
{
    ow_structure_settings *settings = block->settings;
    if (one_in(maker, 6)) {
        block->mask &= (uint8_t)~OW_STRUCTURE_NO_BEARING;
        settings->bearing = (uint16_t)any(maker, maker->build.block_count);
    }
    if (one_in(maker, 3)) {
        block->mask |= OW_STRUCTURE_HAS_CONNECTIONS;
        settings->connection_count = 1 + any(maker, 4);
        settings->connections = take(maker, 8);
    }
    for (uint32_t i = 0; i < settings->connection_count; i++)
        settings->connections[i] = (uint16_t)any(maker, maker->build.block_count);
    if (one_in(maker, 6)) {
        block->mask &= (uint8_t)~OW_STRUCTURE_NO_INTEGERS;
        settings->integer_count = 1 + any(maker, 3);
        settings->integers = take(maker, 16);
    }
    for (uint32_t i = 0; i < settings->integer_count; i++)
        settings->integers[i] = (int32_t)any(maker, 100) - 50;
}

static void make_settings(struct maker *maker, ow_structure_block *block, bool custom)
{
    static const char *const names[] = {"a", "switch", "\xd0\xbc\xd1\x8f\xd1\x83",
                                        "a longer name of a block, longer than sixteen"};
    ow_structure_settings *settings = block->settings = take(maker, sizeof *settings);
    if (one_in(maker, 4)) {
        block->speed = (uint8_t)(1 + any(maker, 255));
        if (version_of(maker) >= 3)
            block->mask |= OW_STRUCTURE_HAS_SPEED;
    }
    if (one_in(maker, 5)) {
        const char *name = names[any(maker, 4)];
        block->mask |= OW_STRUCTURE_HAS_NAME;
        settings->name = (ow_text){name, strlen(name)};
    }
    settings->signal = (uint8_t)any(maker, 3);
    make_lists(maker, block);
    if (custom || one_in(maker, 3)) {
        block->mask &= (uint8_t)~OW_STRUCTURE_NO_METADATA;
        settings->metadata = make_metadata(maker, block->id, custom);
    }
}

static uint8_t any_type(struct maker *maker)
{
    static const uint8_t plain[] = {0, 1, 28, 33}, sure[] = {9, 10, 77, 57, 129, 109, 5, 130};
    const struct variety *variety = maker->variety;
    if (any(maker, 100) < variety->plain)
        return plain[any(maker, sizeof plain)];
    if (variety->type_count > 0 && one_in(maker, 2))
        return variety->types[any(maker, variety->type_count)];
    return sure[any(maker, sizeof sure)];
}

static void make_place(struct maker *maker, ow_structure_block *block)
{
    if (version_of(maker) < 2)
        block->root = (uint8_t)any(maker, maker->build.root_count);
    for (unsigned i = 0; i < 3 && !maker->variety->still; i++) {
        int position = (int)any(maker, 200) * 300 - 30000;
        if (version_of(maker) > 0)
            block->position[i] = (int16_t)position;
        else
            block->world_position[i] = (float)position / 64;
    }
}

static void make_color(struct maker *maker, ow_structure_block *block)
{
    if (!one_in(maker, 3))
        block->mask |= OW_STRUCTURE_NO_COLOR;
    else if (maker->build.color_count > 0)
        block->color_index = (uint8_t)any(maker, maker->build.color_count);
    else if (version_of(maker) > 0)
        block->color = (uint16_t)any(maker, 65536);
    for (unsigned i = 0; i < 4 && version_of(maker) == 0; i++)
        block->rgba[i] = block->mask & OW_STRUCTURE_NO_COLOR ? 0 : (uint8_t)any(maker, 256);
}

static void make_block(struct maker *maker, ow_structure_block *block)
{
    bool still = maker->variety->still;
    make_place(maker, block);
    if (maker->build.rotation_count > 0)
        block->rotation_index = (uint16_t)any(maker, maker->build.rotation_count);
    for (unsigned i = 0; i < 3 && !still && maker->build.rotation_count == 0; i++)
        block->rotation[i] = (uint16_t)(any(maker, 24) * 341);
    block->id = any_type(maker);
    block->mask = OW_STRUCTURE_NO_METADATA | OW_STRUCTURE_NO_BEARING | OW_STRUCTURE_NO_INTEGERS;
    make_color(maker, block);
    ow_structure_block_type type = ow_structure_block_type_at(maker->variant, block->id);
    if (type.interactive || version_of(maker) == 0)
        make_settings(maker, block, type.custom);
}

ow_buffer varied_build(const ow_structure_variant *variant, const struct variety *variety)
{
    enum { ROOM = 1 << 20, ROOM_A_BLOCK = 800 };
    struct maker maker = {.variety = variety, .variant = variant};
    ow_structure_build *build = &maker.build;
    ow_buffer bytes = {0};
    maker.seed = variety->seed * 0x9e3779b97f4a7c15 + 1;
    maker.memory = calloc(1, ROOM + ROOM_A_BLOCK * (size_t)variety->block_count);
    if (!maker.memory)
        abort();
    *build = (ow_structure_build){.version = (uint8_t)(OW_STRUCTURE_NEWEST - variety->older),
                                  .variant = *variant};
    build->block_count = variety->block_count;
    make_tables(&maker);
    make_roots(&maker);
    build->blocks = take(&maker, build->block_count * sizeof *build->blocks);
    for (uint32_t i = 0; i < build->block_count; i++)
        make_block(&maker, &build->blocks[i]);
    if (ow_structure_write_buffer(build, NULL, &bytes, NULL) != OW_OK)
        abort();
    free(maker.memory);
    return bytes;
}
