/* glTF: the meshes in JSON. */
#include "lines.h"

static void line_numbers(struct lines *lines, const uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        line_room(lines);
        if (i > 0)
            line_literal(lines, ", ");
        line_subject(lines, numbers[i]);
    }
}

/* The subjects of vertices: those from starts[n] on are record subjects[n] of the list. */
static void line_piece_extras(struct lines *lines, const struct gltf_piece *piece)
{
    const ow_scene *scene = lines->gltf->scene;
    if (piece->kind >= scene->kind_count || !scene->kinds[piece->kind].list)
        return;
    line_literal(lines, ", \"extras\": {\"list\": ");
    line_text(lines, ow_text_of(scene->kinds[piece->kind].list));
    line_literal(lines, ", \"subjects\": [");
    line_numbers(lines, piece->subjects, piece->subject_count);
    line_literal(lines, "], \"starts\": [");
    line_numbers(lines, piece->starts, piece->subject_count);
    line_literal(lines, "]}");
}

static unsigned material_of(const struct gltf *gltf, enum gltf_look look)
{
    unsigned number = 0;
    for (enum gltf_look before = GLTF_SOLID; before < look; before++)
        number += gltf->has_look[before];
    return number;
}

static void line_piece(struct lines *lines, const struct gltf_piece *piece, uint32_t number)
{
    uint64_t accessor = (uint64_t)GLTF_PARTS_OF_PIECE * number;
    line_room(lines);
    line_literal(lines, "{\"attributes\": {\"POSITION\": ");
    line_number(lines, accessor);
    line_literal(lines, ", \"COLOR_0\": ");
    line_number(lines, accessor + 1);
    line_literal(lines, "}, \"indices\": ");
    line_number(lines, accessor + 2);
    line_literal(lines, ", \"material\": ");
    line_number(lines, material_of(lines->gltf, piece->look));
    line_piece_extras(lines, piece);
    line_literal(lines, "}");
}

void gltf_write_meshes(struct gltf *gltf, ow_json_writer *writer)
{
    struct lines lines;
    const struct gltf_piece *piece = gltf->pieces;
    uint32_t number = 0;
    if (!piece)
        return;
    gltf_lines_begin(&lines, gltf, writer, "meshes");
    for (const struct gltf_mesh *mesh = gltf->meshes; mesh; mesh = mesh->next) {
        line_begin(&lines);
        line_literal(&lines, "\"primitives\": [");
        for (uint32_t i = 0; i < mesh->piece_count && piece; i++, piece = piece->next) {
            if (i > 0)
                line_literal(&lines, ", ");
            line_piece(&lines, piece, number++);
        }
        line_literal(&lines, "]}");
    }
    gltf_lines_end(&lines, writer);
}
