/* glTF: the meshes in JSON. */
#include "lines.h"

enum { NUMBERS = 48 }; /* of at most 10 digits, a comma and a space: for which there is room */

/* Puts the subjects of a piece, or their first vertices. */
ALWAYS_INLINE static inline void put_numbers(struct lines *lines, bool is_counting,
                                             const struct gltf_start *starts, uint32_t count,
                                             bool are_subjects)
{
    for (uint32_t at = 0; at < count && line_room_to(lines, is_counting);) {
        struct text text = text_open(lines);
        uint32_t end = count - at < NUMBERS ? count : at + NUMBERS;
        text.is_counting = is_counting;
        for (; at < end; at++) {
            if (at > 0)
                text_literal(&text, ", ");
            if (are_subjects)
                text_subject(&text, starts[at].subject);
            else
                text_number(&text, starts[at].vertex);
        }
        text_close(lines, &text);
    }
}

/* The subjects of vertices: those from starts[n] on are record subjects[n] of the list. */
ALWAYS_INLINE static inline void put_extras(struct lines *lines, bool is_counting,
                                            const struct gltf_piece *piece,
                                            const struct gltf_start *starts)
{
    const ow_scene *scene = lines->gltf->scene;
    if (piece->kind >= scene->kind_count || !scene->kinds[piece->kind].list)
        return;
    line_literal(lines, ", \"extras\": {\"list\": ");
    line_text(lines, ow_text_of(scene->kinds[piece->kind].list));
    line_literal(lines, ", \"subjects\": [");
    put_numbers(lines, is_counting, starts, piece->subject_count, true);
    line_room(lines);
    line_literal(lines, "], \"starts\": [");
    put_numbers(lines, is_counting, starts, piece->subject_count, false);
    line_room(lines);
    line_literal(lines, "]}");
}

static unsigned material_of(const struct gltf *gltf, enum gltf_look look)
{
    unsigned number = 0;
    for (enum gltf_look before = GLTF_SOLID; before < look; before++)
        number += gltf->has_look[before];
    return number;
}

static void put_piece(struct lines *lines, const struct gltf_piece *piece, uint64_t number)
{
    uint64_t accessor = GLTF_PARTS_OF_PIECE * number;
    line_room(lines);
    struct text text = text_open(lines);
    if (piece->begins_mesh) {
        text_begin(&text);
        text_literal(&text, "\"primitives\": [");
    } else {
        text_literal(&text, ", ");
    }
    text_literal(&text, "{\"attributes\": {\"POSITION\": ");
    text_number(&text, accessor);
    text_literal(&text, ", \"COLOR_0\": ");
    text_number(&text, accessor + 1);
    text_literal(&text, "}, \"indices\": ");
    text_number(&text, accessor + 2);
    text_literal(&text, ", \"material\": ");
    text_number(&text, material_of(lines->gltf, piece->look));
    text_close(lines, &text);
}

ALWAYS_INLINE static inline void put_meshes(struct lines *lines, bool is_counting)
{
    const struct gltf_slice *slice = lines->slice;
    const struct gltf_start *starts = slice->starts;
    for (uint32_t i = 0; i < slice->piece_count; i++) {
        const struct gltf_piece *piece = &slice->pieces[i];
        bool is_last = i + 1 == slice->piece_count ? !slice->goes_on : piece[1].begins_mesh;
        put_piece(lines, piece, slice->first_piece + i);
        put_extras(lines, is_counting, piece, starts);
        line_literal(lines, "}");
        if (is_last)
            line_literal(lines, "]}");
        starts += piece->subject_count;
    }
}

static void line_meshes(struct lines *lines)
{
    lines->is_filled = lines->slice->first_mesh > 0;
    LINE_SLICE(lines, put_meshes);
}

void gltf_write_meshes(struct gltf *gltf, ow_json_writer *writer)
{
    struct lines lines;
    if (gltf->piece_count == 0)
        return;
    gltf_lines_begin(&lines, gltf, writer, "meshes");
    gltf_put_lines(&lines, line_meshes);
    gltf_lines_end(&lines, writer);
}
