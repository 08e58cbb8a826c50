/* Converts the shapes of custom blocks: floats in version 0, later fractions of the range between
 * two whole numbers. In versions below 4 the sizes of the faces had a height, which the game adds
 * to their middles. */
#include "convert.h"

#include "../../base/floats.h"

enum { FACES = 4, FIRST_WITHOUT_HEIGHTS = 4, UPPER_SIZE = 1, LOWER_SIZE = 3, Y = 1 };

/* Whether the game would move the faces of a shape in versions below 4. A height of one grid step
 * is ignored: the grid has no 0 between whole numbers whose sum is odd. */
static bool has_heights(const ow_structure_build *build, const ow_structure_metadata *metadata)
{
    double step = build->version == 0
                      ? 0
                      : fabs((double)(metadata->max - metadata->min)) / OW_STRUCTURE_VERTEX_SCALE;
    double upper[3], lower[3];
    if (structure_count_vertices(build, metadata) < FACES)
        return false;
    structure_find_vertex(build, metadata, UPPER_SIZE, OW_STRUCTURE_VERTEX_SCALE, upper);
    structure_find_vertex(build, metadata, LOWER_SIZE, OW_STRUCTURE_VERTEX_SCALE, lower);
    return fabs(upper[Y]) > step || fabs(lower[Y]) > step;
}

/* The next lower whole number that a byte can hold. */
static int whole_below(double number)
{
    double held = fmax(number, INT8_MIN);
    int whole = (int)held;
    return whole > held ? whole - 1 : whole;
}

/* The whole numbers around all vertices, as far as a byte can hold them. */
static void find_bounds(const double (*vertices)[3], uint32_t count,
                        ow_structure_metadata *metadata)
{
    double least = INFINITY, most = -INFINITY;
    for (uint32_t i = 0; i < count * 3; i++) {
        double at = vertices[i / 3][i % 3];
        least = isfinite(at) ? fmin(least, at) : least;
        most = isfinite(at) ? fmax(most, at) : most;
    }
    if (least > most) /* none is finite */
        least = most = 0;
    metadata->min = (int8_t)whole_below(fmin(least, INT8_MAX - 1));
    metadata->max = (int8_t)-whole_below(-fmin(fmax(most, metadata->min + 1), INT8_MAX));
}

static uint16_t pack(const ow_structure_metadata *metadata, double at)
{
    double size = metadata->max - metadata->min;
    double raw = round(rounded_to_double((at - metadata->min) / size * OW_STRUCTURE_VERTEX_SCALE));
    if (!(raw > 0)) /* also if it is not a number */
        return 0;
    return (uint16_t)(raw < UINT16_MAX ? raw : UINT16_MAX);
}

static bool pack_all(struct arena *arena, ow_structure_metadata *metadata,
                     const double (*vertices)[3], uint32_t count)
{
    metadata->vertices = count > 0 ? arena_take(arena, count * sizeof *metadata->vertices) : NULL;
    if (count > 0 && !metadata->vertices)
        return false;
    metadata->vertex_count = count;
    metadata->vectors = NULL;
    metadata->vector_count = 0;
    metadata->min = metadata->max = 0;
    if (count > 0)
        find_bounds(vertices, count, metadata);
    for (uint32_t i = 0; i < count * 3; i++)
        metadata->vertices[i / 3][i % 3] = pack(metadata, vertices[i / 3][i % 3]);
    return true;
}

static bool unpack_all(struct arena *arena, ow_structure_metadata *metadata,
                       const double (*vertices)[3], uint32_t count)
{
    metadata->vectors = count > 0 ? arena_take(arena, count * sizeof *metadata->vectors) : NULL;
    if (count > 0 && !metadata->vectors)
        return false;
    metadata->vector_count = count;
    metadata->vertices = NULL;
    metadata->vertex_count = 0;
    metadata->min = metadata->max = 0;
    for (uint32_t i = 0; i < count * 3; i++)
        metadata->vectors[i / 3][i % 3] = rounded_to_float(vertices[i / 3][i % 3]);
    return true;
}

