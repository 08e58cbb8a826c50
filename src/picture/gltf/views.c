/* glTF: accessors and views: the place and type of each list of numbers in the buffer. */
#include "lines.h"

#define FLOATS    "5126"
#define SHORTS    "5123"
#define VERTICES  ", \"target\": 34962"
#define INDICES   ", \"target\": 34963"
#define INSTANCES ""

/* An accessor is the whole view of the same number. `rest`: its type, and the end of the object. */
#define put_accessor(text, number, component, count, rest)                                         \
    do {                                                                                           \
        text_begin(text);                                                                          \
        text_literal(text, "\"bufferView\": ");                                                    \
        text_number(text, number);                                                                 \
        text_literal(text, ", \"componentType\": " component ", \"count\": ");                     \
        text_number(text, count);                                                                  \
        text_literal(text, ", \"type\": " rest);                                                   \
    } while (0)

#define COLORS "\"VEC4\", \"normalized\": true}"

ALWAYS_INLINE static inline void put_accessors(struct lines *lines, bool is_counting)
{
    const struct gltf_slice *slice = lines->slice;
    const char *extents = slice->extents;
    uint64_t number = (uint64_t)slice->first_piece * GLTF_PARTS_OF_PIECE;
    for (uint32_t i = 0; i < slice->piece_count; i++, number += GLTF_PARTS_OF_PIECE) {
        const struct gltf_piece *piece = &slice->pieces[i];
        if (!line_room_to(lines, is_counting))
            return;
        struct text text = text_open_to(lines, is_counting);
        put_accessor(&text, number, FLOATS, piece->vertex_count, "\"VEC3\", \"min\": [");
        text_bytes(&text, extents, piece->extents_size);
        text_literal(&text, "]}");
        put_accessor(&text, number + 1, SHORTS, piece->vertex_count, COLORS);
        put_accessor(&text, number + 2, SHORTS, piece->index_count, "\"SCALAR\"}");
        text_close(lines, &text);
        extents += piece->extents_size;
    }
}

static uint64_t line_swarm_accessors(struct lines *lines, const struct gltf_swarm *swarm,
                                     uint64_t number)
{
    line_room(lines);
    struct text text = text_open(lines);
    put_accessor(&text, number++, FLOATS, swarm->count, "\"VEC3\"}");
    if (swarm->has_rotation)
        put_accessor(&text, number++, FLOATS, swarm->count, "\"VEC4\"}");
    if (swarm->has_scale)
        put_accessor(&text, number++, FLOATS, swarm->count, "\"VEC3\"}");
    if (gltf_swarm_has_color(swarm))
        put_accessor(&text, number++, SHORTS, swarm->count, COLORS);
    text_close(lines, &text);
    return number;
}

static void line_accessors(struct lines *lines)
{
    lines->is_filled = lines->slice->first_piece > 0;
    LINE_SLICE(lines, put_accessors);
}

void gltf_write_accessors(struct gltf *gltf, ow_json_writer *writer)
{
    struct lines lines;
    uint64_t number = (uint64_t)gltf->piece_count * GLTF_PARTS_OF_PIECE;
    const struct gltf_swarm *swarms = gltf->swarms.data;
    if (gltf->piece_count == 0)
        return;
    gltf_lines_begin(&lines, gltf, writer, "accessors");
    gltf_put_lines(&lines, line_accessors);
    for (size_t i = 0; i < gltf->swarms.count; i++)
        number = line_swarm_accessors(&lines, &swarms[i], number);
    gltf_lines_end(&lines, writer);
}

/* Puts a view and moves past it. `target`: none for instances. */
#define put_view(text, offset, size, target)                                                       \
    do {                                                                                           \
        text_begin(text);                                                                          \
        text_literal(text, "\"buffer\": 0, \"byteOffset\": ");                                     \
        text_number(text, offset);                                                                 \
        text_literal(text, ", \"byteLength\": ");                                                  \
        text_number(text, size);                                                                   \
        text_literal(text, target "}");                                                            \
        (offset) += (size);                                                                        \
    } while (0)

enum { VEC3 = 12, VEC4 = 16, COLOR = 8, INDEX = 2 };

ALWAYS_INLINE static inline void put_views(struct lines *lines, bool is_counting)
{
    const struct gltf_slice *slice = lines->slice;
    for (uint32_t i = 0; i < slice->piece_count; i++) {
        const struct gltf_piece *piece = &slice->pieces[i];
        uint64_t offset = slice->offset + piece->offset;
        if (!line_room_to(lines, is_counting))
            return;
        struct text text = text_open_to(lines, is_counting);
        put_view(&text, offset, (uint64_t)piece->vertex_count * VEC3, VERTICES);
        put_view(&text, offset, (uint64_t)piece->vertex_count * COLOR, VERTICES);
        put_view(&text, offset, (uint64_t)piece->index_count * INDEX, INDICES);
        text_close(lines, &text);
    }
}

static void line_views(struct lines *lines)
{
    lines->is_filled = lines->slice->first_piece > 0;
    LINE_SLICE(lines, put_views);
}

static void line_swarm_views(struct lines *lines, const struct gltf_swarm *swarm)
{
    uint64_t offset = swarm->offset, count = swarm->count;
    line_room(lines);
    struct text text = text_open(lines);
    put_view(&text, offset, count * VEC3, INSTANCES);
    if (swarm->has_rotation)
        put_view(&text, offset, count * VEC4, INSTANCES);
    if (swarm->has_scale)
        put_view(&text, offset, count * VEC3, INSTANCES);
    if (gltf_swarm_has_color(swarm))
        put_view(&text, offset, count * COLOR, INSTANCES);
    text_close(lines, &text);
}

void gltf_write_views(struct gltf *gltf, ow_json_writer *writer)
{
    struct lines lines;
    const struct gltf_swarm *swarms = gltf->swarms.data;
    if (gltf->piece_count == 0)
        return;
    gltf_lines_begin(&lines, gltf, writer, "bufferViews");
    gltf_put_lines(&lines, line_views);
    for (size_t i = 0; i < gltf->swarms.count; i++)
        line_swarm_views(&lines, &swarms[i]);
    gltf_lines_end(&lines, writer);
}
