/* The figures of a summary that need every block: counts, extent, roots. */
#include "summary.h"

#include "../base/emit.h"
#include "../base/floats.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct figures {
    uint32_t interactive, named, positions;
    uint64_t connections;
    double least[3], most[3]; /* of positions */
    uint32_t *root_sizes;     /* blocks, by root */
};

static void count_settings(struct figures *figures, const ow_structure_settings *settings)
{
    figures->named += settings->name.size > 0;
    figures->connections += settings->connection_count;
}

static void count_position(struct figures *figures, const double at[3])
{
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
        uint32_t root = ow_structure_root_of(build, i);
        double at[3];
        figures->interactive += structure_is_interactive(&build->variant, build->blocks[i].id);
        if (build->blocks[i].settings)
            count_settings(figures, build->blocks[i].settings);
        if (ow_structure_position_of(build, i, at))
            count_position(figures, at);
        if (root < build->root_count)
            figures->root_sizes[root]++;
    }
}

/* Rounds to thousandths. The sum of two floats may exceed the range of a float. */
static float rounded(double number)
{
    if (fabs(number) > (double)FLT_MAX)
        return number > 0 ? INFINITY : -INFINITY;
    return in_thousandths(number);
}

void structure_emit_vector(struct emitter *emit, const char *name, const double numbers[3])
{
    emit_begin_array(emit, name, 3);
    for (int axis = 0; axis < 3; axis++)
        emit_float(emit, NULL, rounded(numbers[axis]));
    emit_end_array(emit);
}

static void emit_floats(struct emitter *emit, const char *name, const float numbers[3])
{
    structure_emit_vector(emit, name, (const double[]){numbers[0], numbers[1], numbers[2]});
}

static void emit_roots(struct emitter *emit, const ow_structure_build *build,
                       const struct figures *figures)
{
    emit_begin_array(emit, "roots", build->root_count);
    for (uint32_t i = 0; i < build->root_count; i++) {
        const ow_structure_root *root = &build->roots[i];
        emit_begin_object(emit, NULL);
        emit_integer(emit, "blocks", figures->root_sizes[i]);
        emit_floats(emit, "position", root->position);
        if (build->version > 0)
            emit_floats(emit, "bounds_size", root->bounds_size);
        emit_end_object(emit);
    }
    emit_end_array(emit);
}

/* Emits the extent of the blocks in the world. */
static void emit_bounds(struct emitter *emit, const struct figures *figures)
{
    double size[3];
    for (int axis = 0; axis < 3; axis++)
        size[axis] = figures->most[axis] - figures->least[axis];
    emit_begin_object(emit, "bounds");
    structure_emit_vector(emit, "least", figures->least);
    structure_emit_vector(emit, "most", figures->most);
    structure_emit_vector(emit, "size", size);
    emit_end_object(emit);
}

static ow_status emit_counts(struct emitter *emit, const ow_structure_build *build,
                             struct arena *arena)
{
    struct figures figures = {0};
    size_t size = build->root_count * sizeof *figures.root_sizes;
    figures.root_sizes = arena_take(arena, size);
    if (!figures.root_sizes)
        return arena->status;
    memset(figures.root_sizes, 0, size);
    count_blocks(&figures, build);
    emit_integer(emit, "interactive_block_count", figures.interactive);
    emit_integer(emit, "named_block_count", figures.named);
    emit_integer(emit, "connection_count", (int64_t)figures.connections);
    if (figures.positions > 0)
        emit_bounds(emit, &figures);
    emit_roots(emit, build, &figures);
    return OW_OK;
}

ow_status structure_emit_figures(struct emitter *emit, const ow_structure_build *build)
{
    struct arena arena;
    arena_share(&arena, build->owner);
    ow_status status = emit_counts(emit, build, &arena);
    if (status == OW_OK)
        status = structure_emit_looks(emit, build, &arena);
    if (status == OW_OK)
        status = structure_emit_settings(emit, build, &arena);
    arena_free(&arena);
    return status;
}
