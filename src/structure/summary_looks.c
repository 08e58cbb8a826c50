/* The appearance of a build, for its summary: the most frequent types, colours and rotations. */
#include "summary.h"

#include "../base/compiler.h"
#include "../base/emit.h"
#include "../base/ranking.h"

#include <math.h>
#include <stdio.h>

/* Sorts keys and ranks them by frequency; ties by key. */
static ow_status rank_keys(uint64_t *keys, uint32_t count, struct arena *arena,
                           struct ranking *ranking)
{
    ow_status status = sort_u64(keys, count, 0, arena);
    return status == OW_OK ? rank_u64(keys, count, arena, ranking) : status;
}

static ow_status emit_types(struct emitter *emit, const ow_structure_build *build, uint64_t *keys,
                            struct arena *arena)
{
    struct ranking types;
    for (uint32_t i = 0; i < build->block_count; i++)
        keys[i] = build->blocks[i].id;
    ow_status status = rank_keys(keys, build->block_count, arena, &types);
    if (status != OW_OK)
        return status;
    emit_integer(emit, "block_types_used", types.size);
    emit_begin_array(emit, "most_used_types", types.size);
    for (uint32_t row = 0; row < types.size; row++) {
        uint8_t id = (uint8_t)keys[ranking_what(&types, row)];
        ow_structure_block_type type = ow_structure_block_type_at(&build->variant, id);
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", ranking_count(&types, row));
        emit_integer(emit, "id", id);
        emit_string(emit, "name", type.name);
        emit_string(emit, "russian_name", type.russian_name);
        emit_end_object(emit);
    }
    emit_end_array(emit);
    return OW_OK;
}

/* "#rrggbb", with alpha unless it is 255. */
static void emit_color(struct emitter *emit, const char *name, const uint8_t rgba[4])
{
    char text[16];
    int used = snprintf(text, sizeof text, "#%02x%02x%02x", rgba[0], rgba[1], rgba[2]);
    if (rgba[3] != UINT8_MAX)
        snprintf(text + used, sizeof text - (size_t)used, "%02x", rgba[3]);
    emit_string(emit, name, text);
}

/* A colour as a number in the order of its raw value; for 16 bits, the raw value itself. */
static bool key_of_color(const ow_structure_build *build, const ow_structure_block *block,
                         uint64_t *key)
{
    uint8_t rgba[4];
    uint16_t color = 0;
    bool found = build->version == 0
                     ? ow_structure_rgba_of(build, block, OW_STRUCTURE_RED_HIGH, rgba)
                     : ow_structure_color_of(build, block, &color);
    if (!found)
        return false;
    *key = color;
    for (int i = 0; i < 4 && build->version == 0; i++)
        *key = *key << 8 | rgba[i];
    return true;
}

static void emit_color_row(struct emitter *emit, const ow_structure_build *build, uint64_t key,
                           uint32_t count)
{
    uint8_t rgba[4] = {(uint8_t)(key >> 24), (uint8_t)(key >> 16), (uint8_t)(key >> 8),
                       (uint8_t)key};
    uint8_t reversed[4] = {0, 0, 0, UINT8_MAX};
    if (build->version > 0) {
        ow_structure_rgb((uint16_t)key, OW_STRUCTURE_RED_HIGH, rgba);
        ow_structure_rgb((uint16_t)key, OW_STRUCTURE_RED_LOW, reversed);
        rgba[3] = UINT8_MAX;
    }
    emit_begin_object(emit, NULL);
    emit_integer(emit, "count", count);
    emit_color(emit, "color", rgba);
    if (build->version > 0)
        emit_color(emit, "if_red_is_low", reversed);
    emit_end_object(emit);
}

static ow_status emit_colors(struct emitter *emit, const ow_structure_build *build, uint64_t *keys,
                             struct arena *arena)
{
    struct ranking colors;
    uint32_t count = 0;
    for (uint32_t i = 0; i < build->block_count; i++)
        count += key_of_color(build, &build->blocks[i], &keys[count]);
    ow_status status = rank_keys(keys, count, arena, &colors);
    if (status != OW_OK)
        return status;
    emit_integer(emit, "colors_used", colors.size);
    if (colors.size == 0)
        return OW_OK;
    emit_begin_array(emit, "most_used_colors", colors.size);
    for (uint32_t row = 0; row < colors.size; row++)
        emit_color_row(emit, build, keys[ranking_what(&colors, row)], ranking_count(&colors, row));
    emit_end_array(emit);
    if (build->version > 0)
        emit_string(emit, "color_order",
                    "red in the high 5 bits, according to one source; files of the Java library "
                    "have red in the low 5");
    return OW_OK;
}

/* Rounded to hundredths: a raw step is half of one. */
static double in_degrees(uint16_t raw)
{
    return round(rounded_to_double(ow_structure_degrees(raw, OW_STRUCTURE_FULL_TURN) * 100)) / 100;
}

static ow_status emit_rotations(struct emitter *emit, const ow_structure_build *build,
                                uint64_t *keys, struct arena *arena)
{
    static const uint16_t none[3];
    struct ranking rotations;
    for (uint32_t i = 0; i < build->block_count; i++) {
        const uint16_t *found = structure_rotation_of(build, &build->blocks[i]);
        const uint16_t *raw = found ? found : none;
        keys[i] = (uint64_t)raw[0] << 32 | (uint64_t)raw[1] << 16 | raw[2];
    }
    ow_status status = rank_keys(keys, build->block_count, arena, &rotations);
    if (status != OW_OK)
        return status;
    emit_integer(emit, "rotations_used", rotations.size);
    emit_begin_array(emit, "most_used_rotations", rotations.size);
    for (uint32_t row = 0; row < rotations.size; row++) {
        uint64_t key = keys[ranking_what(&rotations, row)];
        double degrees[3];
        for (int axis = 0; axis < 3; axis++)
            degrees[axis] = in_degrees((uint16_t)(key >> (32 - 16 * axis)));
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", ranking_count(&rotations, row));
        structure_emit_vector(emit, "degrees", degrees);
        emit_end_object(emit);
    }
    emit_end_array(emit);
    return OW_OK;
}

/* Only reports a doubt if another scale fits more angles. */
static void emit_doubt_about_scale(struct emitter *emit, const ow_structure_build *build)
{
    char text[160];
    ow_structure_rotation_scale found = ow_structure_find_rotation_scale(build);
    if (found.other_scale == 0)
        return;
    snprintf(
        text, sizeof text,
        "a full turn is %u, not %u: then %u of %u angles are multiples of 15 degrees, otherwise %u",
        found.other_scale, found.scale, found.other_fitting_count, found.angle_count,
        found.fitting_count);
    emit_string(emit, "doubt_about_rotations", text);
}

ow_status structure_emit_looks(struct emitter *emit, const ow_structure_build *build,
                               struct arena *arena)
{
    uint64_t *keys = arena_take(arena, build->block_count * sizeof *keys);
    if (!keys)
        return arena->status;
    ow_status status = emit_types(emit, build, keys, arena);
    if (status == OW_OK)
        status = emit_colors(emit, build, keys, arena);
    if (status == OW_OK)
        status = emit_rotations(emit, build, keys, arena);
    emit_doubt_about_scale(emit, build);
    return status;
}
