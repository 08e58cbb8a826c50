/* glTF: accessors and views: the place and type of each list of numbers in the buffer. */
#include "gltf.h"

enum { FLOATS = 5126, SHORTS = 5123, VERTICES = 34962, INDICES = 34963 };

/* An accessor is the whole view of the same number. */
static void begin_accessor(struct emitter *emit, int64_t number, int component, int64_t count,
                           const char *type)
{
    emit_begin_object(emit, NULL);
    emit_integer(emit, "bufferView", number);
    emit_integer(emit, "componentType", component);
    emit_integer(emit, "count", count);
    emit_string(emit, "type", type);
}

static void emit_accessor(struct emitter *emit, int64_t number, int component, int64_t count,
                          const char *type)
{
    begin_accessor(emit, number, component, count, type);
    emit_end_object(emit);
}

static void emit_color_accessor(struct emitter *emit, int64_t number, int64_t count)
{
    begin_accessor(emit, number, SHORTS, count, "VEC4");
    emit_boolean(emit, "normalized", true);
    emit_end_object(emit);
}

static void emit_piece_accessors(struct emitter *emit, const struct gltf_piece *piece,
                                 int64_t number)
{
    begin_accessor(emit, number, FLOATS, piece->vertex_count, "VEC3");
    gltf_emit_floats(emit, "min", piece->least, 3);
    gltf_emit_floats(emit, "max", piece->most, 3);
    emit_end_object(emit);
    emit_color_accessor(emit, number + 1, piece->vertex_count);
    emit_accessor(emit, number + 2, SHORTS, piece->index_count, "SCALAR");
}

void gltf_emit_accessors(const struct gltf *gltf, struct emitter *emit)
{
    int64_t number = 0;
    if (gltf->piece_count == 0)
        return;
    emit_begin_array(emit, "accessors", 0);
    for (const struct gltf_piece *piece = gltf->pieces; piece; piece = piece->next) {
        emit_piece_accessors(emit, piece, number);
        number += GLTF_PARTS_OF_PIECE;
    }
    for (const struct gltf_swarm *swarm = gltf->swarms; swarm; swarm = swarm->next) {
        emit_accessor(emit, number++, FLOATS, swarm->count, "VEC3");
        if (swarm->has_rotation)
            emit_accessor(emit, number++, FLOATS, swarm->count, "VEC4");
        if (swarm->has_scale)
            emit_accessor(emit, number++, FLOATS, swarm->count, "VEC3");
        if (gltf_swarm_has_color(swarm))
            emit_color_accessor(emit, number++, swarm->count);
    }
    emit_end_array(emit);
}

/* Emits a view and moves past it. `target` 0: for instances, which have none. */
static void emit_view(struct emitter *emit, uint64_t *offset, uint64_t size, int target)
{
    emit_begin_object(emit, NULL);
    emit_integer(emit, "buffer", 0);
    emit_integer(emit, "byteOffset", (int64_t)*offset);
    emit_integer(emit, "byteLength", (int64_t)size);
    if (target)
        emit_integer(emit, "target", target);
    emit_end_object(emit);
    *offset += size;
}

void gltf_emit_views(const struct gltf *gltf, struct emitter *emit)
{
    enum { VEC3 = 12, VEC4 = 16, COLOR = 8, INDEX = 2 };
    if (gltf->piece_count == 0)
        return;
    emit_begin_array(emit, "bufferViews", 0);
    for (const struct gltf_piece *piece = gltf->pieces; piece; piece = piece->next) {
        uint64_t offset = piece->offset;
        emit_view(emit, &offset, (uint64_t)piece->vertex_count * VEC3, VERTICES);
        emit_view(emit, &offset, (uint64_t)piece->vertex_count * COLOR, VERTICES);
        emit_view(emit, &offset, (uint64_t)piece->index_count * INDEX, INDICES);
    }
    for (const struct gltf_swarm *swarm = gltf->swarms; swarm; swarm = swarm->next) {
        uint64_t offset = swarm->offset, count = swarm->count;
        emit_view(emit, &offset, count * VEC3, 0);
        if (swarm->has_rotation)
            emit_view(emit, &offset, count * VEC4, 0);
        if (swarm->has_scale)
            emit_view(emit, &offset, count * VEC3, 0);
        if (gltf_swarm_has_color(swarm))
            emit_view(emit, &offset, count * COLOR, 0);
    }
    emit_end_array(emit);
}
