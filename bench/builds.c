/* A large build for the benchmark: mostly plain blocks, as in the pictures that people make of
 * them, one in six interactive, one in thirty with metadata. */
#include "levels.h"

#include <stdlib.h>

enum { MOST_BLOCKS = 65535, ROTATIONS = 24, COLORS = 16 };

struct parts {
    ow_structure_block blocks[MOST_BLOCKS];
    ow_structure_settings settings[MOST_BLOCKS];
    ow_structure_metadata metadata;
    uint16_t connections[3];
    uint16_t colors[COLORS];
    uint16_t rotations[ROTATIONS][3];
    float floats[4];
    uint8_t booleans[1];
};

static void make_block(struct parts *parts, uint32_t index)
{
    enum { METAL = 0, SWITCH = 9 };
    ow_structure_block *block = &parts->blocks[index];
    *block = (ow_structure_block){
        .position = {(int16_t)(index % 256 * 100), (int16_t)(index / 256 * 100), 0},
        .rotation_index = (uint16_t)(index % ROTATIONS),
        .id = METAL,
        .mask = OW_STRUCTURE_NO_METADATA | OW_STRUCTURE_NO_BEARING | OW_STRUCTURE_NO_INTEGERS,
        .color_index = (uint8_t)(index % COLORS)};
    if (index % 6 != 0)
        return;
    ow_structure_settings *settings = &parts->settings[index];
    block->id = SWITCH;
    block->mask |= OW_STRUCTURE_HAS_CONNECTIONS;
    block->settings = settings;
    settings->connections = parts->connections;
    settings->connection_count = index % 18 == 0 ? 3 : 1;
    if (index % 30 == 0) {
        block->mask &= (uint8_t)~OW_STRUCTURE_NO_METADATA;
        settings->metadata = &parts->metadata;
    }
}

/* The build in a version. */
static bool write_build(const ow_structure_build *build, unsigned version, ow_buffer *file)
{
    ow_structure_build *converted = NULL;
    ow_target target = {.has_version = true, .version = version};
    bool written =
        ow_structure_convert(build, &target, NULL, NULL, NULL, &converted, NULL) == OW_OK &&
        ow_structure_write_buffer(converted, NULL, file, NULL) == OW_OK;
    ow_structure_free(converted);
    return written;
}

static bool make_build_of(unsigned version, size_t count, ow_buffer *file)
{
    struct parts *parts = calloc(1, sizeof *parts);
    if (!parts)
        return false;
    for (uint16_t i = 0; i < COLORS; i++)
        parts->colors[i] = (uint16_t)(i * 4369);
    for (uint16_t i = 0; i < ROTATIONS; i++)
        parts->rotations[i][1] = (uint16_t)(i * 341);
    for (uint16_t i = 0; i < 3; i++)
        parts->connections[i] = i;
    parts->metadata = (ow_structure_metadata){
        .boolean_count = 6, .booleans = parts->booleans, .float_count = 4, .floats = parts->floats};
    for (uint32_t i = 0; i < count; i++)
        make_block(parts, i);
    ow_structure_root root = {.bounds_size = {256, 256, 256}, .last_block = (uint16_t)(count - 1)};
    ow_structure_build build = {.version = OW_STRUCTURE_NEWEST,
                                .variant = ow_structure_game,
                                .color_count = COLORS,
                                .colors = parts->colors,
                                .rotation_count = ROTATIONS,
                                .rotations = parts->rotations,
                                .root_count = 1,
                                .roots = &root,
                                .block_count = (uint32_t)count,
                                .blocks = parts->blocks};
    bool written = write_build(&build, version, file);
    free(parts);
    return written;
}

bool make_build(size_t count, ow_buffer *file)
{
    return make_build_of(OW_STRUCTURE_NEWEST, count, file);
}

bool make_old_build(size_t count, ow_buffer *file)
{
    return make_build_of(OW_STRUCTURE_OLDEST, count, file);
}
