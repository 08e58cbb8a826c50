/* glTF: meshes of pieces. The first pass measures a piece, the second has room for it. */
#include "gltf.h"

#include "../../base/compiler.h"
#include "../../base/floats.h"

enum { POSITION_SIZE = 12, COLOR_SIZE = 8, INDEX_SIZE = 2 };

/* With zeros at the end, because positions are aligned. */
uint32_t gltf_piece_size(const struct gltf_piece *piece)
{
    return piece->vertex_count * (POSITION_SIZE + COLOR_SIZE) +
           (piece->index_count + piece->index_count % 2) * INDEX_SIZE;
}

/* The file is little-endian. */
static void turn_bytes(uint8_t *values, size_t count, size_t size)
{
    for (; count > 0; count--, values += size)
        for (size_t i = 0; i < size / 2; i++) {
            uint8_t first = values[i];
            values[i] = values[size - 1 - i];
            values[size - 1 - i] = first;
        }
}

static void put_values(struct gltf *gltf, const void *values, size_t count, size_t size)
{
    if (gltf->writing) {
        uint8_t *room = output_room(gltf->bin, count * size);
        if (room)
            memcpy(room, values, count * size);
        if (room && !OW_HOST_IS_LITTLE)
            turn_bytes(room, count, size);
    }
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

static void forget_extents(struct gltf *gltf)
{
    for (int i = 0; i < 3; i++) {
        gltf->least[i] = FLT_MAX;
        gltf->most[i] = -FLT_MAX;
    }
}

/* What gltf_bounded has limited is at the limit. */
static bool is_near(const struct gltf *gltf)
{
    static const float near = (float)(GLTF_FARTHEST / 2);
    bool is_near = true;
    for (int i = 0; i < 3; i++)
        is_near = is_near && gltf->least[i] > -near && gltf->most[i] < near;
    return is_near;
}

/* The text of the extents, which takes longer to make than to keep. */
static uint8_t note_extents(struct gltf *gltf)
{
    static const char middle[] = "], \"max\": [";
    char *text = gltf_reserve(gltf, &gltf->extents, 6 * OW_FLOAT_TEXT + sizeof middle + 8, 1);
    size_t size = 0;
    for (int i = 0; i < 6 && text; i++) {
        if (i == 3) {
            memcpy(text + size, middle, sizeof middle - 1);
            size += sizeof middle - 1;
        } else if (i > 0) {
            memcpy(text + size, ", ", 2);
            size += 2;
        }
        size += float_text(i < 3 ? &gltf->least[i] : &gltf->most[i - 3], text + size);
    }
    gltf->extents.count += size;
    return (uint8_t)size;
}

/* A mesh begins with its first piece. */
static void note_piece(struct gltf *gltf)
{
    struct gltf_piece *piece = gltf_add(gltf, &gltf->pieces, sizeof *piece);
    if (!piece)
        return;
    *piece = (struct gltf_piece){.offset = (uint32_t)gltf->size,
                                 .vertex_count = gltf->vertex_count,
                                 .index_count = gltf->index_count,
                                 .subject_count = gltf->subject_count,
                                 .kind = gltf->kind,
                                 .look = (uint8_t)gltf->look,
                                 .extents_size = note_extents(gltf),
                                 .begins_mesh = !gltf->mesh_is_there,
                                 .is_near = is_near(gltf)};
    gltf->has_look[gltf->look] = true;
    gltf->size += gltf_piece_size(piece);
}

static uint8_t *place_of(const struct gltf *gltf, const struct gltf_piece *piece)
{
    return gltf->bin ? gltf->block : gltf->block + piece->offset;
}

/* Opens the room of the next piece. There is one more for each that the first pass has found. */
static void open_piece(struct gltf *gltf)
{
    if (gltf->piece == gltf->slice->piece_count) {
        gltf_fail(gltf, OW_BAD_ARGUMENT);
        return;
    }
    const struct gltf_piece *piece = &gltf->slice->pieces[gltf->piece++];
    uint8_t *place = place_of(gltf, piece), *colors = place + piece->vertex_count * POSITION_SIZE;
    uint8_t *indices = colors + piece->vertex_count * COLOR_SIZE;
    gltf->is_near = piece->is_near;
    gltf->positions = (void *)place;
    gltf->colors = (void *)colors;
    gltf->indices = (void *)indices;
    memset(indices + piece->index_count * INDEX_SIZE, 0, piece->index_count % 2 * INDEX_SIZE);
}

static void close_piece(struct gltf *gltf)
{
    const struct gltf_piece *piece = &gltf->slice->pieces[gltf->piece - 1];
    if (!OW_HOST_IS_LITTLE) {
        turn_bytes((void *)gltf->positions, (size_t)piece->vertex_count * 3, sizeof(float));
        turn_bytes((void *)gltf->colors, (size_t)piece->vertex_count * 4, sizeof(uint16_t));
        turn_bytes((void *)gltf->indices, piece->index_count, sizeof(uint16_t));
    }
    if (gltf->bin)
        output_bytes(gltf->bin, place_of(gltf, piece), gltf_piece_size(piece));
    gltf->size += gltf_piece_size(piece);
}

void gltf_end_piece(struct gltf *gltf)
{
    if (gltf->index_count > 0 && gltf->status == OW_OK) {
        if (gltf->writing)
            close_piece(gltf);
        else
            note_piece(gltf);
        gltf->mesh_count += !gltf->mesh_is_there;
        gltf->mesh_is_there = true;
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

static void note_subject(struct gltf *gltf)
{
    struct gltf_start *start = gltf_add(gltf, &gltf->starts, sizeof *start);
    if (start)
        *start = (struct gltf_start){gltf->subject, gltf->vertex_count};
    gltf->subject_count++;
    gltf->subject_is_noted = true;
}

uint32_t gltf_room(struct gltf *gltf, uint32_t vertices, uint32_t indices)
{
    if (gltf->vertex_count + vertices > GLTF_MOST_VERTICES ||
        gltf->index_count + indices > GLTF_MOST_INDICES) {
        gltf_end_piece(gltf);
        gltf_go_on(gltf);
    }
    if (gltf->writing && gltf->vertex_count == 0)
        open_piece(gltf);
    else if (!gltf->writing && !gltf->subject_is_noted)
        note_subject(gltf);
    return gltf->vertex_count;
}