/* Notes floats of version 0 that the grid cannot represent. */
static void note_moved(const struct change *change, const ow_structure_metadata *metadata,
                       const double (*vertices)[3], struct drift *drift)
{
    for (uint32_t i = 0; i < metadata->vertex_count; i++) {
        double packed[3];
        bool moved = false;
        ow_structure_vertex(metadata, metadata->vertices[i], OW_STRUCTURE_VERTEX_SCALE, packed);
        for (int axis = 0; axis < 3; axis++)
            moved |= rounded_to_float(packed[axis]) != rounded_to_float(vertices[i][axis]);
        if (moved)
            note_drift(drift, change->block, vertices[i], packed);
    }
}

/* Notes packed vertices that a conversion back from floats would change. */
static ow_status note_lost_bounds(struct change *change, const ow_structure_metadata *was,
                                  const ow_structure_metadata *is)
{
    ow_structure_metadata again = {0};
    uint32_t count = was->vertex_count;
    double(*vertices)[3] = arena_take(change->conversion->arena, count * sizeof *vertices);
    if (!vertices)
        return change->conversion->arena->status;
    for (uint32_t i = 0; i < count * 3; i++)
        vertices[i / 3][i % 3] = (double)is->vectors[i / 3][i % 3];
    if (!pack_all(change->conversion->arena, &again, (const double(*)[3])vertices, count))
        return change->conversion->arena->status;
    bool same = again.min == was->min && again.max == was->max;
    for (uint32_t i = 0; i < count && same; i++)
        same = memcmp(again.vertices[i], was->vertices[i], sizeof *was->vertices) == 0;
    lose(change,
         "min and max of custom blocks, which do not follow from their vertices and which version "
         "0 cannot store",
         "metadata", !same);
    return OW_OK;
}

/* Converts a shape to the form of the target version. */
static ow_status convert_shape(struct change *change, const ow_structure_block *was,
                               ow_structure_metadata *is, bool fix, struct drift *drift)
{
    struct arena *arena = change->conversion->arena;
    const ow_structure_metadata *metadata = was->settings->metadata;
    uint32_t count = structure_count_vertices(change->from, metadata);
    double(*vertices)[3] = arena_take(arena, count * sizeof *vertices);
    if (!vertices)
        return arena->status;
    for (uint32_t i = 0; i < count && !fix; i++)
        structure_find_vertex(change->from, metadata, i, OW_STRUCTURE_VERTEX_SCALE, vertices[i]);
    if (fix)
        ow_structure_shape(change->from, was, OW_STRUCTURE_VERTEX_SCALE, vertices, count);
    const double(*floats)[3] = (const double(*)[3])vertices;
    if (change->to->version == 0)
        return unpack_all(arena, is, floats, count) ? note_lost_bounds(change, metadata, is)
                                                    : arena->status;
    if (!pack_all(arena, is, floats, count))
        return arena->status;
    if (change->from->version == 0)
        note_moved(change, is, floats, drift);
    return OW_OK;
}

static ow_status convert_block(struct change *change, struct drift *drift)
{
    const ow_structure_build *from = change->from, *to = change->to;
    const ow_structure_block *was = &from->blocks[change->block];
    ow_structure_block *is = &to->blocks[change->block];
    if (!structure_is_custom(was->id) || !is->settings || !is->settings->metadata)
        return OW_OK;
    const ow_structure_metadata *metadata = was->settings->metadata;
    bool heights = has_heights(from, metadata);
    bool fix =
        heights && from->version < FIRST_WITHOUT_HEIGHTS && to->version >= FIRST_WITHOUT_HEIGHTS;
    lose(change,
         "custom blocks whose faces had a height, which was added to the middles of the faces, as "
         "the game does",
         "metadata", fix);
    lose(change,
         "custom blocks whose faces have a height, which the game adds to the middles of the faces "
         "in this version",
         "metadata",
         heights && from->version >= FIRST_WITHOUT_HEIGHTS && to->version < FIRST_WITHOUT_HEIGHTS);
    lose(change, "empty lists of vectors of custom blocks", "metadata",
         from->version == 0 && to->version > 0 && metadata->vectors && metadata->vector_count == 0);
    if (!fix && (from->version == 0) == (to->version == 0))
        return OW_OK;
    return convert_shape(change, was, is->settings->metadata, fix, drift);
}

ow_status structure_convert_shapes(struct change *change)
{
    struct drift drift = {0};
    ow_status status = OW_OK;
    for (change->block = 0; change->block < change->to->block_count && status == OW_OK;
         change->block++)
        status = convert_block(change, &drift);
    structure_report_drift(change, &drift, "vertices rounded to their grid", "metadata");
    return status;
}
