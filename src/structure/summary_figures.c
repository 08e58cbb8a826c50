/* The figures of a summary that need every block: types, roots, colours, rotations and extent. */
#include "summary.h"

#include "../base/emit.h"
#include "../base/floats.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TOLD = 10, TYPES = UINT8_MAX + 1, COLORS = UINT16_MAX + 1 };

struct figures {
    uint32_t interactive, named, positions;
    uint64_t connections;
    double least[3], most[3]; /* of positions, each in the frame of its root */
    uint32_t type_counts[TYPES];
    uint32_t color_counts[COLORS];
};

static void count_settings(struct figures *figures, const ow_structure_settings *settings)
{
    figures->interactive++;
    figures->named += settings->name.size > 0;
    figures->connections += settings->connection_count;
}

static void count_position(struct figures *figures, const ow_structure_root *root,
                           const int16_t raw[3])
{
    double at[3];
    ow_structure_position(root, raw, at);
    for (int axis = 0; axis < 3; axis++) {
        if (figures->positions == 0 || at[axis] < figures->least[axis])
            figures->least[axis] = at[axis];
        if (figures->positions == 0 || at[axis] > figures->most[axis])
            figures->most[axis] = at[axis];
    }
    figures->positions++;
}

static void count_blocks(struct figures *figures, const ow_structure_build *build)
{
    for (uint32_t i = 0; i < build->block_count; i++) {
        const ow_structure_block *block = &build->blocks[i];
        uint32_t root = ow_structure_root_of(build, i);
        uint16_t color;
        figures->type_counts[block->id]++;
        if (ow_structure_color_of(build, block, &color))
            figures->color_counts[color]++;
        if (block->settings)
            count_settings(figures, block->settings);
        if (root < build->root_count)
            count_position(figures, &build->roots[root], block->position);
    }
}

static uint32_t count_used(const uint32_t *counts, uint32_t size)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < size; i++)
        used += counts[i] > 0;
    return used;
}

/* The most frequent, ties by number; it is taken out of the counts. */
static uint32_t take_most_frequent(uint32_t *counts, uint32_t size, uint32_t *count)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < size; i++)
        if (counts[i] > counts[best])
            best = i;
    *count = counts[best];
    counts[best] = 0;
    return best;
}

static void emit_types(struct emitter *emit, struct figures *figures)
{
    uint32_t used = count_used(figures->type_counts, TYPES), count;
    uint32_t told = used < MOST_TOLD ? used : MOST_TOLD;
    emit_integer(emit, "block_types_used", used);
    emit_begin_array(emit, "most_used_types", told);
    for (uint32_t i = 0; i < told; i++) {
        uint32_t id = take_most_frequent(figures->type_counts, TYPES, &count);
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", count);
        emit_integer(emit, "id", id);
        emit_string(emit, "name", ow_structure_block_type_at(NULL, (uint8_t)id).name);
        emit_end_object(emit);
    }
    emit_end_array(emit);
}

/* To the thousandth; two floats may add up to more than a float holds. */
static float rounded(double number)
{
    if (fabs(number) > (double)FLT_MAX)
        return number > 0 ? INFINITY : -INFINITY;
    return in_thousandths(number);
}

static void emit_vector(struct emitter *emit, const char *name, const double numbers[3])
{
    emit_begin_array(emit, name, 3);
    for (int axis = 0; axis < 3; axis++)
        emit_float(emit, NULL, rounded(numbers[axis]));
    emit_end_array(emit);
}

static void emit_floats(struct emitter *emit, const char *name, const float numbers[3])
{
    emit_vector(emit, name, (const double[]){numbers[0], numbers[1], numbers[2]});
}

static void emit_roots(struct emitter *emit, const ow_structure_build *build)
{
    uint32_t told = build->root_count < MOST_TOLD ? build->root_count : MOST_TOLD;
    int64_t before = -1;
    emit_begin_array(emit, "first_roots", told);
    for (uint32_t i = 0; i < told; i++) {
        const ow_structure_root *root = &build->roots[i];
        emit_begin_object(emit, NULL);
        emit_integer(emit, "blocks", root->last_block > before ? root->last_block - before : 0);
        emit_floats(emit, "bounds_center", root->bounds_center);
        emit_floats(emit, "bounds_size", root->bounds_size);
        emit_end_object(emit);
        before = root->last_block;
    }
    emit_end_array(emit);
}

static void emit_colors(struct emitter *emit, struct figures *figures)
{
    uint32_t used = count_used(figures->color_counts, COLORS), count;
    uint32_t told = used < MOST_TOLD ? used : MOST_TOLD;
    emit_integer(emit, "colors_used", used);
    if (used == 0)
        return;
    emit_begin_array(emit, "most_used_colors", told);
    for (uint32_t i = 0; i < told; i++) {
        char text[8];
        uint8_t rgb[3];
        uint16_t color = (uint16_t)take_most_frequent(figures->color_counts, COLORS, &count);
        ow_structure_rgb(color, OW_STRUCTURE_RED_HIGH, rgb);
        snprintf(text, sizeof text, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
        emit_begin_object(emit, NULL);
        emit_integer(emit, "count", count);
        emit_string(emit, "color", text);
        emit_end_object(emit);
    }
    emit_end_array(emit);
    emit_string(emit, "inferred_color_order", "red in the low 5 bits, blue in the high 5");
}

/* The scale is told only where some angle speaks of one. */
static void emit_rotation_scale(struct emitter *emit, const ow_structure_build *build)
{
    char text[128];
    ow_structure_rotation_scale found = ow_structure_find_rotation_scale(build);
    if (found.angle_count > 0)
        emit_integer(emit, "inferred_rotation_scale", found.scale);
    if (found.angle_count == 0)
        snprintf(text, sizeof text, "none: no angle that could tell");
    else if (found.large_count > 0)
        snprintf(text, sizeof text, "%u of %u angles are above 32767", found.large_count,
                 found.angle_count);
    else
        snprintf(text, sizeof text, "%u of %u angles are multiples of 15 degrees",
                 found.fitting_count, found.angle_count);
    emit_string(emit, "rotation_scale_evidence", text);
}

static void emit_all(struct emitter *emit, const ow_structure_build *build, struct figures *figures)
{
    emit_integer(emit, "interactive_block_count", figures->interactive);
    emit_integer(emit, "named_block_count", figures->named);
    emit_integer(emit, "connection_count", (int64_t)figures->connections);
    emit_types(emit, figures);
    emit_roots(emit, build);
    emit_colors(emit, figures);
    emit_rotation_scale(emit, build);
    if (figures->positions == 0)
        return;
    /* Not in one frame for all: it is open how the rotations of roots apply. */
    emit_begin_object(emit, "bounds_in_root_frames");
    emit_vector(emit, "least", figures->least);
    emit_vector(emit, "most", figures->most);
    emit_end_object(emit);
}

ow_status structure_emit_figures(struct emitter *emit, const ow_structure_build *build)
{
    struct arena arena;
    arena_share(&arena, build->owner);
    struct figures *figures = arena_take(&arena, sizeof *figures);
    if (!figures)
        return arena.status;
    memset(figures, 0, sizeof *figures);
    count_blocks(figures, build);
    emit_all(emit, build, figures);
    arena_free(&arena);
    return OW_OK;
}
