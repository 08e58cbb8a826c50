/* glTF: accessors and views: the place and type of each list of numbers in the buffer. */
#include "lines.h"

#define FLOATS    "5126"
#define SHORTS    "5123"
#define VERTICES  ", \"target\": 34962"
#define INDICES   ", \"target\": 34963"
#define INSTANCES ""

/* An accessor is the whole view of the same number. `rest`: its type, and the end of the object. */
#define line_accessor(lines, number, component, count, rest)                                       \
    do {                                                                                           \
        line_begin(lines);                                                                         \
        line_literal(lines, "\"bufferView\": ");                                                   \
        line_number(lines, number);                                                                \
        line_literal(lines, ", \"componentType\": " component ", \"count\": ");                    \
        line_number(lines, count);                                                                 \
        line_literal(lines, ", \"type\": " rest);                                                  \
    } while (0)

#define COLORS "\"VEC4\", \"normalized\": true}"

static void line_piece_accessors(struct lines *lines, const struct gltf_piece *piece,
                                 uint64_t number)
{
    line_accessor(lines, number, FLOATS, piece->vertex_count, "\"VEC3\", \"min\": ");
    line_floats(lines, piece->least, 3);
    line_literal(lines, ", \"max\": ");
    line_floats(lines, piece->most, 3);
    line_literal(lines, "}");
    line_accessor(lines, number + 1, SHORTS, piece->vertex_count, COLORS);
    line_accessor(lines, number + 2, SHORTS, piece->index_count, "\"SCALAR\"}");
}

static uint64_t line_swarm_accessors(struct lines *lines, const struct gltf_swarm *swarm,
                                     uint64_t number)
{
    line_accessor(lines, number++, FLOATS, swarm->count, "\"VEC3\"}");
    if (swarm->has_rotation)
        line_accessor(lines, number++, FLOATS, swarm->count, "\"VEC4\"}");
    if (swarm->has_scale)
        line_accessor(lines, number++, FLOATS, swarm->count, "\"VEC3\"}");
    if (gltf_swarm_has_color(swarm))
        line_accessor(lines, number++, SHORTS, swarm->count, COLORS);
    return number;
}

void gltf_write_accessors(struct gltf *gltf, ow_json_writer *writer)
{
    struct lines lines;
    uint64_t number = 0;
    if (gltf->piece_count == 0)
        return;
    gltf_lines_begin(&lines, gltf, writer, "accessors");
    for (const struct gltf_piece *piece = gltf->pieces; piece; piece = piece->next) {
        line_piece_accessors(&lines, piece, number);
        number += GLTF_PARTS_OF_PIECE;
    }
    for (const struct gltf_swarm *swarm = gltf->swarms; swarm; swarm = swarm->next)
        number = line_swarm_accessors(&lines, swarm, number);
    gltf_lines_end(&lines, writer);
}

/* Writes a view and moves past it. `target`: none for instances. */
#define line_view(lines, offset, size, target)                                                     \
    do {                                                                                           \
        line_begin(lines);                                                                         \
        line_literal(lines, "\"buffer\": 0, \"byteOffset\": ");                                    \
        line_number(lines, offset);                                                                \
        line_literal(lines, ", \"byteLength\": ");                                                 \
        line_number(lines, size);                                                                  \
        line_literal(lines, target "}");                                                           \
        (offset) += (size);                                                                        \
    } while (0)

void gltf_write_views(struct gltf *gltf, ow_json_writer *writer)
{
    enum { VEC3 = 12, VEC4 = 16, COLOR = 8, INDEX = 2 };
    struct lines lines;
    if (gltf->piece_count == 0)
        return;
    gltf_lines_begin(&lines, gltf, writer, "bufferViews");
    for (const struct gltf_piece *piece = gltf->pieces; piece; piece = piece->next) {
        uint64_t offset = piece->offset;
        line_view(&lines, offset, (uint64_t)piece->vertex_count * VEC3, VERTICES);
        line_view(&lines, offset, (uint64_t)piece->vertex_count * COLOR, VERTICES);
        line_view(&lines, offset, (uint64_t)piece->index_count * INDEX, INDICES);
    }
    for (const struct gltf_swarm *swarm = gltf->swarms; swarm; swarm = swarm->next) {
        uint64_t offset = swarm->offset, count = swarm->count;
        line_view(&lines, offset, count * VEC3, INSTANCES);
        if (swarm->has_rotation)
            line_view(&lines, offset, count * VEC4, INSTANCES);
        if (swarm->has_scale)
            line_view(&lines, offset, count * VEC3, INSTANCES);
        if (gltf_swarm_has_color(swarm))
            line_view(&lines, offset, count * COLOR, INSTANCES);
    }
    gltf_lines_end(&lines, writer);
}
