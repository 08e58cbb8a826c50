/* glTF: the meshes in JSON. */
#include "lines.h"

/* So many numbers of at most 10 digits, a comma and a space fit beside what else a piece has. */
enum { NUMBERS = 20 };

/* Puts the subjects of a piece, or their first vertices. */
ALWAYS_INLINE static inline void put_numbers(struct lines *lines, struct text *text,
                                             const struct gltf_start *starts, uint32_t count,
                                             bool are_subjects)
{
    for (uint32_t at = 0; at < count; at++) {
        if (at > 0)
            text_literal(text, ", ");
        if (are_subjects)
            text_subject(text, starts[at].subject);
        else
            text_number(text, starts[at].vertex);
        if (at % NUMBERS == NUMBERS - 1)
            text_more_room(lines, text);
    }
}

/* The subjects of vertices: those from starts[n] on are record subjects[n] of the list. */
ALWAYS_INLINE static inline void put_extras(struct lines *lines, struct text *text,
                                            const struct gltf_piece *piece,
                                            const struct gltf_start *starts)
{
    const ow_scene *scene = lines->gltf->scene;
    if (piece->kind >= scene->kind_count || !scene->kinds[piece->kind].list)
        return;
    text_literal(text, ", \"extras\": {\"list\": ");
    text_words(lines, text, lines->gltf->kind_words[piece->kind].list, 0);
    text_literal(text, ", \"subjects\": [");
    put_numbers(lines, text, starts, piece->subject_count, true);
    text_literal(text, "], \"starts\": [");
    put_numbers(lines, text, starts, piece->subject_count, false);
    text_literal(text, "]}");
}

static unsigned material_of(const struct gltf *gltf, enum gltf_look look)
{
    unsigned number = 0;
    for (enum gltf_look before = GLTF_SOLID; before < look; before++)
        number += gltf->has_look[before];
    return number;
}

ALWAYS_INLINE static inline void put_piece(const struct lines *lines, struct text *text,
                                           const struct gltf_piece *piece, uint64_t number)
{
    uint64_t accessor = GLTF_PARTS_OF_PIECE * number;
    if (piece->begins_mesh) {
        text_begin(text);
        text_literal(text, "\"primitives\": [");
    } else {
        text_literal(text, ", ");
    }
    text_literal(text, "{\"attributes\": {\"POSITION\": ");
    text_number(text, accessor);
    text_literal(text, ", \"COLOR_0\": ");
    text_number(text, accessor + 1);
    text_literal(text, "}, \"indices\": ");
    text_number(text, accessor + 2);
    text_literal(text, ", \"material\": ");
    text_number(text, material_of(lines->gltf, piece->look));
}

ALWAYS_INLINE static inline void put_meshes(struct lines *lines, bool is_counting)
{
    const struct gltf_slice *slice = lines->slice;
    const struct gltf_start *starts = slice->starts;
    for (uint32_t i = 0; i < slice->piece_count; i++) {
        const struct gltf_piece *piece = &slice->pieces[i];
        bool is_last = i + 1 == slice->piece_count ? !slice->goes_on : piece[1].begins_mesh;
        if (!line_room_to(lines, is_counting))
            return;
        struct text text = text_open_to(lines, is_counting);
        put_piece(lines, &text, piece, slice->first_piece + i);
        put_extras(lines, &text, piece, starts);
        text_literal(&text, "}");
        if (is_last)
            text_literal(&text, "]}");
        text_close(lines, &text);
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
