/* glTF: meshes of pieces. A piece is built in memory, then measured or written. */
#include "gltf.h"

#include "../../base/compiler.h"

enum { POSITION_SIZE = 12, COLOR_SIZE = 8, INDEX_SIZE = 2 };

static void put_little(struct gltf *gltf, const void *values, size_t count, size_t size)
{
    const uint8_t *from = values;
    if (OW_HOST_IS_LITTLE) {
        output_bytes(gltf->bin, values, count * size);
        return;
    }
    for (; count > 0; count--, from += size) {
        uint8_t *room = output_room(gltf->bin, size);
        for (size_t i = 0; room && i < size; i++)
            room[i] = from[size - 1 - i];
    }
}

static void put_values(struct gltf *gltf, const void *values, size_t count, size_t size)
{
    if (gltf->writing)
        put_little(gltf, values, count, size);
    gltf->size += count * size;
}

void gltf_put_floats(struct gltf *gltf, const float *values, size_t count)
{
    put_values(gltf, values, count, sizeof *values);
}

void gltf_put_shorts(struct gltf *gltf, const uint16_t *values, size_t count)
{
    put_values(gltf, values, count, sizeof *values);
}

void gltf_begin_mesh(struct gltf *gltf)
{
    gltf->mesh_is_there = false;
}

uint32_t gltf_end_mesh(struct gltf *gltf)
{
    gltf_end_piece(gltf);
    return gltf->mesh_is_there ? gltf->mesh_count - 1 : OW_NONE;
}

/* A mesh begins with its first piece. */
static void make_mesh(struct gltf *gltf)
{
    gltf->mesh_is_there = true;
    gltf->mesh_count++;
    struct gltf_mesh *mesh = gltf->writing ? NULL : gltf_take(gltf, 1, sizeof *mesh);
    if (!mesh)
        return;
    *mesh = (struct gltf_mesh){0};
    *gltf->next_mesh = gltf->mesh = mesh;
    gltf->next_mesh = &mesh->next;
}

static void forget_extents(struct gltf *gltf)
{
    for (int i = 0; i < 3; i++) {
        gltf->least[i] = FLT_MAX;
        gltf->most[i] = -FLT_MAX;
    }
}

static uint32_t *keep(struct gltf *gltf, const uint32_t *numbers, size_t count)
{
    uint32_t *kept = gltf_take(gltf, count, sizeof *kept);
    if (kept && count > 0)
        memcpy(kept, numbers, count * sizeof *kept);
    return kept;
}

static void note_piece(struct gltf *gltf)
{
    struct gltf_piece *piece = gltf_take(gltf, 1, sizeof *piece);
    if (!piece)
        return;
    *piece = (struct gltf_piece){.offset = gltf->size,
                                 .vertex_count = gltf->vertex_count,
                                 .index_count = gltf->index_count,
                                 .look = gltf->look,
                                 .kind = gltf->kind,
                                 .subject_count = gltf->subject_count};
    memcpy(piece->least, gltf->least, sizeof piece->least);
    memcpy(piece->most, gltf->most, sizeof piece->most);
    piece->subjects = keep(gltf, gltf->subjects, gltf->subject_count);
    piece->starts = keep(gltf, gltf->starts, gltf->subject_count);
    *gltf->next_piece = piece;
    gltf->next_piece = &piece->next;
    gltf->piece_count++;
    gltf->mesh->piece_count++;
    gltf->has_look[gltf->look] = true;
}

void gltf_end_piece(struct gltf *gltf)
{
    static const uint16_t none;
    if (gltf->index_count > 0 && !gltf->mesh_is_there)
        make_mesh(gltf);
    if (gltf->index_count > 0 && gltf->status == OW_OK) {
        if (!gltf->writing)
            note_piece(gltf);
        gltf_put_floats(gltf, gltf->positions[0], (size_t)gltf->vertex_count * 3);
        gltf_put_shorts(gltf, gltf->colors[0], (size_t)gltf->vertex_count * 4);
        gltf_put_shorts(gltf, gltf->indices, gltf->index_count);
        gltf_put_shorts(gltf, &none, gltf->index_count % 2);
    }
    gltf->vertex_count = gltf->index_count = gltf->subject_count = 0;
    gltf->subject_is_noted = false;
    forget_extents(gltf);
}

void gltf_begin_piece(struct gltf *gltf, enum gltf_look look, uint16_t kind)
{
    gltf_end_piece(gltf);
    gltf->look = look;
    gltf->kind = kind;
}

void gltf_set_subject(struct gltf *gltf, uint32_t subject)
{
    gltf->subject = subject;
    gltf->subject_is_noted = false;
}

uint32_t gltf_room(struct gltf *gltf, uint32_t vertices, uint32_t indices)
{
    if (gltf->vertex_count + vertices > GLTF_MOST_VERTICES ||
        gltf->index_count + indices > GLTF_MOST_INDICES) {
        gltf_end_piece(gltf);
        gltf_go_on(gltf);
    }
    if (!gltf->subject_is_noted) {
        gltf->starts[gltf->subject_count] = gltf->vertex_count;
        gltf->subjects[gltf->subject_count++] = gltf->subject;
        gltf->subject_is_noted = true;
    }
    return gltf->vertex_count;
}
